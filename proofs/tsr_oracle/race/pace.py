"""Shows how far a race is: in calls, in swaps, and in seconds where there is a limit."""

from __future__ import annotations

from collections import Counter

from tsr_oracle.classes import Class
from tsr_oracle.progress import Progress
from tsr_oracle.race.rounds import Played


class Pace(Progress):
    """The progress of a race, which is as far as the slower of the two."""

    def __init__(self, calls: int, swaps: int, seconds: float | None, *, quiet: bool) -> None:
        super().__init__(quiet=quiet)
        self._calls, self._swaps, self._seconds = calls, swaps, seconds
        self._played = Played()
        self.start(calls)

    def tell_of(self, played: Played) -> None:
        """So much was played by now."""
        self._played = played
        self.advance(0, Counter(finding.worst for _, finding in played.findings))

    def text(self, now: float, classes: Counter[Class]) -> str:
        """The line: a bar, calls and swaps with their rates, the time left, and what was found."""
        played = self._played
        if not played.rounds:
            return f"racing: {self._calls:,} calls and {self._swaps:,} swaps"
        took = max(now - self.began, 0.001)
        share = max(self._share(took), 0.001)
        found = ", ".join(f"{count} {name}" for name, count in classes.items()) or "no finding"
        return (
            f"racing {self.bar(share)}{played.calls:,}/{self._calls:,} calls · {played.calls / took:,.0f}/s · "
            f"{played.swaps:,}/{self._swaps:,} swaps · {played.swaps / took:,.0f}/s · "
            f"{took / share - took:.0f} s left · {found}"
        )

    def _share(self, took: float) -> float:
        counts = ((self._played.calls, self._calls), (self._played.swaps, self._swaps))
        share = min(done / max(wanted, 1) for done, wanted in counts)
        return min(max(share, took / self._seconds if self._seconds else 0.0), 1.0)
