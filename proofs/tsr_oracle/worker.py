"""One worker of a check: confined first, then cases run and judged, for as long as it is asked."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from types import FrameType
from typing import Literal, Protocol, TypeAlias

import tsr_landlock
from tsr_model.prediction import predict
from tsr_oracle.classes import Class
from tsr_oracle.deciding import Level, rests_on_ours
from tsr_oracle.environments import STRICT
from tsr_oracle.generator.generate import generate
from tsr_oracle.guarantees import tested
from tsr_oracle.judge import Verdict, judge, unobserved
from tsr_oracle.materialise import names_mount, names_other, names_other_user
from tsr_oracle.programs import is_patient, lacks_tool
from tsr_oracle.scratch import Area, ScratchError
from tsr_oracle.sealed import run_case
from tsr_oracle.shrink import shrink
from tsr_oracle.smoke import SmokeError, smoke
from tsr_oracle.subject import LIMIT, Command, Hosted, HostEnded, Subject, SubjectError
from tsr_oracle.worker_sandbox import confine, stay_on
from tsr_spec.case import Case, CaseError, Given
from tsr_spec.chapters import cases

Source: TypeAlias = Literal["spec", "generated", "given"]
Way: TypeAlias = Literal["hosted", "binary"]


@dataclass(frozen=True, slots=True)
class Setting:
    """What a worker needs to know of a subject: its words or its fault, the level, the seed, the limit in seconds."""

    words: tuple[str, ...]
    fault: str | None
    level: Level
    seed: int
    limit: float = LIMIT
    only: str | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """Cases to run and judge: of the spec, generated, or `given`, by index, hosted or through the real binary."""

    source: Source
    way: Way
    indexes: range
    given: tuple[Case, ...] = ()
    patient: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """One case, the clauses and guarantees that it tests, and its verdict, or why it was skipped.

    `origin` is the id of the case that it was made smaller from, which is the one that a divergence file may name.
    `fatal`: it took the worker with it that ran it, so it is not run again.
    """

    source: Source
    way: Way
    index: int
    case: Case
    tested: tuple[str, ...]
    verdict: Verdict | None = None
    skipped: str | None = None
    said: str = ""
    origin: str | None = None
    fatal: bool = False


@dataclass(frozen=True, slots=True)
class Postponed:
    """A case that takes seconds in which nothing happens: it holds up a batch, and is to be asked for by itself."""

    source: Source
    way: Way
    index: int


@dataclass(frozen=True, slots=True)
class Smoke:
    """Say the subject's version, once it has done three plain things when it is run this way."""

    way: Way


@dataclass(frozen=True, slots=True)
class Shrink:
    """Make this failing case smaller."""

    judged: Judged


@dataclass(frozen=True, slots=True)
class Blame:
    """Say of this case of the batch what it is, without running it: the worker that ran it is no more."""

    batch: Batch
    index: int
    worst: Class
    why: str


@dataclass(frozen=True, slots=True)
class Post:
    """Where a worker is asked and answers, and where it shows how it gets on, which is seen even if it ends."""

    connection: Connection
    pulse: Pulse


class Pulse(Protocol):
    """Two numbers in memory that is shared: how many cases were begun, and the index of the last of them."""

    def __getitem__(self, at: int, /) -> int: ...
    def __setitem__(self, at: int, number: int, /) -> None: ...


HANGING = 2.0
"""Seconds that what might be a smaller case of a hanging one is given. What is left in the end gets the whole limit."""

PATIENCE = 6.0
"""Seconds that a case has at least in which graces may have to be waited out."""


@dataclass(slots=True)
class CaseWorker:
    """Runs and judges cases in one area. Whoever makes it is confined already, or does it before the first case."""

    setting: Setting
    area: Area
    subjects: dict[Way, Subject] = field(default_factory=dict)
    pulse: Pulse = field(default_factory=lambda: array("q", (0, 0)))
    parent: int = field(default_factory=os.getppid)
    loose: bytes | None = field(init=False)

    def __post_init__(self) -> None:
        self.loose = self.area.loose

    def subject(self, way: Way) -> Subject:
        if way not in self.subjects:
            hosted = way == "hosted"
            self.subjects[way] = Hosted(self.setting.fault) if hosted else Command(self.setting.words)
        return self.subjects[way]

    def answer(self, asked: object) -> object:
        """What a team asks of it."""
        match asked:
            case Smoke(way=way):
                return "smoke", smoke(self.area, self.subject(way))
            case Batch():
                judged = [self.judge_or_postpone(asked, index, case) for index, case in self.wanted(asked)]
                return "judged", [_slim(one) for one in judged if one is not None]
            case Blame():
                return "judged", [one for one in [self.blame(asked)] if one is not None]
            case Shrink(judged=judged):
                return "shrunk", (judged, self.shrink(judged))
            case Setting():
                self.turn_to(asked)
                return "turned", None
        raise AssertionError(asked)

    def close(self) -> None:
        """End the subjects; one that is asked again is started anew."""
        while self.subjects:
            self.subjects.popitem()[1].close()

    def turn_to(self, setting: Setting) -> None:
        """Judge another subject from now on, in the same area."""
        self.close()
        self.setting = setting

    def cases(self, batch: Batch) -> Iterator[tuple[int, Case]]:
        """The cases of a batch, with their indexes; a generated one names no clauses and no answers."""
        if batch.source == "given":
            yield from ((index, batch.given[index]) for index in batch.indexes)
        elif batch.source == "spec":
            every = list(cases().values())
            yield from ((index, every[index]) for index in batch.indexes)
        else:
            other, seed = self.area.other_root is not None, self.setting.seed
            for index in batch.indexes:
                yield index, Case(f"generated, seed {seed}, index {index}", (), generate(seed, index, other=other), ())

    def wanted(self, batch: Batch) -> Iterator[tuple[int, Case]]:
        """The cases of a batch, for as long as whoever asked for them is there."""
        for index, case in self.cases(batch):
            if os.getppid() != self.parent:
                raise EOFError
            yield index, case

    def judge_or_postpone(self, batch: Batch, index: int, case: Case) -> Judged | Postponed | None:
        """The case, judged, unless it would hold up others."""
        if batch.source != "given" and not batch.patient and is_patient(case.given):
            return Postponed(batch.source, batch.way, index)
        return self.judge(batch, index, case)

    def judge(self, batch: Batch, index: int, case: Case, limit: float | None = None) -> Judged | None:
        """The case, run and judged; None where it does not test the clause that alone is asked for.

        `limit`: seconds, in place of those of the setting.
        """
        self.pulse[1] = index
        self.pulse[0] += 1
        try:
            foretold = predict(case.given)
            about = tested(foretold, case.clauses)
            lacking = self.lacks(case)
        except CaseError as error:
            return Judged(batch.source, batch.way, index, case, (), skipped=str(error))
        if batch.source != "given" and self.setting.only is not None and self.setting.only not in about:
            return None
        result = Judged(batch.source, batch.way, index, case, about)
        if lacking is not None:
            return replace(result, skipped=lacking)
        try:
            limit = limit or self.setting.limit
            limit = max(limit, PATIENCE) if is_patient(case.given) else limit
            seen = run_case(case.given, self.area, self.subject(batch.way), limit)
            verdict = judge(case, seen, self.setting.level, foretold)
        except (CaseError, ScratchError) as error:  # also where another way that is right can't be foretold
            return replace(result, skipped=str(error))
        except HostEnded as error:
            return replace(result, verdict=unobserved(case, "crash", str(error)))
        return replace(result, verdict=verdict, said="" if verdict.worst == "agree" else seen.stderr[:2000])

    def blame(self, asked: Blame) -> Judged | None:
        """The case that took a worker with it, with its verdict; None where it is not asked for."""
        ((_, case),) = self.cases(replace(asked.batch, indexes=range(asked.index, asked.index + 1)))
        about = tested(predict(case.given), case.clauses)
        if self.setting.only is not None and self.setting.only not in about:
            return None
        verdict = unobserved(case, asked.worst, asked.why)
        return Judged(asked.batch.source, asked.batch.way, asked.index, case, about, verdict, fatal=True)

    def lacks(self, case: Case) -> str | None:
        """Why the case is not played here, or None. Raises CaseError for one that can't be played anywhere."""
        if self.setting.level != "ours":
            beyond = rests_on_ours(case)
            if beyond is not None:
                return "decided by a clause that goes beyond the published description; --level ours asks for it"
        if ("root" in case.needs or names_other_user(case.given)) and os.geteuid() != 0:
            return "needs root"
        if "user" in case.needs and os.geteuid() == 0:
            return "needs an ordinary user"
        if ("two-file-systems" in case.needs or names_other(case.given)) and self.area.other_root is None:
            return f"needs a second file system: {self.area.other_reason}"
        if ("mount" in case.needs or names_mount(case.given)) and self.area.mount_reason:
            return f"needs a mounted file system: {self.area.mount_reason}"
        if "landlock" in case.needs and tsr_landlock.abi() == 0:
            return "needs Landlock, which this kernel has not got"
        tool = lacks_tool(case.given)
        if tool is not None:
            return f"needs a program that this system has not got: {tool}"
        if STRICT in case.given.argv and self.loose is not None:
            return (
                f"--strict needs scratch that other users can't get at, and {os.fsdecode(self.loose)} is open to some"
            )
        return None

    def shrink(self, judged: Judged) -> Judged:
        """The same failure by the smallest case that still shows it; another question has no written answers."""
        assert judged.verdict is not None
        if judged.fatal or "user" in judged.case.needs:  # the latter is judged by its written answers alone
            return judged
        batch, plain = Batch("given", judged.way, range(0)), replace(judged.case, clauses=())
        smallest = self.judge(batch, 0, plain)  # the question by itself: smaller ones stand under no clause either
        if smallest is None or smallest.verdict is None:
            return judged
        if smallest.verdict.worst != judged.verdict.worst:
            return _not_each_time(judged) if not judged.case.admissible else judged
        first = smallest.verdict
        limit = min(HANGING, self.setting.limit) if first.worst == "hang" else None

        def fails(candidate: Given) -> bool:
            nonlocal smallest
            found = self.judge(batch, 0, replace(plain, given=candidate, admissible=(), twin=None), limit)
            if found is None or found.verdict is None or not is_same(found.verdict, first):
                return False
            smallest = found
            return True

        shrink(judged.case.given, fails)
        again = self.judge(batch, 0, smallest.case)  # with the whole limit
        if again is None or again.verdict is None or not is_same(again.verdict, first):
            return _not_each_time(judged)
        smallest = again
        assert smallest.verdict is not None
        clauses = dict.fromkeys((*judged.verdict.clauses[:1], *smallest.verdict.clauses))
        return replace(smallest, verdict=replace(smallest.verdict, clauses=tuple(clauses)), origin=judged.case.id)


def _not_each_time(judged: Judged) -> Judged:
    """The failure, which was none, or another one, when the same was asked again."""
    assert judged.verdict is not None
    why = f"{judged.verdict.why}; not each time: it was otherwise when the same was asked again"
    return replace(judged, verdict=replace(judged.verdict, why=why))


def is_same(verdict: Verdict, first: Verdict) -> bool:
    """Whether it is the same failure: of the same class, by the same clause, and counted as that is."""
    same = (verdict.worst, verdict.warning) == (first.worst, first.warning)
    return same and set(first.clauses[:1]) <= set(verdict.clauses)


class Worker(Protocol):
    """Answers what a `Team` asks."""

    def answer(self, asked: object) -> object:
        """The kind of the answer, and the answer."""

    def close(self) -> None:
        """End what was kept running."""


def serve(post: Post, setting: Setting, number: int) -> None:
    """Runs batches until the other side closes."""
    stay_on(number)
    work(post.connection, lambda area: CaseWorker(setting, area, pulse=post.pulse))


def work(connection: Connection, make: Callable[[Area], Worker]) -> None:
    """Answers until the other side closes. The first message it sends says how it is confined.

    What keeps it from working is sent too, as a sentence: `refused` about the subject, `failed` about the oracle.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, _leave)
    try:
        with Area() as area:
            sentence = confine(area, with_parent=True)
            _serve(connection, sentence, make(area))
    except (ScratchError, OSError) as error:
        _tell(connection, str(error))


def _serve(connection: Connection, sentence: str, worker: Worker) -> None:
    try:
        connection.send(("confined", sentence))
        while True:
            connection.send(_answer(worker, connection.recv()))
    except (EOFError, OSError):
        pass  # nobody asks any more
    finally:
        worker.close()


def _tell(connection: Connection, sentence: str) -> None:
    """Why there is no worker, to whoever asks, or to standard error where nobody does any more."""
    try:
        connection.send(("failed", sentence))
    except OSError:
        print(f"tsr-oracle: {sentence}", file=sys.stderr)


def _leave(number: int, frame: FrameType | None) -> None:
    """Ends the worker, once: whatever comes meanwhile does not end the cleaning up."""
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, lambda *_: None)  # ignoring it would be told of one that is on its way
    raise SystemExit(128 + number)


def _slim(judged: Judged | Postponed) -> Judged | Postponed:
    """What travels: the tree of a case that agreed is not needed any more."""
    if (
        isinstance(judged, Postponed)
        or judged.verdict is None
        or judged.verdict.worst != "agree"
        or judged.source != "generated"
    ):
        return judged
    return replace(judged, case=replace(judged.case, given=Given((), ())))


def _answer(worker: Worker, asked: object) -> object:
    try:
        return worker.answer(asked)
    except (SmokeError, SubjectError) as error:
        return "refused", str(error)
    except EOFError:
        raise  # whoever asked is there no more
    except Exception as error:
        return "failed", _own_fault(error)


def _own_fault(error: Exception) -> str:
    """What is to be said of a fault of the oracle itself."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(where.filename)}, line {where.lineno}"
    return f"a fault of the oracle itself, please report it: {type(error).__name__}: {error} ({place})"
