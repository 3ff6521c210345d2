"""The exit code of a run, from what has happened in it (EXIT-1, EXIT-2, EXIT-4, EXIT-6, INT-1, INT-4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Signal: TypeAlias = Literal["INT", "TERM", "HUP", "QUIT"]

RUNNER_LEVEL = 64
OF_SIGNAL: dict[Signal, int] = {"INT": 130, "TERM": 130, "HUP": 129, "QUIT": 131}
"""What a run ends with after a signal: 130 for the two usual ways to stop it (INT-1), 128+n for the others (INT-4)."""


def exit_code(interrupt: Signal | None, failure: int, error: bool) -> int:
    """Ours: an interrupt outranks all, then the first failure (0: none), then a runner-level error (EXIT-6)."""
    if interrupt is not None:
        return OF_SIGNAL[interrupt]
    return failure or (RUNNER_LEVEL if error else 0)


@dataclass(frozen=True, slots=True)
class Failure:
    """A unit that failed by itself: its status, when what failed in it began, and when the runner knew that it has
    ended, as positions in what was observed. What began before the runner knew has not waited for it.
    """

    status: int
    began: int
    ended: int


def admissible(interrupts: Sequence[Signal], failures: Sequence[Failure], error: bool) -> frozenset[int]:
    """Every code that a run may end with, of which this was observed (EXIT-6).

    Of signals the first decides. Of failures the first does, and where units ran side by side either may have been
    first; beside a failure the code of a runner-level error is as good.
    """
    if interrupts:
        return frozenset({OF_SIGNAL[interrupts[0]]})
    first = {one.status for one in failures if not any(other.ended < one.began for other in failures)}
    if error:
        first.add(RUNNER_LEVEL)
    return frozenset(first or {0})
