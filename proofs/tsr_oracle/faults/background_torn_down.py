"""What a task has put into the background ends with the task, without `--strict` too.

How it comes about: whatever is left of a group is thought to have been forgotten there.
"""

from __future__ import annotations

import signal

from tsr_impl.children import Child, Children
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "TREE-G1")})


def apply() -> None:
    """Signal the group before its leader is reaped."""
    original = Children.reap

    def reap(self: Children, child: Child) -> None:
        child.send(signal.SIGTERM)
        original(self, child)

    patch(Children, "reap", reap)
