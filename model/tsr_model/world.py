"""A case's question as values of the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from tsr_model import kernel
from tsr_model.filesystem import ROOT, Directory, File, FileSystem, Link, Node, Number, Special
from tsr_model.names import Name, Place, path, text
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
    files = _files(entries(given))
    environment = process_environment(given)
    cwd = kernel.stat(files, ROOT, path(f"{case.WORLD}/{given.cwd}"))
    if isinstance(cwd, str) or not isinstance(files.nodes[cwd], Directory):
        raise case.CaseError(f"cwd: {given.cwd!r} is no directory of this world")
    meanwhile = given.terminal, given.ignored, given.signals
    declared = {place_in_world(one.path): one for one in given.declares}
    if any(isinstance(entry, case.Link) and place_in_world(entry.path) in declared for entry in given.tree):
        raise case.CaseError("what is declared of a manifest stands by the file itself, and not by a link to it")
    return World(files, cwd, environment["HOME"], environment, given.umask, given.stdin, *meanwhile, declared)


def _files(tree: tuple[case.Entry, ...]) -> FileSystem:
    """The file system with these entries, parents first. A directory's entries are filled in while it is made."""
    inside: dict[Place, dict[Name, Number]] = {place: {} for place in ((), WORLD, OTHER)}
    inside[()].update({WORLD[0]: 1, OTHER[0]: 2})
    nodes: dict[Number, Node] = {
        ROOT: Directory(inside[()], ROOT, owner="root"),
        1: Directory(inside[WORLD], ROOT, device=1),
        2: Directory(inside[OTHER], ROOT, device=2),
    }
    numbers: dict[Place, Number] = {(): ROOT, WORLD: 1, OTHER: 2}
    for entry in tree:
        place = place_in_world(entry.path)
        above = place[:-1]
        if isinstance(entry, case.HardLink):
            number = numbers[place_in_world(entry.to)]
        else:
            number, holder = len(nodes), nodes[numbers[above]]
            assert isinstance(holder, Directory)
            inside[place] = {}
            nodes[number] = _node(entry, numbers[above], holder.device, inside[place])
        numbers[place] = inside[above][place[-1]] = number
    return FileSystem(nodes)


@lru_cache(maxsize=4096)
def place_in_world(written: str) -> Place:
    """The place of a path as a case writes it: relative to the world, or absolute, as on the second file system."""
    if written.startswith("/"):
        return tuple(written.strip("/").split("/"))
    return (*WORLD, *(name for name in written.split("/") if name not in ("", ".")))


def path_in_world(place: Place) -> str:
    """The path, as a case writes it, of a place: the other way round."""
    return "/".join(place[len(WORLD) :]) or "." if place[: len(WORLD)] == WORLD else text(place)


def _node(entry: case.Entry, parent: Number, device: int, inside: Mapping[Name, Number]) -> Node:
    match entry:
        case case.Directory(mode=mode, owner=owner):
            return Directory(inside, parent, mode, device, owner=owner)
        case case.Mount():
            return Directory(inside, parent, device=MOUNTED)
        case case.File(data=data, mode=mode, owner=owner):
            return File(data, mode, owner=owner)
        case case.Link(target=target, owner=owner):
            return Link(target, owner)
        case case.Special(kind=kind):
            return Special(kind)
        case case.Program():
            return File(f"program {conduct_text(entry)}", 0o755, program=entry)
        case case.HardLink():
            raise AssertionError("a hard link has no node of its own")
