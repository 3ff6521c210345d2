"""A builtin that is not understood has the status 1.

How it comes about: whatever keeps a builtin from its work is one kind of error.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import sequence
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "EXIT-5")})


def apply() -> None:
    """Make no difference between 1 and 2."""
    original = sequence.attempt

    def attempt(*given: Any) -> Any:
        outcome = original(*given)
        return min(outcome, 1) if isinstance(outcome, int) else outcome

    patch(sequence, "attempt", attempt)
