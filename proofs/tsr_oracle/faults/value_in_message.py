"""A program that is not found is named as it came out of the expansion.

How it comes about: that is the word which was looked up.
"""

from __future__ import annotations

from tsr_impl import process
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("leak", "OUT-1")})


def apply() -> None:
    """Name the first word."""
    original = process.found
    patch(process, "found", lambda words, written, *more: original(words, words[0], *more))
