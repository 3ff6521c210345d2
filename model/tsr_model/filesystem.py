"""A file system as a value.

Nodes are numbered, as inodes are, so that hard links and a directory that is renamed under a process's feet are what
they are. Node 0 is the root. A directory knows its parent, and its entries map names to numbers. Whoever is taken
out of its directory stays in the table, unreachable: a process may still stand in it.

Left out, and so never claimed: mounts within a tree, access control, concurrency. Modes are carried, not enforced.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from tsr_model.names import Name, Place
from tsr_spec.case import Program

Number: TypeAlias = int
ROOT: Number = 0

Errno: TypeAlias = Literal[
    "EBUSY", "EEXIST", "EINVAL", "EISDIR", "ELOOP", "ENOENT", "ENOTDIR", "ENOTEMPTY", "ENXIO", "EXDEV"
]


Owner: TypeAlias = Literal["user", "root", "other"]
"""Whose a node is: whoever runs the runner, root, or another user without privileges."""


@dataclass(frozen=True, slots=True)
class Directory:
    """A directory: its entries, its parent (the root is its own), its mode, the device that it is on, its owner.

    `removed`: the name that it had, once it has been removed.
    """

    entries: Mapping[Name, Number]
    parent: Number
    mode: int = 0o755
    device: int = 0
    removed: Name = ""
    owner: Owner = "user"


@dataclass(frozen=True, slots=True)
class File:
    """A regular file. `fresh`: its times were set by this run. `program`: what it does, if it is one."""

    data: str
    mode: int = 0o644
    fresh: bool = False
    program: Program | None = None
    owner: Owner = "user"


@dataclass(frozen=True, slots=True)
class Link:
    """A symbolic link and its target, as text."""

    target: str
    owner: Owner = "user"


@dataclass(frozen=True, slots=True)
class Special:
    """A FIFO, a socket, or a device."""

    kind: Literal["fifo", "socket", "device"]
    owner: Owner = "user"


Node: TypeAlias = Directory | File | Link | Special


@dataclass(frozen=True, slots=True)
class FileSystem:
    """All nodes by number. `caseless`: names compare without case, as on Windows and often on macOS."""

    nodes: Mapping[Number, Node]
    caseless: bool = False

    def directory(self, number: Number) -> Directory:
        """The directory with this number. Only for numbers that are known to be one."""
        node = self.nodes[number]
        assert isinstance(node, Directory)
        return node

    def stored(self, directory: Directory, name: Name) -> Name | None:
        """The name of the entry that `name` finds in the directory, as the directory has it; None if there is none."""
        if name in directory.entries:
            return name
        if not self.caseless:
            return None
        folded = name.casefold()
        return next((other for other in directory.entries if other.casefold() == folded), None)


EMPTY = FileSystem({ROOT: Directory({}, ROOT, owner="root")})


def place_of(files: FileSystem, number: Number) -> Place:
    """Where the directory with this number is, or was before it was removed. One that nothing leads to is called by a
    name that no entry has."""
    names: list[Name] = []
    here = files.directory(number)
    while number != ROOT:
        holder = files.directory(here.parent)
        names.append(here.removed or name_in(holder, number))
        here, number = holder, here.parent
    names.reverse()
    return tuple(names)


def name_in(directory: Directory, number: Number) -> Name:
    """The name of the entry that leads to `number`."""
    for name, held in directory.entries.items():
        if held == number:
            return name
    return "(gone)"


def at_place(files: FileSystem, place: Place) -> Number | None:
    """The number of what is at a place, or None."""
    number = ROOT
    for name in place:
        node = files.nodes[number]
        if not isinstance(node, Directory) or name not in node.entries:
            return None
        number = node.entries[name]
    return number


# --- changes: each gives the file system with one thing different ----------------------------------------------------


def with_node(files: FileSystem, number: Number, node: Node) -> FileSystem:
    """The same, with this node under this number."""
    return FileSystem({**files.nodes, number: node}, files.caseless)


def with_entry(files: FileSystem, directory: Number, name: Name, node: Node) -> tuple[FileSystem, Number]:
    """The same, with a new node under a new number, and an entry for it; gives the number too."""
    number = len(files.nodes)
    holder = files.directory(directory)
    entries = {**holder.entries, name: number}
    nodes = {**files.nodes, number: node, directory: replace(holder, entries=entries)}
    return FileSystem(nodes, files.caseless), number


def with_hard_link(files: FileSystem, directory: Number, name: Name, number: Number) -> FileSystem:
    """The same, with a further entry for a node that there is."""
    holder = files.directory(directory)
    return with_node(files, directory, replace(holder, entries={**holder.entries, name: number}))


def without_entry(files: FileSystem, directory: Number, name: Name) -> FileSystem:
    """The same, without this entry; a directory that was in it counts as removed."""
    holder = files.directory(directory)
    number = holder.entries[name]
    entries = {other: held for other, held in holder.entries.items() if other != name}
    nodes = {**files.nodes, directory: replace(holder, entries=entries)}
    node = files.nodes[number]
    if isinstance(node, Directory):
        nodes[number] = replace(node, removed=name)
    return FileSystem(nodes, files.caseless)


def moved_entry(files: FileSystem, source: tuple[Number, Name], target: tuple[Number, Name]) -> FileSystem:
    """The same, with the entry at `source` now at `target`, in the place of whatever was there."""
    number = files.directory(source[0]).entries[source[1]]
    if target[1] in files.directory(target[0]).entries:
        files = without_entry(files, *target)
    node = files.nodes[number]
    files = with_hard_link(without_entry(files, *source), *target, number)
    return with_node(files, number, replace(node, parent=target[0]) if isinstance(node, Directory) else node)
