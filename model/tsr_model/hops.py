"""A walk told name by name, for whoever wants to see why a path lands where it does (FENCE-2, FENCE-3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tsr_model.filesystem import ROOT, Directory, FileSystem, Link, Number, place_of
from tsr_model.names import HERE, SLASH, UP, Name, Place, path
from tsr_model.resolver import LINK_BUDGET

Met: TypeAlias = Literal["entry", "link", "up", "missing", "up as text", "too many links"]


@dataclass(frozen=True, slots=True)
class Hop:
    """One name of a walk, what it met, and where the walk stands then; `target` is that of a link, which comes next.

    `missing`: there is no such entry, or it is looked for in what is no directory, so that it counts as text; `..` then
    takes text away.
    """

    name: Name
    met: Met
    place: Place
    target: str = ""


def hops(files: FileSystem, start: Number, parts: tuple[Name, ...]) -> tuple[Hop, ...]:
    """The names of a walk, in order: the last has the place where `fence.landing` lands, unless there is no name."""
    told: list[Hop] = []
    at, kept, links = start, list[Name](), LINK_BUDGET
    while parts:
        part, parts = parts[0], parts[1:]
        if part in (HERE, SLASH):
            continue
        if kept:
            told.append(_as_text(files, at, kept, part))
            continue
        here = files.directory(at)
        stored = files.stored(here, part)
        node = None if stored is None else files.nodes[here.entries[stored]]
        if part == UP:
            at = here.parent
            told.append(Hop(part, "up", place_of(files, at)))
        elif isinstance(node, Link):
            if links == 0:
                return (*told, Hop(part, "too many links", place_of(files, at), node.target))
            links, parts = links - 1, path(node.target).parts + parts
            at = ROOT if path(node.target).absolute else at
            told.append(Hop(part, "link", place_of(files, at), node.target))
        elif isinstance(node, Directory) and stored is not None:
            at = here.entries[stored]
            told.append(Hop(part, "entry", place_of(files, at)))
        else:
            kept = [stored or part] if node is None or parts else []
            told.append(Hop(part, "missing" if node is None else "entry", (*place_of(files, at), stored or part)))
    return tuple(told)


def _as_text(files: FileSystem, at: Number, kept: list[Name], part: Name) -> Hop:
    """One name behind a missing one: it is kept as text, or takes the last of the text away."""
    if part == UP:
        kept.pop()
    else:
        kept.append(part)
    return Hop(part, "up as text" if part == UP else "missing", (*place_of(files, at), *kept))
