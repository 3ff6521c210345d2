"""What was observed of the processes of a run, beside what was foretold of them (GRAPH, TREE, INT, EXIT-6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from tsr_model.prediction import Prediction
from tsr_model.schedule import Moment, disorder, exits
from tsr_oracle.observe import Observation
from tsr_spec.case import Child

Met: TypeAlias = Mapping[int, int]
"""Which of the foretold children each observed one is, by their positions."""


def side_by_side(foretold: Prediction) -> bool:
    """Whether units of the run may run at the same time, so that there is more than one right order."""
    return foretold.order is not None and foretold.order.side_by_side


def matched(children: tuple[Child, ...], seen: Observation, *, in_order: bool) -> Met | None:
    """Which child each observed one is; None where one is none of them, or comes in the wrong place.

    Where the order is open, one that was ended before it could say who it is may be any of them.
    """
    left = dict(enumerate(children))
    met: dict[int, int] = {}
    for at, started in enumerate(seen.started):
        if not (in_order or started.argv):
            continue
        place = next((place for place, wanted in left.items() if wanted == started.child), None)
        if place is None or (in_order and place != at):
            return None
        met[at] = place
        del left[place]
    return met


def _moments(met: Met, seen: Observation) -> list[Moment]:
    """The starts and ends of the children, in the order in which they were told."""
    child = {started.pid: met[at] for at, started in enumerate(seen.started) if at in met}
    return [
        Moment(child[mark.pid], "begins" if mark.what == "start" else "ends")
        for mark in seen.marks
        if mark.what in ("start", "end") and mark.pid in child
    ]


def codes(foretold: Prediction, met: Met | None, seen: Observation) -> frozenset[int]:
    """The codes that the run may end with: where units ran side by side it depends on which of them failed first."""
    if foretold.order is not None and side_by_side(foretold) and met is not None and not seen.timed_out:
        return exits(foretold.order, foretold.units, foretold.interrupts, _moments(met, seen))
    failed, error = (any(check) for check in zip(*((u.failed, u.end == "error") for u in foretold.units), strict=True))
    return frozenset({foretold.exit, 64} if failed and error and not foretold.interrupts else {foretold.exit})


def out_of_order(foretold: Prediction, met: Met, seen: Observation) -> str | None:
    """What began before it might, in words; None where nothing did."""
    if not side_by_side(foretold) or foretold.order is None:
        return None
    return disorder(foretold.order, foretold.units, _moments(met, seen))


def survivors(seen: Observation) -> tuple[str, ...]:
    """The programs of which something was left, by name; `?` for a process that nobody has called his own."""
    return tuple(sorted({survivor.name or "?" for survivor in seen.survivors}))


def groups(seen: Observation) -> str:
    """Whether the children had process groups of their own, in words."""
    own = {started.leads_group for started in seen.started if started.complete}
    return grouped(own.pop()) if len(own) == 1 else "some of each"


def grouped(isolated: bool) -> str:
    """The same of what was foretold."""
    return "a process group of its own for each child" if isolated else "the runner's process group for each child"


def other_stdin(foretold: Prediction, seen: Observation) -> str | None:
    """What a child has as standard input, where the runner's is a terminal and it should not have that (TREE-7)."""
    if foretold.stdin == "as it is":
        return None
    return next((one.stdin for one in seen.started if one.complete and one.stdin != foretold.stdin), None)
