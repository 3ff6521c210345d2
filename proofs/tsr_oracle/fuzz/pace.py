"""Shows how far the fuzzing is: cases and their rate, the time left, the corpus, and what was found."""

from __future__ import annotations

from collections import Counter

from tsr_oracle.classes import CLASSES, Class
from tsr_oracle.fuzz.tally import Tally
from tsr_oracle.progress import Progress


class Pace(Progress):
    """The progress of what may have no end: a bar is drawn where there is one."""

    def begin(self, seconds: float | None, cases: int | None) -> None:
        """The first case is about to be played."""
        self._seconds, self._cases, self._corpus = seconds, cases, 0
        self.what = "fuzzing"
        self.start(cases or 0)

    def tell_of(self, tally: Tally, corpus: int) -> None:
        """So much was played by now."""
        self._corpus = corpus
        self.advance(sum(tally.sums.classes.values()) + sum(tally.sums.skipped.values()) - self.done, _found(tally))

    def text(self, now: float, classes: Counter[Class]) -> str:
        """The line."""
        if not self.done:
            return f"fuzzing for {self._end()}"
        took = max(now - self.began, 0.001)
        share = self._share(took)
        left = "" if share is None else f" · {took / max(share, 0.001) - took:.0f} s left"
        found = ", ".join(f"{classes[name]:,} {name}" for name in CLASSES if classes[name]) or "no finding"
        rate = f"{self.done:,} cases · {self.done / took:,.0f}/s"
        return f"fuzzing {self.bar(share or 0.0)}{rate}{left} · corpus {self._corpus:,} · {found}"

    def _share(self, took: float) -> float | None:
        if self._seconds is not None:
            return min(took / self._seconds, 1.0)
        return None if self._cases is None else self.done / max(self._cases, 1)

    def _end(self) -> str:
        if self._seconds is not None:
            return f"{self._seconds:.0f} s"
        return "ever: Ctrl-C ends it" if self._cases is None else f"{self._cases:,} cases"


def _found(tally: Tally) -> Counter[Class]:
    found: Counter[Class] = Counter()
    for (worst, _), count in tally.kinds().items():
        found[worst] += count
    return found
