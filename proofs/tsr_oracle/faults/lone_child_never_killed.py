"""A child that shares the runner's group gets SIGTERM, and no SIGKILL when the grace is over.

How it comes about: it is groups that are killed, and this child has none of its own.
"""

from __future__ import annotations

import signal

from tsr_impl.children import Child
from tsr_oracle.faults.patch import leave_out

ACCEPTED = frozenset({("leak", "TREE-3")})
LIMIT = 6.0
"""It waits out a grace."""
SUBTLE = "A lone program runs at a terminal, and ignores the SIGTERM that it is torn down with."


def apply() -> None:
    """No SIGKILL without a group."""
    leave_out(Child, "send", lambda child, number: number == signal.SIGKILL and not child.isolated)
