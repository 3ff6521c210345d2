"""Descriptors that are shared with somebody else: a pipe, a terminal, a file."""

from __future__ import annotations

import _thread
import errno
import os
import stat
from select import PIPE_BUF

from tsr_impl import calls, interrupts

_turn = _thread.allocate_lock()
_PATIENCE = 1.0  # seconds: a thread may be stuck in a call that no look could foresee


class _Turn:
    """From the look whether a descriptor is ready to the end of what is done then.

    Else, of two threads that share it, one would find it not ready any more, and block.
    """

    __slots__ = ("_mine",)

    def __enter__(self) -> None:
        self._mine = _turn.acquire(timeout=_PATIENCE)

    def __exit__(self, *error: object) -> None:
        if self._mine:
            _turn.release()


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of `data`, whatever the descriptor's mode.

    Raises `OSError` (EPIPE when nobody reads) and `Interrupted`. When an interrupt has ended the run by
    then, there is no wait for whoever reads: EAGAIN if he is behind (INT-1).
    """
    regular = stat.S_ISREG(calls.status(descriptor).st_mode)
    rest = memoryview(data)
    while rest:
        # A pipe that is ready takes PIPE_BUF bytes without blocking, so that an interrupt never
        # finds the runner stuck in a write.
        done = calls.write(descriptor, rest) if regular else _write_if_ready(descriptor, rest[:PIPE_BUF])
        rest = rest[done:]
        if not done:
            if interrupts.was_heeded():
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            interrupts.until_writable(descriptor)


def write_at_once(descriptor: int, data: bytes) -> None:
    """Write all of `data` to a descriptor that nobody shares, and that was opened so as not to block.

    Raises `OSError`: EAGAIN where it would have to wait.
    """
    rest = memoryview(data)
    while rest:
        rest = rest[calls.write(descriptor, rest) :]


def _write_if_ready(descriptor: int, data: memoryview) -> int:
    """How much of `data` was written without blocking."""
    try:
        with _Turn():
            return calls.write(descriptor, data) if interrupts.is_writable(descriptor) else 0
    except BlockingIOError:
        return 0  # another process that shares the descriptor was faster


def read_some(descriptor: int) -> bytes:
    """The next bytes, `b""` at the end. Raises `OSError` and `Interrupted`."""
    while True:
        interrupts.until_readable(descriptor)
        try:
            with _Turn():
                if interrupts.is_readable(descriptor):
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
