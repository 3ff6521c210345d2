"""Removes what was made for cases, whatever a subject has made of it: modes of 000, depths beyond any path, FIFOs."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager

_SET_FLAGS = 0x4008_6602  # FS_IOC_SETFLAGS


def remove(path: bytes) -> None:
    """Remove what lies at the path, whatever its modes and its depth; following no link. Nothing there: nothing done.

    Raises OSError where something can't be removed, an ordinary user's world with another user's files in it say.
    """
    try:
        _remove_quickly(path)
    except FileNotFoundError:
        pass
    except (OSError, RecursionError):
        _remove_stubbornly(path)


def empty(path: bytes) -> None:
    """Remove all that the directory holds; the directory itself stays."""
    for name in os.listdir(path):
        remove(path + b"/" + name)


def _remove_quickly(path: bytes) -> None:
    if not stat.S_ISDIR(os.lstat(path).st_mode):
        os.unlink(path)
        return
    with standing_in(path):
        _empty_quickly(b".")
    os.rmdir(path)


def _empty_quickly(path: bytes) -> None:
    with os.scandir(path) as found:
        entries = list(found)
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            _empty_quickly(entry.path)
            os.rmdir(entry.path)
        else:
            os.unlink(entry.path)


@contextmanager
def standing_in(place: bytes) -> Iterator[None]:
    """Meanwhile it is the working directory: what lies far down is found faster from nearby."""
    here = os.open(".", os.O_PATH | os.O_DIRECTORY)
    try:
        os.chdir(place)
        yield
    finally:
        os.fchdir(here)
        os.close(here)


def _remove_stubbornly(path: bytes) -> None:
    """Directory by directory, each first made accessible; what they hold is moved up, so that depth is no matter."""
    parent = os.open(os.path.dirname(path), os.O_RDONLY | os.O_DIRECTORY)
    try:
        waiting = [os.path.basename(path)]
        moved = 0
        while waiting:
            name = waiting.pop()
            handle = _open_directory(name, parent)
            try:
                for inner in map(os.fsencode, os.listdir(handle)):
                    if stat.S_ISDIR(os.stat(inner, dir_fd=handle, follow_symlinks=False).st_mode):
                        os.close(_open_directory(inner, handle))
                        moved += 1
                        waiting.append(b".removing-%d-%d" % (os.getpid(), moved))
                        os.rename(inner, waiting[-1], src_dir_fd=handle, dst_dir_fd=parent)
                    else:
                        _unlink(inner, handle)
            finally:
                os.close(handle)
            os.rmdir(name, dir_fd=parent)
    finally:
        os.close(parent)


def _open_directory(name: bytes, parent: int) -> int:
    """A handle of the directory itself, never of what a link names, after its owner was given all rights."""
    handle = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=parent)
    try:
        _make_mutable(f"/proc/self/fd/{handle}")
        os.chmod(f"/proc/self/fd/{handle}", 0o700)
        return os.open(f"/proc/self/fd/{handle}", os.O_RDONLY | os.O_DIRECTORY)
    finally:
        os.close(handle)


def _unlink(name: bytes, parent: int) -> None:
    try:
        os.unlink(name, dir_fd=parent)
    except PermissionError:
        handle = os.open(name, os.O_PATH | os.O_NOFOLLOW, dir_fd=parent)
        try:
            _make_mutable(f"/proc/self/fd/{handle}")
        finally:
            os.close(handle)
        os.unlink(name, dir_fd=parent)


def _make_mutable(place: str) -> None:
    """Take the mark of what may not change from it, which root may have made, where it has any."""
    try:
        handle = os.open(place, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return
    try:
        fcntl.ioctl(handle, _SET_FLAGS, bytes(8))
    except OSError:
        pass
    finally:
        os.close(handle)
