"""What a task with `packages` depends on runs once for each of the packages.

How it comes about: each unit is made like a task, with deps of its own.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from tsr_impl.config import Task
from tsr_impl.graph import Graph
from tsr_impl.packages import Package
from tsr_impl.units import Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-1"), ("divergence", "PKG-5"), ("divergence", "GRAPH-7")})


def apply() -> None:
    """Make them anew for each unit, and wait for none of them besides."""
    whole, in_package = Graph._of_whole, Graph._of_package

    def of_whole(self: Graph, task: Task) -> Iterator[Unit]:
        return (unit for unit in whole(self, task) if task.packages is None or unit.package)

    def of_package(self: Graph, task: Task, package: Package) -> Iterator[Unit]:
        for unit in in_package(self, task, package):
            yield unit if unit.package else again(self, unit)

    def again(self: Graph, unit: Unit) -> Unit:
        twin = copy.copy(unit)
        self._open.append((twin, self._of_whole(unit.task)))
        return twin

    patch(Graph, "_of_whole", of_whole)
    patch(Graph, "_of_package", of_package)
