"""`^` work runs only in packages that were selected.

How it comes about: the order among packages is looked up within the selection, as if it were all that there is.
"""

from __future__ import annotations

from collections.abc import Iterator

from tsr_impl.config import Task
from tsr_impl.graph import Graph
from tsr_impl.packages import Package
from tsr_impl.units import Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-7")})


def apply() -> None:
    """Let a joint stand for what no task has selected as little as for what is done."""
    original = Graph._of_joint

    def of_joint(self: Graph, task: Task, package: Package, parallel: bool) -> Iterator[Unit]:
        selected = {one for packages in self._chosen.values() for one in packages}
        for unit in original(self, task, package, parallel):
            if unit.package in selected or not unit.label:
                yield unit

    patch(Graph, "_of_joint", of_joint)
