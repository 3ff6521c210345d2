"""What was found: every failing case counted, the first of each kind kept and saved at once, and some made smaller."""

from __future__ import annotations

import os
from collections import Counter

from tsr_oracle.check import SHRUNK_FOR_EACH, failure_of, line_of
from tsr_oracle.divergences import Divergence
from tsr_oracle.record.files import save_case
from tsr_oracle.record.record import Failure, Kind, Line, RecordError, Standing, case_file, severity
from tsr_oracle.record.sums import Sums
from tsr_oracle.worker import Judged

KEPT_FOR_EACH = 50
"""How many failures of one kind are kept, each with its case file; what comes after them is counted."""
KEPT_LINES = 200_000
"""How many cases that agreed are named in the record; those that did not are named as long as they are kept."""


class Tally:
    """The sums of a run, and what is kept of it. `excuses` are the entries of the divergence file that hold."""

    def __init__(self, directory: str, excuses: tuple[Divergence, ...]) -> None:
        self._directory = directory
        self.sums = Sums(excuses)
        self._kept: dict[str, Failure] = {}
        self._of_kind: Counter[tuple[Standing, Kind]] = Counter()
        self._asked: Counter[Kind] = Counter()
        self._smallest: set[str] = set()
        self.lines: list[Line] = []

    def add(self, judged: Judged, name: str) -> Failure | None:
        """Counts a case; how it failed, where it did and that counts."""
        standing = self.sums.add(judged)
        if judged.skipped is not None or judged.verdict is None:
            return None
        line = line_of(judged, name)
        if standing is None:
            self.lines += [line] if len(self.lines) < KEPT_LINES else []
            return None
        failure = failure_of(judged, line, standing)
        self._of_kind[failure.standing, failure.kind] += 1
        if self._of_kind[failure.standing, failure.kind] <= KEPT_FOR_EACH:
            self.lines.append(line)
            self._keep(name, failure)
        return failure if failure.standing == "counts" else None

    def wanted_smaller(self, failure: Failure) -> bool:
        """Whether this is one of the first of its kind, which are made smaller."""
        self._asked[failure.kind] += 1
        return self._asked[failure.kind] <= SHRUNK_FOR_EACH

    def smaller(self, name: str, small: Judged) -> Failure | None:
        """The failure, made smaller; None where another has become the same."""
        was = self._kept[name]
        now = failure_of(small, was.line, was.standing)
        if now.case.id in self._smallest:
            return None
        self._smallest.add(now.case.id)
        self._keep(name, now)
        return now

    def kinds(self, standing: Standing = "counts") -> Counter[Kind]:
        """How many failures of each kind there are, whether they were kept or not."""
        return Counter({kind: count for (of, kind), count in self._of_kind.items() if of == standing})

    def failures(self) -> tuple[Failure, ...]:
        """What was kept, worst first."""
        return tuple(sorted(self._kept.values(), key=severity))

    def path(self, failure: Failure) -> str:
        """Where its case is saved."""
        return os.path.join(self._directory, case_file(failure))

    def _keep(self, name: str, failure: Failure) -> None:
        """It is on the disk before anything else happens. Raises RecordError."""
        self._kept[name] = failure
        if failure.standing != "counts":
            return
        try:
            save_case(self._directory, failure)
        except OSError as error:
            raise RecordError(
                f"a finding can't be saved: {self.path(failure)}: {error.strerror}; see --results"
            ) from None
