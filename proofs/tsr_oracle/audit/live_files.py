"""A real file system as a value of the model, of which nothing is read but what the model asks for.

A node is looked at with `lstat` when the model comes to it, and a file is read when its bytes are wanted: so what a
guard refuses is never opened, no link is followed by anybody but the model, and a tree of any size costs what is looked
at. What has been seen once is what holds for as long as this lives. Nothing is written, and no program is run.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Mapping
from typing import Literal

from tsr_model.filesystem import ROOT, Directory, File, FileSystem, Link, Node, Number, Owner, Special
from tsr_model.names import Name, Place, text

_KINDS: dict[int, Literal["fifo", "socket"]] = {stat.S_IFIFO: "fifo", stat.S_IFSOCK: "socket"}

MOST_BYTES = 64 << 20
"""Of a file: what is larger is no config and no manifest (PKG-11)."""


class Unseen(Exception):
    """Something that the model asks for can't be looked at: which place, and why."""

    def __init__(self, place: Place, why: str) -> None:
        super().__init__(f"{text(place)}: {why}")
        self.place, self.why = place, why


def live_files() -> FileSystem:
    """The file system that this process sees."""
    return FileSystem(_Nodes())


class _Nodes(Mapping[Number, Node]):
    """All nodes that have been come to, by number; a number is a place."""

    def __init__(self) -> None:
        self.places: list[Place] = [()]
        self._parents: list[Number] = [ROOT]
        self._seen: dict[Number, Node] = {}

    def __getitem__(self, number: Number) -> Node:
        if number not in self._seen:
            self._seen[number] = self._look(number)
        return self._seen[number]

    def __iter__(self) -> Iterator[Number]:
        return iter(range(len(self.places)))

    def __len__(self) -> int:
        return len(self.places)

    def numbered(self, holder: Number, name: Name) -> Number:
        """A number for the entry of a directory."""
        self.places.append((*self.places[holder], name))
        self._parents.append(holder)
        return len(self.places) - 1

    def _look(self, number: Number) -> Node:
        place = self.places[number]
        try:
            status = os.lstat(text(place))
            target = os.readlink(text(place)) if stat.S_ISLNK(status.st_mode) else ""
        except OSError as error:
            raise Unseen(place, _why(error)) from None
        mode, owner = stat.S_IMODE(status.st_mode), _owner(status.st_uid)
        match stat.S_IFMT(status.st_mode):
            case stat.S_IFDIR:
                entries = _Entries(self, number)
                return Directory(entries, self._parents[number], mode, status.st_dev, owner=owner)
            case stat.S_IFREG:
                return LiveFile(place, mode, owner)
            case stat.S_IFLNK:
                return Link(target, owner)
            case kind:
                return Special(_KINDS.get(kind, "device"), owner)


class _Entries(Mapping[Name, Number]):
    """The entries of a directory. A name is looked for by itself; all are listed only for whoever asks for all."""

    def __init__(self, nodes: _Nodes, directory: Number) -> None:
        self._nodes, self._directory = nodes, directory
        self._known: dict[Name, Number | None] = {}

    def __getitem__(self, name: Name) -> Number:
        if name not in self._known:
            self._known[name] = self._nodes.numbered(self._directory, name) if self._is_there(name) else None
        number = self._known[name]
        if number is None:
            raise KeyError(name)
        return number

    def __iter__(self) -> Iterator[Name]:
        """What is known by now comes first: who looks for the name of a directory that was come to finds it at once."""
        known = [name for name, number in self._known.items() if number is not None]
        yield from known
        yield from sorted(set(self._names()) - set(known))

    def __len__(self) -> int:
        return len(self._names())

    def _is_there(self, name: Name) -> bool:
        if not name or "/" in name or "\0" in name:
            return False
        place = (*self._nodes.places[self._directory], name)
        try:
            os.lstat(text(place))
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG):
                return False
            raise Unseen(place, _why(error)) from None
        return True

    def _names(self) -> list[Name]:
        place = self._nodes.places[self._directory]
        try:
            return os.listdir(text(place))
        except OSError as error:
            raise Unseen(place, _why(error)) from None


class LiveFile(File):
    """A regular file whose bytes are read when they are asked for."""

    __slots__ = ("_place", "_read")
    _place: Place
    _read: str | None

    def __init__(self, place: Place, mode: int, owner: Owner) -> None:
        for name, value in {"mode": mode, "fresh": False, "program": None, "owner": owner}.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_place", place)
        object.__setattr__(self, "_read", None)

    @property
    def data(self) -> str:
        """The bytes, each that is no UTF-8 as a surrogate. Raises `Unseen`."""
        if self._read is None:
            object.__setattr__(self, "_read", _bytes_of(self._place).decode("utf-8", "surrogateescape"))
        assert self._read is not None
        return self._read


def _why(error: OSError) -> str:
    return error.strerror or "it can't be looked at"


def _bytes_of(place: Place) -> bytes:
    """What is in a regular file at a place; a link or a FIFO that has come there since is neither followed nor waited
    for."""
    try:
        handle = os.open(text(place), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise Unseen(place, "it is no regular file any more")
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise Unseen(place, _why(error)) from None
    if len(data) > MOST_BYTES:
        raise Unseen(place, f"it is larger than {MOST_BYTES >> 20} MiB")
    return data


def _owner(user: int) -> Owner:
    """Whose a node is, as whoever runs this sees it."""
    return "user" if user == os.geteuid() else "root" if user == 0 else "other"
