"""The record of a check: a header, a line a verdict, a line a failure, and a footer. Every report is made from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal, TypeAlias

from tsr_oracle.classes import CLASSES, Class
from tsr_oracle.deciding import Level
from tsr_oracle.divergences import Divergence
from tsr_oracle.expected import Difference
from tsr_oracle.judge import Verdict
from tsr_oracle.worker import Source, Way
from tsr_spec.case import Case

VERSION = 2

Standing: TypeAlias = Literal["counts", "warning", "excused"]
"""Whether a failure counts, rests on a clause that the level does not hold the subject to, or is known."""


class RecordError(RuntimeError):
    """A record that can't be read, written or put together: says where and why."""


@dataclass(frozen=True, slots=True)
class Header:
    """What was judged, and how.

    `shards`: which of how many (`3/8`) were run, none where all was. `whole`: no case was left out by `--only`.
    `clauses`: the version of the clauses. `subject`: its command line. `options`: the words that name it to this
    command again. `started`: date and time, UTC.
    """

    command: Literal["check", "fuzz"]
    clauses: str
    subject: tuple[str, ...]
    options: str
    subject_version: str
    level: Level
    fail_on: Class
    seed: int
    shards: tuple[str, ...]
    whole: bool
    confinement: str
    started: str


@dataclass(frozen=True, slots=True)
class Line:
    """What came of one case. `name`: its id where it is one of the spec, else `SEED:INDEX`.

    `clause`: the one that tells most, "" where all is well.
    """

    source: Source
    way: Way
    name: str
    worst: Class
    clause: str

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from every other case of a run."""
        return self.name, self.way


@dataclass(frozen=True, slots=True)
class Failure:
    """A case that failed, and how. `smallest`: it was made smaller, from the case with the id `origin`."""

    line: Line
    case: Case
    clauses: tuple[str, ...]
    why: str
    differences: tuple[Difference, ...]
    said: str
    standing: Standing
    smallest: bool = False
    origin: str = ""

    @property
    def worst(self) -> Class:
        """Its class."""
        return self.line.worst

    @property
    def kind(self) -> Kind:
        """The class, and the clause that tells most."""
        return self.line.worst, self.line.clause


Kind: TypeAlias = tuple[Class, str]


@dataclass(frozen=True, slots=True)
class Footer:
    """The sums. `tested`: how many cases tested each clause; `worst`: the worst class that counts against each.

    `excuses`: the entries of the divergence file that hold, and how many cases each has excused; `expired`: the others.
    """

    skipped: dict[str, int]
    tested: dict[str, int]
    worst: dict[str, Class]
    excuses: tuple[tuple[Divergence, int], ...]
    expired: tuple[Divergence, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Record:
    """All of a check."""

    header: Header
    lines: tuple[Line, ...]
    failures: tuple[Failure, ...]
    footer: Footer

    @property
    def classes(self) -> Counter[Class]:
        """How many cases came to each class."""
        return Counter(line.worst for line in self.lines)

    def standing(self, standing: Standing) -> Iterator[Failure]:
        """The failures that stand so."""
        return (failure for failure in self.failures if failure.standing == standing)

    def excuse_of(self, failure: Failure) -> Divergence | None:
        """The entry of the divergence file that excuses it."""
        verdict = Verdict(failure.worst, failure.clauses, failure.why)
        return next((one for one, _ in self.footer.excuses if one.matches(failure.case.id, verdict)), None)

    def findings(self) -> tuple[Failure, ...]:
        """The failures that fail the check: they count, and are of the class `fail_on` or a worse one."""
        failing = CLASSES[: CLASSES.index(self.header.fail_on) + 1]
        return tuple(failure for failure in self.standing("counts") if failure.worst in failing)

    def stale(self) -> tuple[str, ...]:
        """What is wrong with the divergence file, a sentence each; only a whole run knows what nothing matches."""
        lines = [f"expired on {one.expires}: {one.name} ({one.link})" for one in self.footer.expired]
        if self.header.whole and complete(self.header.shards):
            gone = [one for one, count in self.footer.excuses if not count]
            lines += [f"no longer fails, delete it: {one.name} ({one.link})" for one in gone]
        return tuple(lines)

    def passed(self) -> bool:
        """Whether nothing counts against the subject: what the exit code says."""
        return bool(self.lines) and not self.findings() and not self.stale()


def complete(shards: tuple[str, ...]) -> bool:
    """Whether these shards (`1/2`, `2/2`) are all that there are."""
    counts = {shard.partition("/")[2] for shard in shards}
    return not shards or (len(counts) == 1 and len(set(shards)) == int(counts.pop()))


def in_order(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines in the order of a record, whichever worker was first."""
    return tuple(sorted(lines, key=attrgetter("source", "way", "name")))


def case_file(failure: Failure) -> str:
    """The name of the file that the case of a failure is kept in, beside the record."""
    return f"case-{failure.case.id}.json"


def kinds(failures: Iterable[Failure]) -> Counter[Kind]:
    """How many failures there are of each kind."""
    return Counter(failure.kind for failure in failures)


def examples(failures: Iterable[Failure]) -> tuple[Failure, ...]:
    """One failure of each kind, worst first; one that was made smaller if there is one."""
    found: dict[Kind, Failure] = {}
    for failure in sorted(failures, key=lambda failure: (CLASSES.index(failure.worst), not failure.smallest)):
        found.setdefault(failure.kind, failure)
    return tuple(found.values())


def severity(failure: Failure) -> tuple[int, tuple[str, ...], str, tuple[str, str]]:
    """What failures are sorted by: worst first, then by clause; no two are equal."""
    return CLASSES.index(failure.worst), failure.clauses, failure.case.id, failure.line.key
