"""One worker of a check: confined first, then cases run and judged, for as long as it is asked."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from types import FrameType
from typing import Literal, Protocol, TypeAlias

from tsr_landlock import LandlockError
from tsr_model.prediction import predict
from tsr_oracle.deciding import Level, rests_on_ours
from tsr_oracle.environments import STRICT
from tsr_oracle.generator.generate import generate
from tsr_oracle.guarantees import tested
from tsr_oracle.judge import Verdict, crash, judge
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
    """Cases to run and judge: of the spec or generated, by index, hosted or through the real binary."""

    source: Source
    way: Way
    indexes: range
    given: tuple[Case, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """One case, the clauses and guarantees that it tests, and its verdict, or why it was skipped.

    `origin` is the id of the case that it was made smaller from, which is the one that a divergence file may name.
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


PATIENCE = 6.0
"""Seconds that a case has at least in which graces may have to be waited out."""


@dataclass(slots=True)
class _Worker:
    setting: Setting
    area: Area
    subjects: dict[Way, Subject] = field(default_factory=dict)
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
            yield from enumerate(batch.given)
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
        if batch.source != "given" and len(batch.indexes) > 1 and is_patient(case.given):
            return Postponed(batch.source, batch.way, index)
        return self.judge(batch, index, case)

    def judge(self, batch: Batch, index: int, case: Case) -> Judged | None:
        """The case, run and judged; None where it does not test the clause that alone is asked for."""
        try:
            about = tested(predict(case.given), case.clauses)
            lacking = self.lacks(case)
        except CaseError as error:
            return Judged(batch.source, batch.way, index, case, (), skipped=str(error))
        if self.setting.only is not None and self.setting.only not in about:
            return None
        result = Judged(batch.source, batch.way, index, case, about)
        if lacking is not None:
            return replace(result, skipped=lacking)
        try:
            limit = max(self.setting.limit, PATIENCE) if is_patient(case.given) else self.setting.limit
            seen = run_case(case.given, self.area, self.subject(batch.way), limit)
        except (CaseError, ScratchError) as error:
            return replace(result, skipped=str(error))
        except HostEnded as error:
            return replace(result, verdict=crash(case, str(error)))
        verdict = judge(case, seen, self.setting.level)
        return replace(result, verdict=verdict, said="" if verdict.worst == "agree" else seen.stderr[:2000])

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
        if "user" in judged.case.needs:  # judged by its written answers alone, so it is what it is
            return judged
        wanted, leading = judged.verdict.worst, judged.verdict.clauses[:1]
        batch = Batch("given", judged.way, range(0))

        def again(candidate: Given) -> Judged | None:
            if candidate == judged.case.given:
                return self.judge(batch, 0, replace(judged.case, clauses=()))
            return self.judge(batch, 0, replace(judged.case, given=candidate, clauses=(), admissible=(), twin=None))

        def fails(candidate: Given) -> bool:
            found = again(candidate)
            verdict = None if found is None else found.verdict
            return verdict is not None and verdict.worst == wanted and set(leading) <= set(verdict.clauses)

        return replace(again(shrink(judged.case.given, fails)) or judged, origin=judged.case.id)


class Worker(Protocol):
    """Answers what a `Team` asks."""

    def answer(self, asked: object) -> object:
        """The kind of the answer, and the answer."""

    def close(self) -> None:
        """End what was kept running."""


def serve(connection: Connection, setting: Setting, number: int) -> None:
    """Runs batches until the other side closes."""
    stay_on(number)
    work(connection, lambda area: _Worker(setting, area))


def work(connection: Connection, make: Callable[[Area], Worker]) -> None:
    """Answers until the other side closes. The first message it sends says how it is confined.

    What keeps it from working is sent too, as a sentence: `refused` about the subject, `failed` about the oracle.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, _leave)
    try:
        with Area() as area:
            connection.send(("confined", confine(area)))
            _serve(connection, make(area))
    except (ScratchError, LandlockError) as error:
        _tell(connection, str(error))
    except (EOFError, OSError):
        pass


def _serve(connection: Connection, worker: Worker) -> None:
    try:
        while True:
            connection.send(_answer(worker, connection.recv()))
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
        signal.signal(ending, signal.SIG_IGN)
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
    except Exception as error:
        return "failed", _own_fault(error)


def _own_fault(error: Exception) -> str:
    """What is to be said of a fault of the oracle itself."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(where.filename)}, line {where.lineno}"
    return f"a fault of the oracle itself, please report it: {type(error).__name__}: {error} ({place})"
