"""Shows how far long work is: a bar with rate and time left on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections import Counter

from tsr_oracle.classes import CLASSES, Class

EVERY = 10.0
"""Seconds between two plain lines."""


class Progress:
    """How far a check is, or other work in so many `units`. Draws on standard error."""

    def __init__(self, *, quiet: bool = False, what: str = "judging", units: str = "cases") -> None:
        self.quiet = quiet
        self.units = units
        self.terminal = sys.stderr.isatty()
        self.total = self.done = 0
        self.what = what
        self.began = self.told = time.monotonic()

    def start(self, total: int) -> None:
        """Work of so many cases begins: told at once, so that whoever waits knows that the subject is fit."""
        self.total, self.began = total, time.monotonic()
        self.tell(self.began, Counter())

    def phase(self, what: str, total: int) -> None:
        """Another kind of work begins."""
        self.what, self.total, self.done, self.began = what, total, 0, time.monotonic()

    def advance(self, count: int, classes: Counter[Class]) -> None:
        """So many more are done."""
        self.done += count
        now = time.monotonic()
        if self.quiet or now - self.told < (0.1 if self.terminal else EVERY):
            return
        self.tell(now, classes)

    def tell(self, now: float, classes: Counter[Class]) -> None:
        """Draws the line, unless all is to be quiet."""
        if self.quiet:
            return
        self.told = now
        text = self.text(now, classes)
        if self.terminal:
            print(f"\r\x1b[2K{text}", end="", file=sys.stderr, flush=True)
        else:
            print(text, file=sys.stderr, flush=True)

    def text(self, now: float, classes: Counter[Class]) -> str:
        """The line: a bar, the count, the rate, the time left, and what was found so far."""
        if not self.done:
            return f"{self.what} {self.total:,} {self.units}"
        rate = self.done / max(now - self.began, 0.001)
        left = (self.total - self.done) / rate
        share = self.done / max(self.total, 1)
        pace = f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.1f}/s"
        counts = f"{self.done:,}/{self.total:,} · {pace} · {left:.0f} s left"
        found = ", ".join(f"{classes[name]} {name}" for name in CLASSES if classes[name] and name != "agree")
        return f"{self.what} {self.bar(share)}{counts}" + (f" · {found or 'no finding'}" if classes else "")

    def bar(self, share: float) -> str:
        """So much of a bar as is done, on a terminal."""
        return "█" * int(share * 24) + "░" * (24 - int(share * 24)) + " " if self.terminal else ""

    def stop(self) -> None:
        """The work is over: the bar goes away."""
        if self.terminal and not self.quiet:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
