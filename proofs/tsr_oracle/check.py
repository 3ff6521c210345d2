"""`check`: all cases against one subject, divided among workers, and what came of it."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import Any

from tsr_oracle.divergences import Divergence
from tsr_oracle.guarantees import broken
from tsr_oracle.judge import CLASSES, Class
from tsr_oracle.progress import Progress
from tsr_oracle.worker import Batch, Judged, Setting, Shrink, Source, Way, serve
from tsr_spec.chapters import cases

SHRUNK_FOR_EACH = 2
"""How many failures of one kind (clause, class) are made smaller and shown; all are counted."""


class RefusedSubject(RuntimeError):
    """The subject is no `tsr`, or can't be run: says why, in a sentence."""


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
    """Runs the plan. Raises RefusedSubject; a Ctrl-C ends the workers, which take their scratch away with them."""
    outcome = Outcome()
    batches = list(_batches(plan))
    with Team(plan) as team:
        outcome.confined = team.confined
        outcome.version = team.ask_one("smoke")
        progress.start(sum(len(batch.indexes) for batch in batches), outcome.version)
        for answer in team.ask(batches):
            for judged in answer:
                outcome.add(judged, excuses)
            progress.advance(len(answer), outcome.classes)
        kept = list(_of_each_kind(outcome))
        progress.phase("shrinking", len(kept))
        outcome.failures = []
        for _, smallest in team.ask([Shrink(judged) for judged in kept]):
            outcome.failures.append(smallest)
            progress.advance(1, outcome.classes)
        progress.stop()
    outcome.failures.sort(key=_severity)
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


def _batches(plan: Plan) -> Iterator[Batch]:
    """All batches: the spec's cases each way, then the generated ones."""
    size: dict[Way, int] = {"hosted": 100, "binary": 10}
    total: list[tuple[Source, Way, int]] = [("spec", way, len(cases())) for way in plan.ways]
    total += [("generated", way, count) for way, count in plan.generated]
    for source, way, count in total:
        for start in range(0, count, size[way]):
            yield Batch(source, way, range(start, min(start + size[way], count)))


# --- workers -------------------------------------------------------------------------------------------------------


class Team:
    """The workers of a check: a context manager that ends each of them, and waits until it has cleaned up."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.confined = ""
        self.workers: list[tuple[SpawnProcess, Any]] = []

    def __enter__(self) -> Team:
        context = multiprocessing.get_context("spawn")
        for number in range(self.plan.jobs):
            ours, theirs = context.Pipe()
            process = context.Process(target=serve, args=(theirs, self.plan.setting, number), daemon=True)
            process.start()
            theirs.close()
            self.workers.append((process, ours))
        for _, connection in self.workers:
            self.confined = self._receive(connection)
        return self

    def __exit__(self, *raised: object) -> None:
        for _, connection in self.workers:
            connection.close()
        for process, _ in self.workers:
            process.join(5)
            if process.is_alive():
                process.terminate()
                process.join(5)

    def ask_one(self, question: object) -> str:
        """What the first worker answers."""
        self.workers[0][1].send(question)
        answer: str = self._receive(self.workers[0][1])
        return answer

    def ask(self, questions: Sequence[Batch | Shrink]) -> Iterator[Any]:
        """The answers as they come; each worker gets the next question when it has answered the last."""
        waiting = list(reversed(questions))
        busy: list[Any] = []
        for _, idle in self.workers:
            if waiting:
                idle.send(waiting.pop())
                busy.append(idle)
        while busy:
            for ready in wait(busy):
                connection: Any = ready
                answer = self._receive(connection)
                if waiting:
                    connection.send(waiting.pop())
                else:
                    busy.remove(connection)
                yield answer

    def _receive(self, connection: Any) -> Any:
        try:
            kind, answer = connection.recv()
        except EOFError:
            raise RuntimeError("a worker has ended before it had answered; its own message is above") from None
        if kind == "refused":
            raise RefusedSubject(answer)
        return answer


def bundled_words() -> tuple[str, ...]:
    """The command line of the bundled runner: the `tsr` that was installed beside this interpreter."""
    beside = os.path.join(os.path.dirname(sys.executable), "tsr")
    return (beside,) if os.access(beside, os.X_OK) else (sys.executable, "-m", "tsr_impl")
