"""The run ends with the status of a sibling that was torn down.

How it comes about: the statuses are looked at when all have ended, and the sibling's came last.
"""

from __future__ import annotations

from tsr_impl.children import Child, Children
from tsr_impl.scheduler import _Run
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "TREE-4"), ("divergence", "GRAPH-5")})


def apply() -> None:
    """Note the last status that is a failure."""
    reap, tear_down = Children.reap, _Run.tear_down
    last = [0]

    def noting(self: Children, child: Child) -> None:
        last[:] = [self.status(child)]
        reap(self, child)

    def and_count(self: _Run) -> None:
        tear_down(self)
        self.failure = self.failure and (last[0] or self.failure)

    patch(Children, "reap", noting)
    patch(_Run, "tear_down", and_count)
