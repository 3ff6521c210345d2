"""No child has a group of its own.

How it comes about: that is what one gets who starts a process and asks for nothing.
"""

from __future__ import annotations

from tsr_impl.children import Children
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "TREE-1"), ("leak", "TREE-1")})


def apply() -> None:
    """Let all of them share the runner's group."""
    original = Children.__init__

    def init(self: Children, parallel: bool) -> None:
        original(self, parallel)
        self._isolated = False

    patch(Children, "__init__", init)
