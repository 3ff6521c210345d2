"""A case's question as values of the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from tsr_model import kernel
from tsr_model.filesystem import (
    EMPTY,
    ROOT,
    Directory,
    File,
    FileSystem,
    Link,
    Node,
    Number,
    Special,
    with_entry,
    with_hard_link,
)
from tsr_model.names import Place, path, text
from tsr_spec import case
from tsr_spec.case import Given, entries, process_environment
from tsr_spec.conduct import conduct_text

WORLD: Place = tuple(case.WORLD.strip("/").split("/"))
MOUNTED = 3
"""The device of what a case has mounted in its world."""
OTHER: Place = tuple(case.OTHER.strip("/").split("/"))


@dataclass(frozen=True, slots=True)
class World:
    """Everything that a run depends on: files, working directory, home, environment, umask, standard input; and what
    happens while it runs: signals, each with the mark at which it is sent (`ignored`: not heard from the start).
    `declared`: what the manifest at a place says."""

    files: FileSystem
    cwd: Number
    home: str
    environment: dict[str, str]
    umask: int
    stdin: str
    terminal: bool = False
    ignored: tuple[str, ...] = ()
    signals: tuple[tuple[str, str], ...] = ()
    declared: Mapping[Place, case.Declared] = field(default_factory=dict)


@lru_cache(maxsize=8)
def world(given: Given) -> World:
    """The world that the question describes: its tree at `/@WORLD@`, a second file system at `/@OTHER@`."""
    files, _ = with_entry(EMPTY, ROOT, WORLD[0], Directory({}, ROOT, device=1))
    files, _ = with_entry(files, ROOT, OTHER[0], Directory({}, ROOT, device=2))
    numbers: dict[Place, Number] = {(): ROOT, WORLD: 1, OTHER: 2}
    for entry in entries(given):
        place = place_in_world(entry.path)
        holder = numbers[place[:-1]]
        if isinstance(entry, case.HardLink):
            numbers[place] = numbers[place_in_world(entry.to)]
            files = with_hard_link(files, holder, place[-1], numbers[place])
        else:
            device = MOUNTED if isinstance(entry, case.Mount) else files.directory(holder).device
            node = _node(entry, holder, device)
            files, numbers[place] = with_entry(files, holder, place[-1], node)
    environment = process_environment(given)
    cwd = kernel.stat(files, ROOT, path(f"{case.WORLD}/{given.cwd}"))
    if isinstance(cwd, str) or not isinstance(files.nodes[cwd], Directory):
        raise case.CaseError(f"cwd: {given.cwd!r} is no directory of this world")
    meanwhile = given.terminal, given.ignored, given.signals
    declared = {place_in_world(one.path): one for one in given.declares}
    return World(files, cwd, environment["HOME"], environment, given.umask, given.stdin, *meanwhile, declared)


def place_in_world(written: str) -> Place:
    """The place of a path as a case writes it: relative to the world, or absolute on the second file system."""
    if written.startswith(case.OTHER):
        return tuple(written.strip("/").split("/"))
    return (*WORLD, *(name for name in written.split("/") if name not in ("", ".")))


def path_in_world(place: Place) -> str:
    """The path, as a case writes it, of a place: the other way round."""
    return "/".join(place[len(WORLD) :]) or "." if place[: len(WORLD)] == WORLD else text(place)


def _node(entry: case.Entry, parent: Number, device: int) -> Node:
    match entry:
        case case.Directory(mode=mode, owner=owner):
            return Directory({}, parent, mode, device, owner=owner)
        case case.Mount():
            return Directory({}, parent, device=device)
        case case.File(data=data, mode=mode, owner=owner):
            return File(data, mode, device=device, owner=owner)
        case case.Link(target=target, owner=owner):
            return Link(target, device, owner)
        case case.Special(kind=kind):
            return Special(kind, device)
        case case.Program():
            return File(f"program {conduct_text(entry)}", 0o755, program=entry, device=device)
        case case.HardLink():
            raise AssertionError("a hard link has no node of its own")
