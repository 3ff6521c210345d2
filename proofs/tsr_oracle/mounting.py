"""A file system of its own, at `mnt` in a directory that lends itself to one world after the other as its `ws`.

Mounting takes root, and under Landlock nobody mounts. So a worker does it once, before it is confined, in a namespace
that nobody else sees and that ends with the worker, however that ends. Between two cases the directory lies aside; for
a case with a `Mount` it is moved into the world. A mount point itself can be neither renamed nor removed, so whatever
a subject does to the directories above it, it is found again by the handle that is held of it.
"""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Final

from tsr_oracle.removal import empty, remove

MOUNTED: Final = "ws/mnt"
"""The only path at which a case may have a `Mount`."""

_NEW_MOUNTS = 0x0002_0000  # CLONE_NEWNS
_RECURSIVE, _PRIVATE = 0x4000, 1 << 18
_NO_SET_ID, _NO_DEVICES = 2, 4


class MountError(RuntimeError):
    """There is no file system to be had, or not any more: says why."""


def enter_namespace() -> None:
    """What this process, of one thread, and its children mount is seen by nobody else from now on.

    Raises MountError.
    """
    if sys.platform != "linux":
        raise MountError("only Linux has them here")
    if os.geteuid() != 0:
        raise MountError("only root may mount one")
    _call("unshare", ctypes.c_int(_NEW_MOUNTS), doing="no mounts of one's own can be had")
    flags = ctypes.c_ulong(_RECURSIVE | _PRIVATE)
    _call("mount", b"none", b"/", None, flags, None, doing="mounts can't be kept private")


class Mounted:
    """The directory `aside/ws` and the memory that is mounted at its `mnt`. Raises MountError.

    To be made in a namespace of one's own.
    """

    def __init__(self, aside: bytes) -> None:
        self._aside, self._home = aside, aside + b"/ws"
        place = self._home + b"/mnt"
        os.makedirs(place)
        flags = ctypes.c_ulong(_NO_SET_ID | _NO_DEVICES)
        _call("mount", b"tsr-oracle", place, b"tmpfs", flags, b"size=64m,mode=0755", doing="it can't be mounted")
        self._handle = os.open(self._home, os.O_RDONLY | os.O_DIRECTORY)
        self._device = os.stat(place).st_dev
        self._clear()

    def lend(self, world: bytes) -> None:
        """Move the directory into a world that has no `ws` yet. Raises MountError."""
        self._move(self._home, world + b"/ws")

    def take_back(self) -> None:
        """Move it aside again, from wherever it has got to, and take out all but the mount point. Raises MountError."""
        here = os.fsencode(os.readlink(f"/proc/self/fd/{self._handle}"))
        if here != self._home:
            os.makedirs(self._aside, exist_ok=True)
            self._move(here, self._home)
        self._clear()

    def _move(self, source: bytes, target: bytes) -> None:
        try:
            os.rename(source, target)
        except OSError as error:
            raise MountError(f"the directory with the mount can't be moved: {error.strerror}") from None

    def _clear(self) -> None:
        mount = self._home + b"/mnt"
        if not os.path.isdir(mount) or os.stat(mount).st_dev != self._device:
            raise MountError("a subject has made away with it")
        for name in os.listdir(self._home):
            if name != b"mnt":
                remove(self._home + b"/" + name)
        empty(mount)
        for place in (self._home, mount):
            os.chown(place, os.geteuid(), os.getegid())
            os.chmod(place, 0o755)


def _call(name: str, *arguments: object, doing: str) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*arguments) != 0:
        raise MountError(f"{doing}: {os.strerror(ctypes.get_errno())}")
