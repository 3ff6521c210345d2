"""A builtin says what went wrong first, and keeps the rest to itself.

How it comes about: it goes on with its other operands, and ends with one error, which is the first.
"""

from __future__ import annotations

from tsr_impl.builtins import Call
from tsr_oracle.faults.patch import leave_out

SUBTLE = "two operands of one command fail"
ACCEPTED = frozenset({("divergence", "BUILTIN-3")})


def apply() -> None:
    """Say nothing once the command has failed."""
    leave_out(Call, "report", lambda call, fault: call.failed)
