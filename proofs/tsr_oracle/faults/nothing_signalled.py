"""A run that is broken off ends, and all that it has started goes on.

How it comes about: children are thought to end with their parent.
"""

from __future__ import annotations

from tsr_impl.scheduler import _Run
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("leak", "TREE-2"), ("leak", "TREE-G1"), ("leak", "INT-1")})


def apply() -> None:
    """No tear-down."""
    patch(_Run, "tear_down", lambda self: None)
