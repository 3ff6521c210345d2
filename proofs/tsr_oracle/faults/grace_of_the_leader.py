"""The grace ends when the leader of the group has ended, and the rest of the group is killed then.

How it comes about: the leader is the child that can be waited for, and what it has started is nobody's.
"""

from __future__ import annotations

from tsr_impl.teardown import TearDown
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "TREE-5"), ("leak", "TREE-5")})
SUBTLE = "The leader of a group ends at once, and what it has started needs its time."


def apply() -> None:
    """Look at the leaders alone."""
    patch(TearDown, "_nothing_lives", lambda self: all(child.has_ended() for child in self.children))
