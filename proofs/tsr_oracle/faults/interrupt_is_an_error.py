"""The last event of a run that was interrupted has a `runnerError`.

How it comes about: an interrupt ends a run as an error of the runner does, and comes up in the same place.
"""

from __future__ import annotations

from tsr_impl import interrupts
from tsr_impl.events import Reporter
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "EVENT-4")})
SUBTLE = "A run with a reporter is interrupted."


def apply() -> None:
    """Say so where there is no other error."""
    original = Reporter.finished

    def finished(self: Reporter, exit_code: int, error: str | None) -> int:
        return original(self, exit_code, error or ("interrupted" if interrupts.first() else None))

    patch(Reporter, "finished", finished)
