"""Two records beside each other, of two subjects or of two versions of one: what fails now that did not, and so on.

Cases are told apart by what they are called (`Line.key`), so only those that both records have are compared. What a
case came to is compared, whatever either side excuses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tsr_oracle.classes import CLASSES
from tsr_oracle.record.record import Failure, Header, Kind, Line, Record


@dataclass(frozen=True, slots=True)
class Change:
    """One case, before and after; and how it fails, afterwards if it still does."""

    before: Line
    after: Line
    failure: Failure | None

    @property
    def kinds(self) -> tuple[Kind, Kind]:
        """What it came to, before and after."""
        return (self.before.worst, self.before.clause), (self.after.worst, self.after.clause)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came of it. `agreeing`: how many cases agree in both; `notes`: what makes the two hard to compare."""

    before: Header
    after: Header
    notes: tuple[str, ...]
    worse: tuple[Change, ...]
    better: tuple[Change, ...]
    still: tuple[Change, ...]
    agreeing: int
    only_before: int
    only_after: int

    @property
    def shared(self) -> int:
        """How many cases are compared."""
        return len(self.worse) + len(self.better) + len(self.still) + self.agreeing

    def passed(self) -> bool:
        """Whether there was something to compare, and nothing of it got worse."""
        return self.shared > 0 and not self.worse

    def by_clause(self) -> dict[str, tuple[int, int]]:
        """How many of the shared cases fail by each clause, before and after, where any does."""
        changes = (*self.worse, *self.better, *self.still)
        before = Counter(change.before.clause for change in changes if change.before.worst != "agree")
        after = Counter(change.after.clause for change in changes if change.after.worst != "agree")
        return {clause: (before[clause], after[clause]) for clause in sorted({*before, *after})}


def compare(before: Record, after: Record) -> Comparison:
    """The comparison of two records."""
    then, now = _lines(before), _lines(after)
    foreign = _foreign(before, after)
    shared = [key for key in now if key in then and not (foreign and now[key].source != "spec")]
    failures = {failure.line.key: failure for failure in (*before.failures, *after.failures)}
    changes = [Change(then[key], now[key], failures.get(key)) for key in shared]
    ranks = [(change, _rank(change.after) - _rank(change.before)) for change in changes]
    failing = [change for change, rank in ranks if rank == 0 and change.after.worst != "agree"]
    worse = [change for change, rank in ranks if rank < 0]
    better = [change for change, rank in ranks if rank > 0]
    return Comparison(
        before.header,
        after.header,
        tuple(_notes(before.header, after.header, foreign)),
        tuple(sorted(worse, key=_worst_first)),
        tuple(sorted(better, key=_worst_first)),
        tuple(sorted(failing, key=_worst_first)),
        len(shared) - len(worse) - len(better) - len(failing),
        len(then) - len(shared),
        len(now) - len(shared),
    )


def _lines(record: Record) -> dict[tuple[str, str], Line]:
    return {line.key: line for line in record.lines}


def _rank(line: Line) -> int:
    return CLASSES.index(line.worst)


def _worst_first(change: Change) -> tuple[int, int, str, tuple[str, str]]:
    return _rank(change.after), _rank(change.before), change.after.clause, change.after.key


def _foreign(before: Record, after: Record) -> int:
    """How many cases of one name are two: the generators that made them were not the same."""
    then = {failure.line.key: _original(failure) for failure in before.failures}
    pairs = [(then.get(failure.line.key), _original(failure)) for failure in after.failures]
    return sum(was is not None and was != now for was, now in pairs)


def _original(failure: Failure) -> str:
    return failure.origin or failure.case.id


def _notes(before: Header, after: Header, foreign: int) -> Iterator[str]:
    if before.level != after.level:
        yield f"the levels differ ({before.level}, {after.level}): a case may be of another class for that alone"
    if before.seed != after.seed:
        yield f"the seeds differ ({before.seed}, {after.seed}): generated cases are others, and are not compared"
    if foreign:
        yield (
            f"{foreign:,} generated case(s) of one name are two cases, made by different versions of the generator: "
            "no generated ones are compared"
        )
