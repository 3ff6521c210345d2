"""A value over several lines goes on behind a quote that has text behind it, where the file had to be refused.

How it comes about: the rule for one line, by which a quote with text behind it does not end the value, is used again.
"""

from __future__ import annotations

from tsr_impl import dotenv
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a value over several lines has text behind the first quote of a later line, and a quote after that"
ACCEPTED = frozenset({("bypass", "ENV-8"), ("divergence", "ENV-8")})


def apply() -> None:
    """Look for the first quote, on any later line, behind which nothing stands."""
    patch(dotenv._Parser, "_over_lines", _over_lines)


def _over_lines(self: dotenv._Parser, first: str, quote: str) -> str:
    start, parts = self._at, [first]
    while self._at < len(self._lines):
        line = self._lines[self._at]
        self._at += 1
        end = dotenv._closing(f" {line}", quote) - 1
        if end >= 0:
            return "\n".join([*parts, line[:end]])
        parts.append(line)
    raise dotenv.Malformed(start, "ENV-8", "opens a quote that is never closed — close it")
