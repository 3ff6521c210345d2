"""The race as a whole: rounds, one after the other or by several workers, until enough was called and swapped."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from tsr_oracle.race.pace import Pace
from tsr_oracle.race.rounds import Played
from tsr_oracle.race.worker import Play, serve
from tsr_oracle.team import Team, WorkerError
from tsr_oracle.worker import Setting

TIERS = {"quick": (10_000, 100_000), "full": (200_000, 2_000_000)}
"""How many calls and swaps there are to be at least."""

_ROUNDS_WITHOUT_A_SWAP = 40


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked: at least so many calls and swaps, unless time is up; `only`: this round, again and again."""

    setting: Setting
    tier: str
    calls: int
    swaps: int
    seconds: float | None
    jobs: int
    only: int | None = None


@dataclass(slots=True)
class Outcome:
    """What came of it."""

    version: str = ""
    confined: str = ""
    seconds: float = 0.0
    played: Played = field(default_factory=Played)


def run(plan: Plan, *, quiet: bool = False) -> Outcome:
    """Runs the race, which ends with the first round that has a finding. Raises RefusedSubject, WorkerError."""
    outcome = Outcome()
    with Team(plan.setting, plan.jobs, serve=serve) as team:
        outcome.confined = team.confined
        outcome.version = team.smoke("binary" if plan.setting.words else "hosted")
        pace = Pace(plan.calls, plan.swaps, plan.seconds, quiet=quiet)
        pace.tell_of(outcome.played)
        began = time.monotonic()
        for played in team.ask(_rounds(plan, outcome.played, began)):
            outcome.played.add(played)
            pace.tell_of(outcome.played)
            if outcome.played.rounds >= _ROUNDS_WITHOUT_A_SWAP and not outcome.played.swaps:
                raise WorkerError("the attacker can't swap anything on this system, so there is no race")
        outcome.seconds = time.monotonic() - began
        pace.stop()
    return outcome


def _rounds(plan: Plan, so_far: Played, began: float) -> Iterator[Play]:
    """The rounds to be played: for as long as there are too few calls or swaps, time is left, and nothing was found."""
    for number in itertools.count() if plan.only is None else itertools.repeat(plan.only):
        over = plan.seconds is not None and time.monotonic() - began >= plan.seconds
        enough = so_far.calls >= plan.calls and so_far.swaps >= plan.swaps
        if over or enough or so_far.findings:
            return
        yield Play(number)
