"""Players that judge without running anything: quickly, and in whatever order a test wants."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from tsr_oracle.fuzz import players as played
from tsr_oracle.fuzz.campaign import Campaign, Plan
from tsr_oracle.fuzz.corpus import Corpus, Identity
from tsr_oracle.fuzz.pace import Pace
from tsr_oracle.fuzz.players import Smaller
from tsr_oracle.fuzz.series import Series
from tsr_oracle.fuzz.tally import Tally
from tsr_oracle.judge import Verdict
from tsr_oracle.record.record import Failure
from tsr_oracle.worker import Judged
from tsr_spec.case import Case, Given

AGREES = Verdict("agree", (), "")


def by_id(case: Case) -> Verdict:
    """A verdict that is a function of the case: one in sixteen fails, in one of two ways."""
    if not case.id.startswith("5"):
        return AGREES
    clause = "FENCE-1" if case.id[1] in "01234567" else "FENCE-5"
    return Verdict("divergence", (clause,), "by its id")


class Players:
    """So many cases are under way at a time, and are judged in an order that is a function of `order`."""

    version, confined = "none", "Not at all."

    def __init__(
        self, verdict: Callable[[Case], Verdict] = by_id, at_a_time: int = 1, order: int = 0, most: int | None = None
    ) -> None:
        self._verdict, self._at_a_time, self._rng, self._most = verdict, at_a_time, random.Random(order), most
        self._shrinking: list[Judged] = []
        self.played: list[Case] = []

    def __enter__(self) -> Players:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        pass

    def play(self, cases: Iterable[Case]) -> Iterator[Judged | Smaller]:
        under_way: list[Case] = []
        for case in cases:
            under_way.append(case)
            if len(under_way) >= self._at_a_time:
                yield self._judge(under_way.pop(self._rng.randrange(len(under_way))))
            if len(self._shrinking) >= self._at_a_time:
                yield self._shrink()
        while under_way:
            yield self._judge(under_way.pop(self._rng.randrange(len(under_way))))
        while self._shrinking:
            yield self._shrink()

    def _judge(self, case: Case) -> Judged:
        if len(self.played) == self._most:
            raise KeyboardInterrupt
        self.played.append(case)
        return Judged("given", "hosted", 0, case, (), self._verdict(case))

    def _shrink(self) -> Smaller:
        """One of those that wait; the second of a kind becomes the same as the first."""
        judged = self._shrinking.pop(self._rng.randrange(len(self._shrinking)))
        assert judged.verdict is not None
        small = replace(judged.case, given=Given(judged.verdict.clauses, ()))
        return Smaller(judged, replace(judged, case=small, origin=judged.case.id))

    def make_smaller(self, judged: Judged) -> None:
        self._shrinking.append(judged)

    def drop(self) -> None:
        self._shrinking.clear()

    def report(self) -> list[str]:
        return []


def identity(seed: int = 1, shard: tuple[int, int] = (1, 1), subject: str = "a subject") -> Identity:
    """What a corpus of these tests is of."""
    return Identity(seed, shard, subject, "ours", "1.0")


def fuzz(place: Path, players: played.Players, plan: Plan, name: str = "corpus") -> tuple[Tally, list[Failure]]:
    """A campaign in that place, and what it has shown."""
    (place / "results").mkdir(exist_ok=True, parents=True)
    tally, shown = Tally(str(place / "results"), ()), list[Failure]()
    with Corpus(str(place / name), identity(plan.series.seed, plan.series.shard)) as corpus, players:
        Campaign(plan, corpus, tally, Pace(quiet=True), shown.append).run(players)
    return tally, shown


def rounds(count: int, seed: int = 1, shard: tuple[int, int] = (1, 1)) -> Plan:
    """So many rounds of a hundred."""
    return Plan(Series(seed, shard), cases=100 * count)


def content(directory: Path) -> dict[str, bytes]:
    """Every file of a directory, by name."""
    return {path.name: path.read_bytes() for path in sorted(directory.iterdir())}
