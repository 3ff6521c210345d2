"""A run that is interrupted after a failure ends with the code of the failure.

How it comes about: that came first.
"""

from __future__ import annotations

from tsr_impl import interrupts
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "INT-6")})
SUBTLE = "A task has failed, and a signal comes while what ran beside it is torn down."


def apply() -> None:
    """Put a failure before an interrupt."""
    original = interrupts.exit_code
    patch(interrupts, "exit_code", lambda otherwise: otherwise or original(otherwise))
