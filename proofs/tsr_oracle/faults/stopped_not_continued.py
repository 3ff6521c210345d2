"""A program that is stopped never hears of the tear-down, and is killed.

How it comes about: a signal is sent, and that it is only then acted on is not thought of.
"""

from __future__ import annotations

import signal

from tsr_impl.children import Child
from tsr_oracle.faults.patch import leave_out

ACCEPTED = frozenset({("divergence", "INT-5")})
LIMIT = 4.0
"""It waits out a grace."""
SUBTLE = "A program has been stopped when it is torn down, and would do something about SIGTERM."


def apply() -> None:
    """No SIGCONT."""
    leave_out(Child, "send", lambda child, number: number == signal.SIGCONT)
