"""A first signal during the grace after a failure ends that grace.

How it comes about: the run is ending already, so that whoever interrupts it is taken to be impatient.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import interrupts
from tsr_impl.teardown import TearDown
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "INT-6")})
LIMIT = 4.0
"""The right runner waits a second."""
SUBTLE = "A task has failed, what ran beside it takes its time to end, and then the first signal comes."


def apply() -> None:
    """Let the time be up when a signal has come that was not there when the tear-down began."""
    make, is_over = TearDown.__init__, TearDown.is_over
    quiet: list[TearDown] = []

    def begin(self: TearDown, *given: Any, **named: Any) -> None:
        before = interrupts.first()  # what is torn down hears of it at once, and a signal may be the answer
        make(self, *given, **named)
        if not before:
            quiet.append(self)

    def look(self: TearDown) -> bool:
        if interrupts.first() and self in quiet:
            self._deadline = 0.0
        return is_over(self)

    patch(TearDown, "__init__", begin)
    patch(TearDown, "is_over", look)
