"""The sums of a run, counted case by case: what a record's footer holds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tsr_oracle.classes import Class, worse
from tsr_oracle.divergences import Divergence
from tsr_oracle.guarantees import broken
from tsr_oracle.judge import Verdict
from tsr_oracle.record.record import Footer, Standing
from tsr_oracle.worker import Judged


@dataclass(slots=True)
class Sums:
    """`excuses` are the entries of the divergence file that hold, `excused` how many cases each has excused."""

    excuses: tuple[Divergence, ...] = ()
    classes: Counter[Class] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    tested: Counter[str] = field(default_factory=Counter)
    worst: dict[str, Class] = field(default_factory=dict)
    excused: Counter[Divergence] = field(default_factory=Counter)

    def add(self, judged: Judged) -> Standing | None:
        """Counts a case; how it stands, None where it agreed or was skipped."""
        verdict = judged.verdict
        if judged.skipped is not None or verdict is None:
            self.skipped[judged.skipped or ""] += 1
            return None
        self.classes[verdict.worst] += 1
        self.tested.update(judged.tested)
        if verdict.worst == "agree":
            return None
        for name in broken(verdict.worst, verdict.clauses):
            self.worst[name] = worse(self.worst.get(name, "agree"), verdict.worst)
        return self._standing(judged.case.id, verdict)

    def _standing(self, case_id: str, verdict: Verdict) -> Standing:
        for excuse in self.excuses:
            if excuse.matches(case_id, verdict):
                self.excused[excuse] += 1
                return "excused"
        return "warning" if verdict.warning else "counts"

    def footer(self, expired: tuple[Divergence, ...], seconds: float) -> Footer:
        """The sums as a record has them; `expired` are the other entries of the divergence file."""
        return Footer(
            dict(sorted(self.skipped.items())),
            dict(sorted(self.tested.items())),
            dict(sorted(self.worst.items())),
            tuple((excuse, self.excused[excuse]) for excuse in self.excuses),
            expired,
            seconds,
        )
