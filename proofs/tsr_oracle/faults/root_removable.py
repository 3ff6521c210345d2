"""`rm -r` takes the workspace root away, and what holds it where that is allowed.

How it comes about: the root is within the bounds, so it passes the check.
"""

from __future__ import annotations

from tsr_impl.fence import Fence
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("loss", "FENCE-11"), ("escape", "FENCE-11")})


def apply() -> None:
    """Let the root be an entry like any other."""
    patch(Fence, "holds_root", lambda self, place: False)
