"""`^task` of a task without `packages` runs once, in the workspace root.

How it comes about: where a task runs is what its own fields say, and this one says nothing of packages.
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
    """Let a joint stand for the task as deps name it."""
    original = Graph._of_joint

    def of_joint(self: Graph, task: Task, package: Package, parallel: bool) -> Iterator[Unit]:
        for unit in original(self, task, package, parallel):
            yield self._whole(task.name) if unit.label and task.packages is None else unit

    patch(Graph, "_of_joint", of_joint)
