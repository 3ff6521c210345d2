"""Who runs and judges the cases: a team here, or teams on several machines (`cluster.py`)."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol

from tsr_oracle.programs import is_patient
from tsr_oracle.team import Team
from tsr_oracle.worker import Batch, Judged, Setting, Shrink, Way
from tsr_spec.case import Case

MOST_PATIENT = 4
"""How many workers at the most wait for what takes time without taking a processor, beside the others."""
MOST_WAITING = 40
"""How many cases that take time may wait for a patient worker before others are asked for them."""
SIZE: dict[Way, int] = {"hosted": 20, "binary": 4}
"""How many cases a worker is asked for at a time."""


class HostError(RuntimeError):
    """A host that can't be used: says which, why, and what to do."""


@dataclass(frozen=True, slots=True)
class Smaller:
    """A failing case, and the smallest that was found to fail in the same way."""

    judged: Judged
    small: Judged


class Players(Protocol):
    """Runs and judges cases, in any order. A context manager."""

    @property
    def version(self) -> str:
        """What the subject calls itself."""

    @property
    def confined(self) -> str:
        """How those who run it are confined."""

    def __enter__(self) -> Players:
        """Starts them. Raises RefusedSubject, WorkerError."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Ends them, whatever they are doing."""

    def play(self, cases: Iterable[Case]) -> Iterator[Judged | Smaller]:
        """What came of each case, and of what was to be made smaller meanwhile."""

    def make_smaller(self, judged: Judged) -> None:
        """Has this made smaller beside what is played."""

    def drop(self) -> None:
        """Leave what has not been begun."""

    def report(self) -> list[str]:
        """What there is to say of them at the end, a sentence each."""


class Local:
    """The players of this machine."""

    def __init__(self, setting: Setting, way: Way, jobs: int | None) -> None:
        self.jobs = jobs or os.cpu_count() or 1
        self._team, self._way = Team(setting, self.jobs, min(self.jobs, MOST_PATIENT)), way
        self._slow: deque[Any] = deque()
        self.version = ""

    @property
    def confined(self) -> str:
        """How the workers are confined."""
        return self._team.confined

    def __enter__(self) -> Local:
        self._team.__enter__()
        try:
            self.version = self._team.smoke(self._way)
        except BaseException as error:
            self._team.__exit__(type(error), error, None)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._team.__exit__(kind, error, at)

    def play(self, cases: Iterable[Case]) -> Iterator[Judged | Smaller]:
        """What came of each case, as it comes."""
        for answer in self._team.ask(_Batches(cases, self._way, self._slow), self._slow):
            if isinstance(answer, tuple):
                yield Smaller(*answer)
            else:
                yield from answer

    def make_smaller(self, judged: Judged) -> None:
        """Ask the next who has time."""
        self._slow.append(Shrink(judged))

    def drop(self) -> None:
        """Nothing more is asked."""
        self._slow.clear()

    def report(self) -> list[str]:
        """Nothing: there is one team, and what it has done is what was done."""
        return []


class _Batches:
    """The cases in pieces. Those that take time without taking a processor go to `slow`, and hold up no other.

    Where there are no more for now it stops, and goes on once there are.
    """

    def __init__(self, cases: Iterable[Case], way: Way, slow: deque[Any]) -> None:
        self._cases, self._way, self._slow = iter(cases), way, slow

    def __iter__(self) -> _Batches:
        return self

    def __next__(self) -> Any:
        if len(self._slow) > MOST_WAITING:
            return self._slow.popleft()
        piece: list[Case] = []
        while len(piece) < SIZE[self._way] and (case := next(self._cases, None)) is not None:
            if is_patient(case.given):
                self._slow.append(self._batch([case]))
            else:
                piece.append(case)
        if not piece:
            raise StopIteration
        return self._batch(piece)

    def _batch(self, cases: list[Case]) -> Batch:
        return Batch("given", self._way, range(len(cases)), tuple(cases))
