"""In the plan the words behind a command stand as they are, whatever is in them.

How it comes about: they are put behind the command with a blank between them, as they were typed.
"""

from __future__ import annotations

from types import SimpleNamespace

from tsr_impl import plan
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PLAN-4")})


def apply() -> None:
    """Quote nothing."""
    patch(plan, "shlex", SimpleNamespace(quote=str))
