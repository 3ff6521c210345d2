"""Only the leader of a group is signalled, so that what it has started is left.

How it comes about: the id of a child is what `kill` takes, and a group would have to be asked for.
"""

from __future__ import annotations

from tsr_impl import calls
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("leak", "TREE-2"), ("leak", "TREE-G1")})
LIMIT = 4.0
"""It waits out a grace."""


def apply() -> None:
    """Leave the group alone."""
    original = calls.send
    patch(calls, "send", lambda child, number, group: original(child, number, False))
