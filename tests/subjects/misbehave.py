"""A subject that is asked to misbehave: it passes the smoke test, and then does what its first word says."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable


def flood() -> None:
    """Print a hundred megabytes."""
    piece = b"x" * (1 << 20)
    for _ in range(100):
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
    """Kill whoever started this."""
    os.kill(os.getppid(), signal.SIGKILL)


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
