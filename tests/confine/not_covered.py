"""What the kernel does with a process outside of all its roots, operation by operation (CONF-4, CONF-9)."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from both_answers import PERMITTED, in_a_process_of_its_own

import tsr_landlock

Row = dict[str, str]


def _bind(path: str) -> None:
    with socket.socket(socket.AF_UNIX) as here:
        here.bind(path)


def _connect(path: str) -> None:
    with socket.socket(socket.AF_UNIX) as here:
        here.connect(path)


LEFT_ALONE: dict[str, Callable[[str], Any]] = {
    "read a file": lambda top: os.close(os.open(f"{top}/file", os.O_RDONLY)),
    "list a directory": lambda top: os.listdir(top),
    "run a program": lambda top: subprocess.run([f"{top}/program"], check=True),
    "chmod": lambda top: os.chmod(f"{top}/file", 0o640),
    "chown": lambda top: os.chown(f"{top}/file", os.getuid(), os.getgid()),
    "set the times": lambda top: os.utime(f"{top}/file", (1, 1)),
    "set an extended attribute": lambda top: os.setxattr(f"{top}/file", "user.name", b"value"),
    "connect to a socket": lambda top: _connect(f"{top}/socket"),
}
"""What CONF-9 has left alone."""

DENIED: dict[str, Callable[[str], Any]] = {
    "bind a socket": lambda top: _bind(f"{top}/new-0"),
    "mkfifo": lambda top: os.mkfifo(f"{top}/new-1"),
    "mknod, a socket": lambda top: os.mknod(f"{top}/new-2", 0o140600),
    "mknod, a device": lambda top: os.mknod(f"{top}/new-3", 0o020600, os.makedev(1, 3)),
    "write to a FIFO": lambda top: os.close(os.open(f"{top}/pipe", os.O_RDWR)),
    "signal a process": lambda top: os.kill(os.getppid(), 0),
}
"""What CONF-4 takes away, besides that in which the fence is compared."""


def table() -> list[Row]:
    """A row for each of these: what it is, and what the kernel says within a boundary and without."""
    within, without = _answers(confined=True), _answers(confined=False)
    return [{"what": name, "within": said, "without": without[name]} for name, said in within.items()]


def _answers(confined: bool) -> dict[str, str]:
    with tempfile.TemporaryDirectory(prefix="t") as top, socket.socket(socket.AF_UNIX) as listening:
        inside, outside = Path(top).resolve() / "in", Path(top).resolve() / "out"
        inside.mkdir()
        outside.mkdir()
        (outside / "file").write_text("theirs")
        (outside / "program").write_text("#!/bin/sh\n")
        (outside / "program").chmod(0o700)
        os.mkfifo(outside / "pipe")
        listening.bind(str(outside / "socket"))
        listening.listen()

        def tried() -> dict[str, str]:
            if confined:
                tsr_landlock.restrict([str(inside)])
            return {name: _said(each, str(outside)) for name, each in (*LEFT_ALONE.items(), *DENIED.items())}

        answers: dict[str, str] = in_a_process_of_its_own(tried)
    return answers


def _said(operation: Callable[[str], Any], top: str) -> str:
    try:
        operation(top)
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    return PERMITTED
