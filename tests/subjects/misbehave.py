"""A subject that is asked to misbehave: it passes the smoke test, and then does what its first word says."""

from __future__ import annotations

import ctypes
import fcntl
import os
import shutil
import signal
import stat
import struct
import sys
from collections.abc import Callable


def flood() -> None:
    """Print fifty megabytes."""
    piece = b"x" * (1 << 20)
    for _ in range(50):
        os.write(1, piece)


def garbage() -> None:
    """Print what is no text, and would be something else on a terminal."""
    os.write(1, bytes(range(256)))
    os.write(2, b"\x1b[31m\xff\xfe\0\n\x1b]0;title\x07" + bytes(range(128, 256)))


def remove_world() -> None:
    """Remove the whole world, the working directory included."""
    world = os.environ["HOME"].rpartition("/")[0]
    shutil.rmtree(world)


def kill_parent() -> None:
    """Kill whoever started this, if that can be done."""
    try:
        os.kill(os.getppid(), signal.SIGKILL)
    except PermissionError:
        print("not permitted", file=sys.stderr)


def reach_worker(number: int) -> None:
    """Send the signal to whoever started this, by the number of each of its threads: one of them is in reach."""
    parent = os.getppid()
    for thread in os.listdir(f"/proc/{parent}/task"):
        try:
            os.kill(int(thread), number)
        except OSError:
            pass


def kill_worker() -> None:
    """End the process that runs this."""
    reach_worker(signal.SIGKILL)


def stop_worker() -> None:
    """Stop the process that runs this, until somebody has it go on."""
    reach_worker(signal.SIGSTOP)


def multiply() -> None:
    """Become more and more, each deaf to what asks it to end, and in no order."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for _ in range(9):
        os.fork()
    signal.pause()


def flee() -> None:
    """Fork and end, for ever, so that nobody is there any more when looked for."""
    if os.fork() == 0:
        while os.fork() == 0:
            pass
        os._exit(0)


def litter() -> None:
    """Fill the workspace: very many files, a very deep directory, odd names, FIFOs, everything shut in the end."""
    os.mkdir("many")
    for number in range(3_000):
        os.close(os.open(f"many/{number}", os.O_CREAT | os.O_WRONLY))
    here = os.open(".", os.O_RDONLY)
    for _ in range(3_000):
        os.mkdir("deep", dir_fd=here)
        below = os.open("deep", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    for name in (b"\xff\xfe", b"new\nline", b"\x1b[31m", b"x" * 255):
        os.mkfifo(name)
    os.chmod("many", 0)
    os.chmod(".", 0)


def shut_files() -> None:
    """Leave what is open in another state than it was."""
    for number in (0, 1, 2):
        fcntl.fcntl(number, fcntl.F_SETFL, os.O_NONBLOCK)
        if stat.S_ISREG(os.fstat(number).st_mode):  # a device is everybody's
            os.fchmod(number, 0)
    os.write(1, b"x" * 1000)


def write_on() -> None:
    """Print without end."""
    piece = b"x" * (1 << 20)
    while True:
        os.write(1, piece)


def remove_scratch() -> None:
    """Remove everything that can be reached above the world."""
    place = os.environ["HOME"]
    for _ in range(16):
        place = os.path.dirname(place)
        shutil.rmtree(place, ignore_errors=True)
        if "tsr-oracle-" in os.path.basename(place):
            return


def odd_signal() -> None:
    """Die of a signal that has no name."""
    os.kill(os.getpid(), signal.SIGRTMIN + 3)


def keep_for_ever() -> None:
    """Mark a directory and a file as such that nobody may change, which only root can."""
    os.mkdir("kept")
    with open("kept/file", "w", encoding="utf-8"):
        pass
    for place in ("kept/file", "kept"):
        handle = os.open(place, os.O_RDONLY)
        try:
            fcntl.ioctl(handle, 0x4008_6602, struct.pack("l", 0x10))  # FS_IOC_SETFLAGS, FS_IMMUTABLE_FL
        except OSError:
            pass


def stay_traced() -> None:
    """Leave a process that traces this one, so that only it learns of its end."""
    ptrace = ctypes.CDLL(None).ptrace
    ready, told = os.pipe()
    if os.fork() == 0:
        ptrace(0x4206, os.getppid(), None, None)  # PTRACE_SEIZE
        os.write(told, b"x")
        signal.pause()
    os.read(ready, 1)


def hang() -> None:
    """Wait for a signal that nobody sends."""
    signal.pause()


def answer() -> None:
    """Do nothing more."""


_WAYS: dict[str, Callable[[], None]] = {
    "flood": flood,
    "garbage": garbage,
    "remove-world": remove_world,
    "kill-parent": kill_parent,
    "kill-worker": kill_worker,
    "stop-worker": stop_worker,
    "multiply": multiply,
    "flee": flee,
    "litter": litter,
    "shut-files": shut_files,
    "write-on": write_on,
    "remove-scratch": remove_scratch,
    "odd-signal": odd_signal,
    "keep-for-ever": keep_for_ever,
    "stay-traced": stay_traced,
    "hang": hang,
    "answer": answer,
}


def main(way: str, words: list[str]) -> int:
    """What the smoke test asks for; for everything else, the way that was asked for."""
    if words == ["--version"]:
        print("misbehave 1")
        return 0
    if words == ["no-such-task"]:
        print("no such task", file=sys.stderr)
        return 64
    with open("tasks.toml", encoding="utf-8") as config:
        if "smoke-test" in config.read():
            print("smoke-test")
            return 0
    _WAYS[way]()
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
