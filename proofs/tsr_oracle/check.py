"""`check`: all cases against one subject, divided among workers, and what came of it."""

from __future__ import annotations

import os
import sys
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, field, replace

from tsr_model.prediction import predict
from tsr_oracle.classes import CLASSES
from tsr_oracle.divergences import Divergence
from tsr_oracle.expected import Difference
from tsr_oracle.guarantees import tested
from tsr_oracle.programs import is_patient
from tsr_oracle.progress import Progress
from tsr_oracle.record.record import Failure, Header, Kind, Line, Record, Standing, in_order, severity
from tsr_oracle.record.sums import Sums
from tsr_oracle.team import Team
from tsr_oracle.visible import in_unicode
from tsr_oracle.worker import Batch, Judged, Postponed, Setting, Shrink, Source, Way
from tsr_spec.case import Case, CaseError
from tsr_spec.chapters import cases

PATIENT_FOR_EACH = 16
MOST_PATIENT = 16
SHRUNK_FOR_EACH = 2
"""How many failures of one kind (clause, class) are made smaller and shown; all are counted."""
MOST_SHRUNK = 40
"""How many are in all: a subject that fails everywhere is to be told of it in minutes, and on some pages."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked: the setting of the workers, how many generated cases each way, how many workers, which shard.

    `shard` (2, 8) is the second of eight parts of the same cases; they are disjoint, and together they are all.
    """

    setting: Setting
    generated: tuple[tuple[Way, int], ...]
    ways: tuple[Way, ...]
    jobs: int
    shard: tuple[int, int] = (1, 1)


@dataclass(slots=True)
class Outcome:
    """What a check found. `failed` has what a worker has to know to make a failure smaller."""

    seed: int
    sums: Sums
    version: str = ""
    confined: str = ""
    lines: list[Line] = field(default_factory=list)
    failed: list[tuple[Judged, Failure]] = field(default_factory=list)

    def add(self, judged: Judged) -> None:
        """Counts one case, and keeps it if it failed."""
        standing = self.sums.add(judged)
        if judged.skipped is not None:
            return
        line = line_of(judged, f"{self.seed}:{judged.index}" if judged.source == "generated" else judged.case.id)
        self.lines.append(line)
        if standing is not None:
            self.failed.append((judged, failure_of(judged, line, standing)))

    def failures(self) -> tuple[Failure, ...]:
        """What failed, worst first."""
        return tuple(sorted((failure for _, failure in self.failed), key=severity))


def line_of(judged: Judged, name: str) -> Line:
    """What is recorded of every case that was judged; `name` is what it is called."""
    verdict = judged.verdict
    assert verdict is not None
    leading = "" if verdict.worst == "agree" else (*verdict.clauses, "")[0]
    return Line(judged.source, judged.way, name, verdict.worst, leading)


def failure_of(judged: Judged, line: Line, standing: Standing) -> Failure:
    """What is recorded of a case that failed."""
    verdict = judged.verdict
    assert verdict is not None
    differences = tuple(Difference(*map(in_unicode, astuple(one))) for one in verdict.differences)
    why, said = in_unicode(verdict.why), in_unicode(judged.said)
    found = Failure(line, judged.case, verdict.clauses, why, differences, said, standing)
    return found if judged.origin is None else replace(found, smallest=True, origin=judged.origin)


def run(plan: Plan, excuses: tuple[Divergence, ...], progress: Progress) -> Outcome:
    """Runs the plan. Raises RefusedSubject, WorkerError; at a Ctrl-C the workers take their scratch away with them."""
    outcome = Outcome(plan.setting.seed, Sums(excuses))
    batches = list(_batches(plan))
    patient = _patient(batches)
    with Team(plan.setting, plan.jobs, _patient_workers(len(patient))) as team:
        outcome.confined = team.confined
        for way in plan.ways:
            outcome.version = team.smoke(way)
        progress.start(sum(len(batch.indexes) for batch in batches))
        for answer in team.ask(batches, patient):
            judged = [one for one in answer if isinstance(one, Judged)]
            for one in judged:
                outcome.add(one)
            patient += [_alone(one) for one in answer if isinstance(one, Postponed) and one.source != "spec"]
            progress.advance(len(judged), outcome.sums.classes)
        make_smaller(outcome, team, progress)
        progress.stop()
    return outcome


def make_smaller(outcome: Outcome, team: Team, progress: Progress) -> None:
    """Has the first failures of each kind made smaller. Of several that become the same, one is."""
    places = {judged: place for place, judged in _of_each_kind(outcome.failed)}
    progress.phase("shrinking", len(places))
    smallest: set[str] = set()
    for judged, small in team.ask([Shrink(judged) for judged in places]):
        if small.case.id not in smallest:
            smallest.add(small.case.id)
            failure = outcome.failed[places[judged]][1]
            shown = replace(small, origin=judged.case.id)  # also where nothing could be taken away
            outcome.failed[places[judged]] = judged, failure_of(shown, failure.line, failure.standing)
        progress.advance(1, outcome.sums.classes)


def _of_each_kind(failed: list[tuple[Judged, Failure]]) -> list[tuple[int, Judged]]:
    """The first failures of each kind that count, worst first, with their places: those that are made smaller."""
    seen: Counter[Kind] = Counter()
    found: list[tuple[int, Judged]] = []
    for place, (judged, failure) in sorted(enumerate(failed), key=_worst_then_of_the_spec):
        if failure.standing == "counts":
            seen[failure.kind] += 1
            if seen[failure.kind] <= SHRUNK_FOR_EACH:
                found.append((place, judged))
    return found[:MOST_SHRUNK]


def _worst_then_of_the_spec(placed: tuple[int, tuple[Judged, Failure]]) -> tuple[int, bool, int]:
    judged, failure = placed[1]
    return CLASSES.index(failure.worst), judged.source != "spec", judged.index


def record_of(outcome: Outcome, header: Header, expired: tuple[Divergence, ...], seconds: float) -> Record:
    """The record of a check; `expired` are the entries of the divergence file that hold no more."""
    return Record(header, in_order(outcome.lines), outcome.failures(), outcome.sums.footer(expired, seconds))


def _batches(plan: Plan) -> Iterator[Batch]:
    """The cases of the shard, in pieces that a worker is asked for at a time: the spec's, then the generated ones."""
    size: dict[Way, int] = {"hosted": 100, "binary": 10}
    parts: list[tuple[Source, Way, list[range]]] = [("spec", way, _of_the_spec(plan, size[way])) for way in plan.ways]
    parts += [("generated", way, _pieces(range(count), size[way])) for way, count in plan.generated]
    for source, way, pieces in parts:
        yield from (Batch(source, way, piece) for number, piece in enumerate(pieces) if _in_shard(plan, number))


def _of_the_spec(plan: Plan, size: int) -> list[range]:
    """The spec's cases: all, or those that test the clause that alone is asked for."""
    only = plan.setting.only
    if only is None:
        return _pieces(range(len(cases())), size)
    return [range(index, index + 1) for index, case in enumerate(cases().values()) if only in _about(case)]


def _about(case: Case) -> tuple[str, ...]:
    """What the case tests; nothing where it can't be played anywhere."""
    try:
        return tested(predict(case.given), case.clauses)
    except CaseError:
        return ()


def _pieces(indexes: range, size: int) -> list[range]:
    return [indexes[start : start + size] for start in range(0, len(indexes), size)]


def _in_shard(plan: Plan, number: int) -> bool:
    which, count = plan.shard
    return number % count == which - 1


def _patient(batches: Sequence[Batch]) -> deque[Batch]:
    """The cases of the spec that take seconds in which nothing happens, each by itself."""
    every = list(cases().values())
    found = [(batch, index) for batch in batches if batch.source == "spec" for index in batch.indexes]
    alone = (
        Batch("spec", one.way, range(index, index + 1), patient=True)
        for one, index in found
        if is_patient(every[index].given)
    )
    return deque(alone)


def _alone(postponed: Postponed) -> Batch:
    return Batch(postponed.source, postponed.way, range(postponed.index, postponed.index + 1), patient=True)


def _patient_workers(count: int) -> int:
    """How many workers so many patient cases are worth: one is soon made, and has some twenty done in a minute."""
    return min(-(-count // PATIENT_FOR_EACH), MOST_PATIENT)


def bundled_words() -> tuple[str, ...]:
    """The command line of the bundled runner: the `tsr` that was installed beside this interpreter."""
    beside = os.path.join(os.path.dirname(sys.executable), "tsr")
    return (beside,) if os.access(beside, os.X_OK) else (sys.executable, "-m", "tsr_impl")
