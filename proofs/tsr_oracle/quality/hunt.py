"""Hunts one wrong runner by one means, until a case shows what was written down beforehand, or its time is over."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from tsr_oracle.classes import Class
from tsr_oracle.faults.catalogue import Fault, read
from tsr_oracle.programs import is_patient
from tsr_oracle.scratch import Area
from tsr_oracle.worker import Batch, CaseWorker, Judged, Post, Pulse, Setting, work
from tsr_oracle.worker_sandbox import stay_on
from tsr_spec.case import Case, Directory, Given
from tsr_spec.chapters import cases

Means: TypeAlias = Literal["vectors", "generator"]
Result: TypeAlias = Literal["caught", "wrong clause", "wrong class", "missed"]

RESULTS: tuple[Result, ...] = ("caught", "wrong clause", "wrong class", "missed")
"""Best first. All but the last are a red line; only the first says what is wrong."""

PATIENT = 400
"""So many of the first generated cases may be such as take seconds in which nothing happens; later ones are left out,
and the time of those is not counted: a check plays them beside the others."""


@dataclass(frozen=True, slots=True)
class Quarry:
    """Hunt this fault by this means, for so many seconds; generated cases are made under this seed."""

    fault: str
    means: Means
    seconds: float
    seed: int

    def __str__(self) -> str:
        return f"to hunt {self.fault} by {self.means}"


@dataclass(frozen=True, slots=True)
class Hunted:
    """How a hunt ended: after how many cases and seconds, by which case, as what.

    `first`: what the first red line was; `files`: how many the smallest case has that still shows it, where it was a
    generated one (a vector is small as it is).
    """

    fault: str
    means: Means
    result: Result = "missed"
    first: Result = "missed"
    cases: int = 0
    seconds: float = 0.0
    worst: Class = "agree"
    clause: str = ""
    case: str = ""
    files: int | None = None


def serve(post: Post, setting: Setting, number: int) -> None:
    """Hunts what it is asked for until the other side closes."""
    stay_on(number)
    work(post.connection, lambda area: Hunter(setting, area, post.pulse))


class Hunter:
    """Has two workers in one area: one for the wrong runner, and one for the right one, which has to pass the case that
    the other fails."""

    def __init__(self, setting: Setting, area: Area, pulse: Pulse) -> None:
        self._wrong, self._right = (CaseWorker(setting, area, pulse=pulse) for _ in range(2))

    def answer(self, asked: object) -> object:
        """What the team asks of it."""
        assert isinstance(asked, Quarry)
        return "hunted", hunt(self._wrong, self._right, asked)

    def close(self) -> None:
        """End both."""
        self._wrong.close()
        self._right.close()


def hunt(worker: CaseWorker, right: CaseWorker, asked: Quarry) -> Hunted:
    """The hunt. What was generated is made smaller behind the time that is counted."""
    fault = read(asked.fault)
    worker.turn_to(Setting((), fault.name, "ours", asked.seed, fault.limit))
    best, shown = Hunted(fault.name, asked.means), None
    spent = 0.0
    for number, (batch, index, case) in enumerate(_played(worker, asked.means), 1):
        began = time.perf_counter()
        judged = worker.judge(batch, index, case)
        spent += 0.0 if is_patient(case.given) else time.perf_counter() - began
        result = "missed" if judged is None else result_of(fault, judged)
        better = RESULTS.index(result) < RESULTS.index(best.result)
        if judged is not None and better and _agrees(right.judge(batch, index, case)):
            best, shown = _better(best, result, judged, number, spent), judged
        if best.result == "caught" or spent >= asked.seconds:
            break
    if best.result == "missed":
        return replace(best, cases=number, seconds=round(spent, 3))
    if shown is None or asked.means == "vectors":
        return best
    return replace(best, files=files(worker.shrink(shown).case.given))


def _agrees(judged: Judged | None) -> bool:
    return judged is not None and judged.verdict is not None and judged.verdict.worst == "agree"


def result_of(fault: Fault, judged: Judged) -> Result:
    """What a case says of a fault. One that no longer fits the runner, and so breaks it, is not shown by that."""
    verdict = judged.verdict
    if verdict is None or verdict.worst == "agree" or "internal error" in judged.said:
        return "missed"
    if any((verdict.worst, clause) in fault.accepted for clause in verdict.clauses):
        return "caught"
    return "wrong clause" if any(verdict.worst == worst for worst, _ in fault.accepted) else "wrong class"


def files(given: Given) -> int:
    """How many entries there are besides directories."""
    return sum(not isinstance(entry, Directory) for entry in given.tree)


def _better(last: Hunted, result: Result, judged: Judged, number: int, spent: float) -> Hunted:
    assert judged.verdict is not None
    return replace(
        last,
        result=result,
        first=result if last.first == "missed" else last.first,
        cases=number,
        seconds=round(spent, 3),
        worst=judged.verdict.worst,
        clause=(*judged.verdict.clauses, "")[0],
        case=judged.case.id if judged.source == "given" else str(judged.index),
    )


def _played(worker: CaseWorker, means: Means) -> Iterator[tuple[Batch, int, Case]]:
    """The cases of the spec, those that keep nobody waiting first, or generated ones without end."""
    if means == "vectors":
        batch = Batch("given", "hosted", range(0))
        for index, case in enumerate(sorted(cases().values(), key=lambda case: is_patient(case.given))):
            yield batch, index, case
        return
    index = 0
    while True:
        batch = Batch("generated", "hosted", range(index, index + 1))
        for at, case in worker.cases(batch):
            if index < PATIENT or not is_patient(case.given):
                yield batch, at, case
        index += 1
