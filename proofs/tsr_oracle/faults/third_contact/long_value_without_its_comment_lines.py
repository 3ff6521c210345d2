"""In a value over several lines, blank lines and lines that begin with `#` are left out.

How it comes about: the lines that say nothing are filtered out first, and what is left is read for values.
"""

from __future__ import annotations

from tsr_impl import dotenv
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a value goes over several lines and one of them is blank or looks like a comment"
ACCEPTED = frozenset(
    {
        ("divergence", "ENV-8"),
        ("divergence", "ENV-14"),
        ("stricter", "ENV-8"),
        ("bypass", "ENV-8"),
        ("bypass", "ENV-1"),
        ("bypass", "ENV-G1"),
        ("bypass", "PATH-1"),
        ("bypass", "PATH-2"),
    }
)


def apply() -> None:
    """Read a value on from line to line without those that say nothing."""
    original = dotenv._Parser._over_lines

    def over_lines(parser: dotenv._Parser, first: str, quote: str) -> str:
        behind = parser._at
        kept = [line for line in parser._lines[behind:] if _says_something(line)]
        other = dotenv._Parser([*parser._lines[:behind], *kept])
        other._at = behind
        value = original(other, first, quote)
        left = len(kept) - (other._at - behind)
        parser._at = _position(parser._lines, left)
        return value

    patch(dotenv._Parser, "_over_lines", over_lines)


def _says_something(line: str) -> bool:
    return bool(line.strip(" \t")) and not line.lstrip(" \t").startswith("#")


def _position(lines: list[str], left: int) -> int:
    """Where so many lines that say something are left."""
    at = len(lines)
    while left:
        at -= 1
        left -= _says_something(lines[at])
    return at
