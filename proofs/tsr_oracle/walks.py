"""A path that was judged, in words: its walk name by name, where it lands, and what that makes of it."""

from __future__ import annotations

from collections.abc import Iterator

from tsr_model.fence import Allowed, Judged, Landing, Refused, landing
from tsr_model.filesystem import FileSystem, Number, at_place
from tsr_model.hops import Hop, hops
from tsr_model.names import HERE, UP, Path, Place, without_slash
from tsr_model.resolver import TooManyLinks, start_of
from tsr_model.world import path_in_world
from tsr_spec.tree_text import escape

MOST_HOPS = 20
"""How many names of a walk are told; one may follow forty links."""

_ROLES = {
    "FENCE-1": {"content": "a manifest, or a lock file"},
    "FENCE-4": {"content": "what is there", "entry": "the entry itself"},
    "FENCE-8": {"content": "a file of variables"},
    "FENCE-9": {"content": "where packages are"},
    "FENCE-15": {"content": "the directory of a task"},
}


def judged_lines(judged: Judged) -> list[str]:
    """What was judged and why, how it was walked, and what came of it."""
    what = _ROLES[judged.by][judged.role]
    way = _hops_of(judged.role, judged.files, judged.start, judged.path)
    return [f"{written(judged.path)}   ({what}: {judged.by})", *_indented(walk_lines(way)), f"    {_outcome(judged)}"]


def written(path: Path) -> str:
    """A path as it is written, on one line."""
    text = ("/" if path.absolute else "") + "/".join(path.parts)
    return escape(text) or "''"


def shown_place(place: Place) -> str:
    """A place as cases write it, on one line."""
    return escape(path_in_world(place))


def walk_lines(way: tuple[Hop, ...]) -> list[str]:
    """A line a name; none where the walk is what the path says, be its last name there or not."""
    if all(hop.met == "entry" for hop in way[:-1]) and (not way or way[-1].met in ("entry", "missing")):
        return []
    width = min(max(len(escape(hop.name)) for hop in way), 16)
    lines = [f"{escape(hop.name):<{width}}  {_met(hop)}" for hop in way]
    if len(lines) <= MOST_HOPS:
        return lines
    return [*lines[: MOST_HOPS - 3], f"… {len(lines) - MOST_HOPS + 1} more", *lines[-2:]]


def _met(hop: Hop) -> str:
    place = shown_place(hop.place)
    match hop.met:
        case "link":
            return f"a link to {escape(hop.target)}, which is followed from {place} (FENCE-2)"
        case "up":
            return f"up to {place}"
        case "missing":
            return f"{place}, where nothing is: it counts as text (FENCE-3)"
        case "up as text":
            return f"takes that away as text: {place} (FENCE-3)"
        case "too many links":
            return f"a link to {escape(hop.target)}: one too many (FENCE-2)"
        case "entry":
            return place


def _hops_of(role: str, files: FileSystem, start: Number, path: Path) -> tuple[Hop, ...]:
    """The walk; of an entry only what lies above it is walked, and its name is added."""
    first = start_of(path, start)
    parts = path.parts if role == "content" else without_slash(path).parts
    if role == "content" or not parts or parts[-1] in (HERE, UP):
        return hops(files, first, parts)
    return hops(files, first, parts[:-1])


def _outcome(judged: Judged) -> str:
    match judged.decision:
        case Allowed(landing=landing, by=bound) as decision:
            admitted = f"within {shown_place(bound)}: allowed, by {', '.join(decision.clauses)}"
            return f"{_lands(judged.files, landing)}, {admitted}"
        case Refused(landing=landing) as decision:
            return f"{_lands(judged.files, landing)}, outside: refused, by {', '.join(decision.clauses)}"
        case TooManyLinks():
            return "lands nowhere, after too many links: refused, by FENCE-2"


def _lands(files: FileSystem, landed: Landing) -> str:
    there = at_place(files, landed.place) is not None
    return f"lands at {shown_place(landed.place)}" + ("" if there else ", where nothing is")


def entry_of_bounds(files: FileSystem, root: Number, path: Path, landed: Landing) -> Iterator[str]:
    """An entry of `allow_paths`: where it leads."""
    yield f"{shown_place(landed.place)}, which `allow_paths` calls {written(path)} (FENCE-19)"
    yield from _indented(walk_lines(hops(files, start_of(path, root), path.parts)))


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def walk_to(files: FileSystem, start: Number, path: Path) -> Place | None:
    """Where a path leads, None where there are too many links on the way."""
    landed = landing(files, start_of(path, start), path.parts)
    return landed.place if isinstance(landed, Landing) else None
