"""A run that two signals have ended has the code of the second.

How it comes about: a handler notes the signal that came last.
"""

from __future__ import annotations

from tsr_impl import interrupts
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "INT-2"), ("divergence", "EXIT-6")})
LIMIT = 4.0
"""It waits out a grace."""
SUBTLE = "A second signal ends the run, and has another code than the first."


def apply() -> None:
    """Look at the last."""
    patch(interrupts, "first", lambda: interrupts._received[-1] if interrupts._received else 0)
