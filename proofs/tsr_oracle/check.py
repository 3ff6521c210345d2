"""`check`: all cases against one subject, divided among workers, and what came of it."""

from __future__ import annotations

import os
import sys
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from tsr_oracle.classes import CLASSES, Class
from tsr_oracle.divergences import Divergence
from tsr_oracle.guarantees import broken
from tsr_oracle.programs import is_patient
from tsr_oracle.progress import Progress
from tsr_oracle.team import Team
from tsr_oracle.worker import Batch, Judged, Postponed, Setting, Shrink, Source, Way
from tsr_spec.chapters import cases

PATIENT_FOR_EACH = 16
MOST_PATIENT = 16
SHRUNK_FOR_EACH = 2
"""How many failures of one kind (clause, class) are made smaller and shown; all are counted."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked: the setting of the workers, how many generated cases each way, how many workers."""

    setting: Setting
    generated: tuple[tuple[Way, int], ...]
    ways: tuple[Way, ...]
    jobs: int


@dataclass(slots=True)
class Outcome:
    """What a check found."""

    version: str = ""
    confined: str = ""
    counts: Counter[tuple[Way, Source]] = field(default_factory=Counter)
    tested: Counter[str] = field(default_factory=Counter)
    worst: dict[str, Class] = field(default_factory=dict)
    classes: Counter[Class] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    failures: list[Judged] = field(default_factory=list)
    excused: Counter[Divergence] = field(default_factory=Counter)
    warnings: list[Judged] = field(default_factory=list)
    more: Counter[tuple[Class, str]] = field(default_factory=Counter)
    verdicts: list[tuple[Source, Way, int, Class]] = field(default_factory=list)

    def add(self, judged: Judged, excuses: tuple[Divergence, ...]) -> None:
        """Counts one case, and keeps it if it failed."""
        if judged.skipped is not None:
            self.skipped[judged.skipped] += 1
            return
        verdict = judged.verdict
        assert verdict is not None
        self.counts[judged.way, judged.source] += 1
        self.tested.update(judged.tested)
        self.classes[verdict.worst] += 1
        self.verdicts.append((judged.source, judged.way, judged.index, verdict.worst))
        if verdict.worst == "agree":
            return
        for name in broken(verdict.worst, verdict.clauses):
            before = self.worst.get(name, "agree")
            self.worst[name] = min(before, verdict.worst, key=CLASSES.index)
        for excuse in excuses:
            if excuse.matches(judged.case.id, verdict):
                self.excused[excuse] += 1
                return
        (self.warnings if verdict.warning else self.failures).append(judged)

    @property
    def cases(self) -> int:
        """How many cases were run and judged."""
        return sum(self.counts.values())


def run(plan: Plan, excuses: tuple[Divergence, ...], progress: Progress) -> Outcome:
    """Runs the plan. Raises RefusedSubject, WorkerError; at a Ctrl-C the workers take their scratch away with them."""
    outcome = Outcome()
    patient = _patient(plan)
    with Team(plan.setting, plan.jobs, _patient_workers(len(patient))) as team:
        outcome.confined = team.confined
        for way in plan.ways:
            outcome.version = team.smoke(way)
        progress.start(sum(count for _, _, count in _parts(plan)))
        for answer in team.ask(_batches(plan), patient):
            judged = [one for one in answer if isinstance(one, Judged)]
            for one in judged:
                outcome.add(one, excuses)
            patient += [_alone(one) for one in answer if isinstance(one, Postponed) and one.source != "spec"]
            progress.advance(len(judged), outcome.classes)
        kept = list(_of_each_kind(outcome))
        progress.phase("shrinking", len(kept))
        smallest = {}
        for _, small in team.ask([Shrink(judged) for judged in kept]):
            smallest[small.case.id] = small  # several may have become the same
            progress.advance(1, outcome.classes)
        progress.stop()
    outcome.failures = sorted(smallest.values(), key=_severity)
    return outcome


def _severity(judged: Judged) -> tuple[int, tuple[str, ...], str]:
    assert judged.verdict is not None
    return CLASSES.index(judged.verdict.worst), judged.verdict.clauses, judged.case.id


def _of_each_kind(outcome: Outcome) -> Iterator[Judged]:
    """The first failures of each kind; the others are only counted."""
    for judged in sorted(outcome.failures, key=lambda judged: (judged.source != "spec", judged.index)):
        assert judged.verdict is not None
        kind = judged.verdict.worst, judged.verdict.clauses[0] if judged.verdict.clauses else ""
        outcome.more[kind] += 1
        if outcome.more[kind] <= SHRUNK_FOR_EACH:
            yield judged


def _parts(plan: Plan) -> list[tuple[Source, Way, int]]:
    """Which cases, run which way, and how many: the spec's each way, then the generated ones."""
    spec: list[tuple[Source, Way, int]] = [("spec", way, len(cases())) for way in plan.ways]
    return spec + [("generated", way, count) for way, count in plan.generated]


def _batches(plan: Plan) -> Iterator[Batch]:
    """All cases, in pieces that a worker is asked for at a time."""
    size: dict[Way, int] = {"hosted": 100, "binary": 10}
    for source, way, count in _parts(plan):
        for start in range(0, count, size[way]):
            yield Batch(source, way, range(start, min(start + size[way], count)))


def _patient(plan: Plan) -> deque[Batch]:
    """The cases of the spec that take seconds in which nothing happens, each by itself."""
    found = [index for index, case in enumerate(cases().values()) if is_patient(case.given)]
    return deque(Batch("spec", way, range(index, index + 1)) for way in plan.ways for index in found)


def _alone(postponed: Postponed) -> Batch:
    return Batch(postponed.source, postponed.way, range(postponed.index, postponed.index + 1))


def _patient_workers(count: int) -> int:
    """How many workers so many patient cases are worth: one is soon made, and has some twenty done in a minute."""
    return min(-(-count // PATIENT_FOR_EACH), MOST_PATIENT)


def bundled_words() -> tuple[str, ...]:
    """The command line of the bundled runner: the `tsr` that was installed beside this interpreter."""
    beside = os.path.join(os.path.dirname(sys.executable), "tsr")
    return (beside,) if os.access(beside, os.X_OK) else (sys.executable, "-m", "tsr_impl")
