"""`^` work runs behind the package whose task asked for it.

How it comes about: it is queued when the package is dealt with, and the queue is taken from its front.
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
    """Have the fan-out wait for it, after each of the units that should."""
    whole, in_package = Graph._of_whole, Graph._of_package

    def of_whole(self: Graph, task: Task) -> Iterator[Unit]:
        for unit in whole(self, task):
            yield unit
            if unit.package:
                yield from (one for one in in_package(self, task, unit.package) if not one.label)

    def of_package(self: Graph, task: Task, package: Package) -> Iterator[Unit]:
        return self._ordinary(task)

    patch(Graph, "_of_whole", of_whole)
    patch(Graph, "_of_package", of_package)
