"""With `--since`, `^` does not run its task in packages that are not affected.

How it comes about: what a change can't matter to is taken for built, as with `--resume-from`, where upstream counts.
"""

from __future__ import annotations

from tsr_impl import graph
from tsr_impl.packages import Package
from tsr_oracle.faults.patch import patch

SUBTLE = "only where --since meets ^, and something upstream of an affected package has not changed"
ACCEPTED = frozenset({("divergence", "GIT-3")})


def apply() -> None:
    """Take the command of each unit whose package is not affected."""
    narrow = graph.Graph.narrow

    def everywhere(self: graph.Graph, affected: frozenset[Package]) -> None:
        narrow(self, affected)
        for unit in self._made.values():
            unit.has_command = unit.has_command and (unit.package is None or unit.package in affected)

    patch(graph.Graph, "narrow", everywhere)
