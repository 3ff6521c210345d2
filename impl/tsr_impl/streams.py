"""Descriptors that are shared with somebody else: a pipe, a terminal, a file."""

from __future__ import annotations

import stat
from select import PIPE_BUF

from tsr_impl import calls, interrupts


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of `data`, whatever the descriptor's mode.

    Raises `OSError` (EPIPE when nobody reads) and `Interrupted`.
    """
    regular = stat.S_ISREG(calls.status(descriptor).st_mode)
    rest = memoryview(data)
    while rest:
        if not regular:
            interrupts.until_writable(descriptor)
        try:
            # A pipe that is ready takes PIPE_BUF bytes without blocking, so that an interrupt
            # never finds the runner stuck in a write.
            done = calls.write(descriptor, rest if regular else rest[:PIPE_BUF])
        except BlockingIOError:
            continue  # another process that shares the descriptor was faster
        rest = rest[done:]


def read_some(descriptor: int) -> bytes:
    """The next bytes, `b""` at the end. Raises `OSError` and `Interrupted`."""
    while True:
        interrupts.until_readable(descriptor)
        try:
            return calls.read(descriptor)
        except BlockingIOError:
            continue


def are_one_file(descriptor: int, other: int) -> bool:
    """Whether both lead to the same regular file. Raises `OSError`."""
    here, there = calls.status(descriptor), calls.status(other)
    return stat.S_ISREG(here.st_mode) and (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino)


def write_text(descriptor: int, text: str) -> None:
    """`write_all` for text."""
    write_all(descriptor, calls.encode(text))
