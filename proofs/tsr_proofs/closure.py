"""What leads to what, by one step or more."""

from __future__ import annotations

from collections.abc import Collection, Mapping


def closure(edges: Mapping[str, Collection[str]]) -> dict[str, set[str]]:
    """What each leads to, by one step or more: stepping until nothing is new."""
    found = {start: set(ends) for start, ends in edges.items()}
    while True:
        wider = {start: ends.union(*(found.get(end, set()) for end in ends)) for start, ends in found.items()}
        if wider == found:
            return found
        found = wider
