"""`TMPDIR` of a confined command (CONF-3)."""

from __future__ import annotations

from tsr_impl import calls
from tsr_impl.confinement import private
from tsr_impl.report import Stop

NAME = "tsr-tmp"  # beneath the cache root: short, and like nothing that a tool puts there

_LONGEST_SOCKET = 107  # bytes of the path of a socket: 108, and one of them ends it
_SHORTEST_NAME = 32  # bytes of a name that a tool may want to give a socket


class ScratchError(Stop):
    """There is no such directory, so no command runs."""


class Scratch:
    """The directory: its `path`, and the `room`, in bytes, for the name of a socket in it."""

    __slots__ = ("path", "room")

    def __init__(self, path: str) -> None:
        self.path = path
        self.room = _LONGEST_SOCKET - len(calls.encode(path)) - 1

    def remark(self) -> str:
        """What to say about a path that is so long that sockets may not fit; empty else."""
        if self.room >= _SHORTEST_NAME:
            return ""
        left = f"leaves {max(self.room, 0)} bytes for the name of a socket"
        return f"TMPDIR {left} — set `[sandbox] cache_root` to a directory with a shorter path"


def find(cache: str, make: bool) -> Scratch:
    """The directory beneath the cache root, which is made if it is missing, but for those who only ask.

    Raises `ScratchError`.
    """
    try:
        return Scratch(private.find(cache, (NAME,), make))
    except private.NotPrivate as error:
        raise ScratchError(f"TMPDIR of a confined command: {error}", "CONF-3") from error
