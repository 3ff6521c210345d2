"""A second signal counts only if it is the same as the first.

How it comes about: "once more" is asked of each signal by itself.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import interrupts
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "INT-2"), ("hang", "INT-2")})
LIMIT = 4.0
"""It waits out a grace."""
SUBTLE = "Two signals of two kinds come, the second while something takes its time to end."


def apply() -> None:
    """Pass over one of another kind."""
    original = interrupts._note

    def note(number: int, frame: Any) -> None:
        if number in interrupts._received or not interrupts._received:
            original(number, frame)

    patch(interrupts, "_note", note)
