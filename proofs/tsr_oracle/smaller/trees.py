"""Smaller trees: without some of the entries, or with plainer ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import replace

from tsr_model.fence import Landing, landing
from tsr_model.filesystem import ROOT
from tsr_model.names import Place
from tsr_model.world import place_in_world, world
from tsr_oracle.smaller.pieces import shorter_path, without
from tsr_spec.case import (
    CONDUCT,
    PLAIN,
    CaseError,
    Directory,
    Entry,
    File,
    Given,
    HardLink,
    Link,
    Mount,
    Program,
    Special,
    parents,
)


def with_tree(given: Given, tree: Iterable[Entry]) -> Given:
    """The case with this tree. Of what is gone, nothing is declared; a file is no further name of what is gone."""
    entries = tuple(tree)
    there = {entry.path for entry in entries}
    kept = tuple(entry for entry in entries if not (isinstance(entry, HardLink) and entry.to not in there))
    return replace(given, tree=kept, declares=tuple(one for one in given.declares if one.path in there))


def with_entry(given: Given, entry: Entry) -> Given:
    """The case with another entry in the place of the one of that path."""
    return with_tree(given, (entry if other.path == entry.path else other for other in given.tree))


def without_entries(given: Given) -> Iterator[Given]:
    """The case without some entries and all beneath them: many at once first, then one by one from above."""
    every = sorted({part for entry in given.tree for part in (*parents(entry.path), entry.path)}, key=_in_tree_order)
    for left in without(every):
        gone = set(every) - set(left)
        if len(gone) > 1:
            yield _without(given, gone)
    for path in sorted(every, key=lambda path: path.count("/")):
        yield _without(given, {path})


def _in_tree_order(path: str) -> list[str]:
    return path.split("/")


def _without(given: Given, gone: Set[str]) -> Given:
    return with_tree(given, (e for e in given.tree if e.path not in gone and gone.isdisjoint(parents(e.path))))


def with_less_above(given: Given) -> Iterator[Given]:
    """The case without an entry, but with the directory that only it implied; or without a directory's own entry."""
    implied = [part for entry in given.tree for part in parents(entry.path)]
    for entry in given.tree:
        rest = [other for other in given.tree if other is not entry]
        above = parents(entry.path)
        if above and implied.count(above[-1]) == 1 and not any(other.path == above[-1] for other in rest):
            yield with_tree(given, (*rest, Directory(above[-1])))
        if isinstance(entry, Directory | Mount) and entry.path in implied:
            yield with_tree(given, rest)


def plainer_entries(given: Given) -> Iterator[Given]:
    """The case with one entry that has less to it: no mode, no owner, no conduct, a plainer kind."""
    for entry in given.tree:
        for plainer in _plainer(entry):
            yield with_entry(given, plainer)


def _plainer(entry: Entry) -> Iterator[Entry]:
    match entry:
        case Directory(path=path):
            yield from _but(entry, Directory(path), "mode", "owner")
        case File(path=path):
            yield from _but(entry, File(path), "mode", "owner")
        case Link(path=path):
            yield from _but(entry, Link(path, ""), "owner")
        case Mount(path=path):
            yield Directory(path)
        case HardLink(path=path) | Special(path=path):
            yield File(path, f"{path}\n")
        case Program():
            yield from _but(entry, PLAIN, *CONDUCT, "status")


def _but(entry: Entry, plain: Entry, *fields: str) -> Iterator[Entry]:
    """The entry with all of these fields as plain ones have them, then with one."""
    values = {name: getattr(plain, name) for name in fields if getattr(entry, name) != getattr(plain, name)}
    if len(values) > 1:
        yield replace(entry, **values)
    for name, value in values.items():
        yield replace(entry, **{name: value})


def shorter_links(given: Given) -> Iterator[Given]:
    """The case with a link that leads to where it leads by a shorter way, or that has a shorter target."""
    for entry in given.tree:
        if isinstance(entry, Link):
            direct = _direct(given, entry)
            ways = [direct] if direct is not None and len(direct) < len(entry.target) else []
            for target in (*ways, *shorter_path(entry.target)):
                if target:
                    yield with_entry(given, replace(entry, target=target))


def _direct(given: Given, link: Link) -> str | None:
    """The way from a link to where it leads, without any link in between."""
    try:
        files = world(given).files
    except CaseError:
        return None
    here = place_in_world(link.path)
    landed = landing(files, ROOT, here)
    return _way(here[:-1], landed.place) if isinstance(landed, Landing) else None


def _way(start: Place, end: Place) -> str:
    shared = 0
    while shared < min(len(start), len(end)) and start[shared] == end[shared]:
        shared += 1
    return "/".join([".."] * (len(start) - shared) + list(end[shared:])) or "."
