"""A real directory, deep in a scratch directory, in which a tree is made, changed and read back.

As root the process steps into it with chroot, so that `/` is the tree's own root. Otherwise the tree lies below a
prefix, absolute paths are written with it, and the model's tree is put below the same prefix.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tsr_proofs.bridge import canary
from tsr_proofs.trees import WORKSPACE, Dir, Fifo, File, Link, Place, Twin, places

DEPTH = 12
MEMORY = "/dev/shm"
Seen = tuple[str, str]
"""What a place holds: its kind, and a link's target or a file's bytes."""


@dataclass(frozen=True, slots=True)
class Scratch:
    """Where the tree's root is (`prefix`: how `/` is written), and below which place nothing but ours lies (`top`)."""

    top: Place
    prefix: str

    @property
    def root(self) -> Place:
        """The real place of the tree's root."""
        return tuple(part for part in self.prefix.split("/") if part)

    def written(self, path: str) -> str:
        """A path or target as the kernel is to get it."""
        return self.prefix + path if path.startswith("/") else path

    def make(self, tree: Dir) -> None:
        """Makes the tree, and stands in its workspace."""
        first = next((place for place, node in places(tree) if isinstance(node, File)), None)
        for place, node in places(tree):
            real = self.prefix + "/" + "/".join(place)
            match node:
                case Dir() if place:
                    os.mkdir(real, 0o755)
                case Link(target=target):
                    os.symlink(self.written(target), real)
                case Fifo():
                    os.mkfifo(real, 0o644)
                case File():
                    _write(real, canary(place))
                case Twin() if first is not None:
                    os.link(self.prefix + "/" + "/".join(first), real)
                case _:
                    pass
        os.chdir(self.prefix + "/" + "/".join(WORKSPACE))

    def clear(self) -> None:
        """Takes everything away but the way to the tree's root."""
        os.chdir(self.prefix or "/")
        for place, (kind, _) in reversed(self.read().items()):
            if place != self.root[: len(place)]:
                (os.rmdir if kind == "dir" else os.unlink)("/" + "/".join(place))

    def read(self) -> dict[Place, Seen]:
        """What is where below the top, a directory before what it holds, by real place."""
        return _contents(self.top)


def _contents(place: Place) -> dict[Place, Seen]:
    found: dict[Place, Seen] = {place: ("dir", "")}
    with os.scandir("/" + "/".join(place)) as entries:
        for entry in entries:
            here = (*place, entry.name)
            if entry.is_symlink():
                found[here] = ("link", os.readlink(entry.path))
            elif entry.is_dir():
                found.update(_contents(here))
            elif entry.is_file():
                found[here] = ("file", _read(entry.path))
            else:
                found[here] = ("special", "")
    return found


def _write(path: str, data: str) -> None:
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
    os.write(handle, data.encode())
    os.close(handle)


def _read(path: str) -> str:
    handle = os.open(path, os.O_RDONLY)
    try:
        return os.read(handle, 4096).decode()
    finally:
        os.close(handle)


def can_chroot() -> bool:
    """Whether this process may step into a directory."""
    return os.geteuid() == 0 and hasattr(os, "chroot")


@contextmanager
def scratch(*, chroot: bool) -> Iterator[Scratch]:
    """A fresh scratch directory, in memory where there is such a place; leaves nothing behind."""
    top = tempfile.mkdtemp(prefix="tsr-proofs-", dir=MEMORY if os.access(MEMORY, os.W_OK) else None)
    deep = os.path.join(os.path.realpath(top), *map(str, range(DEPTH)))
    before, umask = os.getcwd(), os.umask(0o022)
    try:
        os.makedirs(deep)
        if chroot:
            with _inside(deep):
                yield Scratch((), "")
        else:
            yield Scratch(tuple(os.path.realpath(top).split("/")[1:]), deep)
    finally:
        os.umask(umask)
        os.chdir(before)
        shutil.rmtree(top)


@contextmanager
def _inside(directory: str) -> Iterator[None]:
    """Steps into a directory as the root, and out again by a handle of the real one."""
    root = os.open("/", os.O_RDONLY)
    try:
        os.chroot(directory)
        os.chdir("/")
        yield
    finally:
        os.fchdir(root)
        os.chroot(".")
        os.close(root)
