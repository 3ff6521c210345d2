"""A second signal changes nothing about the tear-down.

How it comes about: the handler says that the run was told to stop, and to say it twice says no more.
"""

from __future__ import annotations

from types import FrameType

from tsr_impl import interrupts
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("hang", "INT-2"), ("divergence", "INT-2")})


def apply() -> None:
    """Note it, and no more."""

    def note(number: int, frame: FrameType | None) -> None:
        interrupts._received.append(number)

    patch(interrupts, "_note", note)
