"""What differs between two trees, in the words of an outcome: what is gone, what was made, whose time is new."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tsr_model.filesystem import Number
from tsr_oracle.expected import Expected
from tsr_spec.case import Entry, File, HardLink, Program


@dataclass(frozen=True, slots=True)
class Changes:
    """Paths that are gone; entries that are new or other than before; files with a new time and their old bytes; and
    what is as good the one way as the other."""

    gone: tuple[str, ...]
    made: tuple[Entry, ...]
    touched: tuple[str, ...]
    optional: tuple[str, ...]


def changes(before: Mapping[str, Expected], after: Mapping[str, Expected]) -> Changes:
    """What a run has to have changed, each path at most once."""
    optional = tuple(sorted(path for path, now in after.items() if now.optional))
    judged = {path: now for path, now in after.items() if not now.optional}
    shared_before = _first_names(before, before.keys() & judged.keys())
    shared_after = _first_names(judged, before.keys() & judged.keys())
    first = _first_names(judged, judged.keys())
    made = {
        path: now.entry if first[path] == path else HardLink(path, first[path])
        for path, now in judged.items()
        if path not in before or before[path].entry != now.entry or shared_before[path] != shared_after[path]
    }
    return Changes(
        gone=tuple(sorted(before.keys() - after.keys())),
        made=tuple(made[path] for path in sorted(made)),
        touched=tuple(sorted(path for path in judged.keys() - made.keys() if _is_fresh(judged[path]))),
        optional=optional,
    )


def _first_names(tree: Mapping[str, Expected], among: Collection[str]) -> dict[str, str]:
    """The first of the names that each file has among these paths."""
    first: dict[Number, str] = {}
    names: dict[str, str] = {}
    for path in sorted(among):
        found = tree[path]
        is_file = isinstance(found.entry, File | Program)
        names[path] = first.setdefault(found.number, path) if is_file else path
    return names


def _is_fresh(now: Expected) -> bool:
    return isinstance(now.entry, File | Program) and now.fresh is True
