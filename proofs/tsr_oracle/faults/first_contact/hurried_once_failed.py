"""A first signal during the grace after a failure ends the run at once, like a second one.

How it comes about: what a signal does when nothing is torn down yet is to begin with that, and what it does when
that has begun is not to wait for it; who has begun is not asked.
"""

from __future__ import annotations

import os
from types import FrameType

from tsr_impl import interrupts, scheduler
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a signal comes while what ran beside a failure is torn down"
ACCEPTED = frozenset({("divergence", "INT-6")})


def apply() -> None:
    """Take any signal for the second one once a failure is being dealt with."""
    failed: list[int] = []
    tear_down, note = scheduler._Run._tear_down, interrupts._note

    def after_failure(self: scheduler._Run) -> None:
        if self.failure and not interrupts.first():
            failed.append(self.failure)
        try:
            tear_down(self)
        finally:
            failed.clear()

    def hurried(number: int, frame: FrameType | None) -> None:
        note(number, frame)
        if failed:
            if interrupts._last_resort is not None:
                interrupts._last_resort()
            os._exit(interrupts.exit_code(0))

    patch(scheduler._Run, "_tear_down", after_failure)
    patch(interrupts, "_note", hurried)
