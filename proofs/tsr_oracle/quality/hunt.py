"""Hunts one wrong runner by one means, until a case shows what was written down beforehand, or its time is over.

Seconds are of the processor, of the worker and of what it runs, so that it doesn't matter what else the machine does.
"""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal, TypeAlias

from tsr_oracle.classes import Class
from tsr_oracle.faults.catalogue import Fault, read
from tsr_oracle.programs import is_patient
from tsr_oracle.scratch import Area
from tsr_oracle.subject import Hosted
from tsr_oracle.worker import Batch, CaseWorker, Judged, Post, Pulse, Setting, work
from tsr_oracle.worker_sandbox import stay_on
from tsr_spec.case import Case, Directory, Given
from tsr_spec.chapters import cases

Means: TypeAlias = Literal["vectors", "generator"]
Result: TypeAlias = Literal["caught", "wrong clause", "wrong class", "missed"]

RESULTS: tuple[Result, ...] = ("caught", "wrong clause", "wrong class", "missed")
"""Best first. All but the last are a red line; only the first says what is wrong."""

PATIENT = 400
"""Among so many of the first generated cases may be such as take seconds in which nothing happens; later ones are left
out: a check plays them beside the others."""


@dataclass(frozen=True, slots=True)
class Hunted:
    """What a hunt has come to: after how many cases and seconds, by which case, as what.

    `first`: what the first red line was, and `first_at` when; `files`: how many the smallest case has that still shows
    it, where it was a generated one (a vector is small as it is). `played`, `spent`: how many cases and seconds in all.
    """

    fault: str
    means: Means
    result: Result = "missed"
    first: Result = "missed"
    first_at: float = 0.0
    cases: int = 0
    seconds: float = 0.0
    worst: Class = "agree"
    clause: str = ""
    case: str = ""
    files: int | None = None
    played: int = 0
    spent: float = 0.0


@dataclass(frozen=True, slots=True)
class Quarry:
    """Go on with this hunt until so many seconds of it are over; generated cases are made under this seed."""

    known: Hunted
    seconds: float
    seed: int

    def __str__(self) -> str:
        return f"to hunt {self.known.fault} by {self.known.means}"


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
    best, fault, shown = asked.known, read(asked.known.fault), None
    worker.turn_to(Setting((), fault.name, "ours", asked.seed, fault.limit))
    number, spent = best.played, best.spent
    began = _processor(worker) - spent
    for batch, index, case in islice(_played(worker, best.means), best.played, None):
        number += 1
        judged = worker.judge(batch, index, case)
        spent = _processor(worker) - began
        result = "missed" if judged is None else result_of(fault, judged)
        if judged is not None and RESULTS.index(result) < RESULTS.index(best.result):
            if _agrees(right.judge(batch, index, case)):
                best, shown = _better(best, result, judged, number, spent), judged
            began = _processor(worker) - spent
        if best.result == "caught" or spent >= asked.seconds:
            break
    best = replace(best, played=number, spent=round(spent, 3))
    if best.result == "missed":
        return replace(best, cases=number, seconds=best.spent)
    if shown is None or best.means == "vectors":
        return best
    return replace(best, files=files(worker.shrink(shown).case.given))


def _processor(worker: CaseWorker) -> float:
    """Seconds that this process, what it has waited for, and the process that the runner is forked from have run."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used) + sum(
        subject.processor() for subject in worker.subjects.values() if isinstance(subject, Hosted)
    )


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
        first_at=round(spent, 3) if last.first == "missed" else last.first_at,
        cases=number,
        seconds=round(spent, 3),
        worst=judged.verdict.worst,
        clause=(*judged.verdict.clauses, "")[0],
        case=judged.case.id if judged.source == "given" else str(judged.index),
    )


def _played(worker: CaseWorker, means: Means) -> Iterator[tuple[Batch, int, Case]]:
    """The cases of the spec, or generated ones without end."""
    if means == "vectors":
        batch = Batch("given", "hosted", range(0))
        for index, case in enumerate(in_rounds()):
            yield batch, index, case
        return
    index = 0
    while True:
        batch = Batch("generated", "hosted", range(index, index + 1))
        for at, case in worker.cases(batch):
            if index < PATIENT or not is_patient(case.given):
                yield batch, at, case
        index += 1


def in_rounds() -> list[Case]:
    """The cases of the spec: the first of each clause before the second of any, those that keep one waiting last."""
    before: Counter[tuple[bool, str]] = Counter()
    places = {}
    for case in cases().values():
        kind = is_patient(case.given), case.clauses[0]
        places[case.id] = (kind[0], before[kind])
        before[kind] += 1
    return sorted(cases().values(), key=lambda case: places[case.id])
