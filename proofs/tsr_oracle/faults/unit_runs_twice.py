"""What a task runs in a package runs twice, if both the task itself and a `^` ask for it.

How it comes about: the units of a task and those of a `^` are made in two places, and each knows its own.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from tsr_impl.config import Task
from tsr_impl.graph import Graph
from tsr_impl.packages import Package
from tsr_impl.units import Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-7"), ("divergence", "GRAPH-1")})
SUBTLE = "A package is among those that a task selects, and upstream of another one of them."


def apply() -> None:
    """Let a joint have a unit of its own, which waits for the same."""
    original = Graph._of_joint

    def of_joint(self: Graph, task: Task, package: Package, parallel: bool) -> Iterator[Unit]:
        for unit in original(self, task, package, parallel):
            yield again(self, unit) if unit.label else unit

    def again(self: Graph, unit: Unit) -> Unit:
        assert unit.package
        twin = copy.copy(unit)
        self._open.append((twin, self._of_package(unit.task, unit.package)))
        return twin

    patch(Graph, "_of_joint", of_joint)
