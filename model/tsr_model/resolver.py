"""The physical walk (FENCE-2): every component in order, links followed, `..` from where the walk stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tsr_model.filesystem import ROOT, Directory, FileSystem, Link, Number
from tsr_model.names import HERE, SLASH, UP, Name, Path, path

LINK_BUDGET = 40


@dataclass(frozen=True, slots=True)
class Reached:
    """The walk came to its end at this node. `holder` and `name`: the entry it went through last, if it did."""

    number: Number
    holder: Number
    name: Name
    turned: bool


@dataclass(frozen=True, slots=True)
class Stopped:
    """The walk stopped in a directory: its entry `rest[0]` is missing, or (`blocked`) is no directory."""

    holder: Number
    rest: tuple[Name, ...]
    blocked: bool
    links_left: int
    turned: bool


@dataclass(frozen=True, slots=True)
class TooManyLinks:
    """The walk met more links than the budget allows."""


Walk: TypeAlias = Reached | Stopped | TooManyLinks


def walk(
    files: FileSystem, start: Number, parts: tuple[Name, ...], *, follow: bool = True, links: int = LINK_BUDGET
) -> Walk:
    """Walks the parts from `start` (FENCE-2). With `follow` false a link in last place is where the walk ends.

    `turned` in the result says whether a link or a `..` was part of the way: where text and place can differ.
    """
    nodes, at, holder, name, turned = files.nodes, start, start, HERE, False
    while parts:
        here = nodes[at]
        if not isinstance(here, Directory):
            return Stopped(holder, (name, *parts), True, links, turned)
        part, parts = parts[0], parts[1:]
        if part in (HERE, SLASH):
            continue
        if part == UP:
            at = holder = here.parent
            name, turned = HERE, True
            continue
        stored = files.stored(here, part)
        if stored is None:
            return Stopped(at, (part, *parts), False, links, turned)
        entry = here.entries[stored]
        node = nodes[entry]
        if isinstance(node, Link) and (parts or follow):
            if links == 0:
                return TooManyLinks()
            links, turned = links - 1, True
            target = path(node.target)
            parts = target.parts + parts
            at = ROOT if target.absolute else at
        else:
            holder, name, at = at, stored, entry
    return Reached(at, holder, name, turned)


def start_of(path: Path, cwd: Number) -> Number:
    """Where the walk of a path starts."""
    return ROOT if path.absolute else cwd
