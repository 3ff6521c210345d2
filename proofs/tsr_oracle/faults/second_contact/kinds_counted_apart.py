"""A second signal ends the run at once only if it is of the same kind as the first.

How it comes about: each handler counts for itself, and presses of Ctrl-C were what was tried.
"""

from __future__ import annotations

from types import FrameType

from tsr_impl import interrupts
from tsr_oracle.faults.patch import patch

SUBTLE = "only where two signals of different kinds come, and something takes its time to end"
ACCEPTED = frozenset({("divergence", "INT-2"), ("leak", "INT-2"), ("hang", "INT-2")})


def apply() -> None:
    """Pass over a signal of another kind than the first."""
    original = interrupts._note

    def note(number: int, frame: FrameType | None) -> None:
        if interrupts.first() in (0, number):
            original(number, frame)

    patch(interrupts, "_note", note)
