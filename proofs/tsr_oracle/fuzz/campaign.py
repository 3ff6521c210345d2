"""The fuzzing itself: rounds are played one after another, and each is written down once it is whole."""

from __future__ import annotations

import itertools
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from tsr_oracle.fuzz.corpus import Corpus
from tsr_oracle.fuzz.in_order import InOrder
from tsr_oracle.fuzz.pace import Pace
from tsr_oracle.fuzz.players import Players, Smaller
from tsr_oracle.fuzz.series import ROUND, Series, traits_of
from tsr_oracle.fuzz.tally import Tally
from tsr_oracle.record.record import Failure
from tsr_oracle.worker import Judged
from tsr_spec.case import Case

GRACE = 2.0
"""Seconds after the time is up in which a case that was begun may end."""


class TimeIsUp(BaseException):
    """What was begun did not end in time: it is given up, as at a Ctrl-C."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which cases, and how long: so many seconds, or so many cases, or until somebody ends it."""

    series: Series
    seconds: float | None = None
    cases: int | None = None


@dataclass(slots=True)
class _Round:
    """One round: how many of its cases have yet to be judged, what came of the others, and what was interesting."""

    left: int = ROUND
    classes: Counter[str] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    interesting: list[Case] = field(default_factory=list)


class Campaign:
    """One run of a series. `show` is told each finding that has been made smaller, or can't be any more."""

    def __init__(self, plan: Plan, corpus: Corpus, tally: Tally, pace: Pace, show: Callable[[Failure], None]) -> None:
        self._plan, self._corpus, self._tally, self._pace, self._show = plan, corpus, tally, pace, show
        self._rounds: deque[_Round] = deque()
        self._played: InOrder[tuple[_Round, int], Judged] = InOrder()
        self._shrunk: InOrder[Failure, Judged] = InOrder()
        self._until = float("inf")

    def run(self, players: Players) -> None:
        """Plays until it is over. However it ends, what was found is shown, and the rounds that are whole are saved.

        Raises TimeIsUp where somebody has to end what was begun. To be called in the main thread.
        """
        if self._plan.seconds is not None:
            self._until = time.monotonic() + self._plan.seconds
        self._pace.begin(self._plan.seconds, self._plan.cases)
        try:
            with _alarm(self._plan.seconds):
                self._play(players)
        finally:
            self._pace.stop()
            self._end()

    def _play(self, players: Players) -> None:
        """Counts what comes in the order of its number, so that the first of a kind is the same whoever was faster."""
        for answer in players.play(self._cases(players)):
            if isinstance(answer, Smaller):
                for failure, small in self._shrunk.come(answer.judged.case.title, answer.small):
                    self._show_smaller(failure, small)
            else:
                for (played, number), judged in self._played.come(answer.case.title, answer):
                    if self._count(played, number, judged):
                        players.make_smaller(judged)
            self._pace.tell_of(self._tally, len(self._corpus.state.ids))

    def _end(self) -> None:
        """What came before others that are missing now is counted, and what was not made smaller is shown as it is."""
        for (played, number), judged in self._played.rest():
            if judged is not None:
                self._count(played, number, judged)
        for failure, small in self._shrunk.rest():
            if small is None:
                self._show(failure)
            else:
                self._show_smaller(failure, small)

    # --- what is played ------------------------------------------------------------------------------------------

    def _cases(self, players: Players) -> Iterator[Case]:
        """The cases of one round after another, until there were enough or time is up."""
        left = self._plan.cases
        for count in itertools.count(self._corpus.state.rounds):
            current = _Round()
            self._rounds.append(current)
            for number, case in self._plan.series.round(count, self._corpus.pool):
                if left == 0:
                    return
                if time.monotonic() >= self._until:
                    players.drop()
                    return
                left = None if left is None else left - 1
                self._played.ask(case.title, (current, number))
                if self._corpus.pool.add(case.given, traits_of(case)):
                    current.interesting.append(case)
                yield case

    # --- what came of it -----------------------------------------------------------------------------------------

    def _count(self, played: _Round, number: int, judged: Judged) -> bool:
        """Counts a case, and saves the rounds that are whole by now; whether it is to be made smaller."""
        failure = self._tally.add(judged, f"{self._plan.series.seed}:{number}")
        wanted = failure is not None and self._tally.wanted_smaller(failure)
        if failure is not None:
            played.findings[" ".join(failure.kind)] += 1
            if wanted:
                self._shrunk.ask(judged.case.title, failure)
        played.classes["skipped" if judged.verdict is None else judged.verdict.worst] += 1
        played.left -= 1
        while self._rounds and self._rounds[0].left == 0:
            whole = self._rounds.popleft()
            self._corpus.finish(whole.classes, whole.findings, whole.interesting)
        return wanted

    def _show_smaller(self, failure: Failure, small: Judged) -> None:
        shown = self._tally.smaller(failure.line.name, small)
        if shown is not None:
            self._show(shown)


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Raises TimeIsUp a little after so many seconds, whatever is waited for."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0 if seconds is None else seconds + GRACE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
