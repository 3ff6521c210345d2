"""`^` reaches the packages that are depended on directly, and none behind them.

How it comes about: the manifest of a package names what it depends on, and that is what was looked up.
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
    """Let a joint stand for the task in its package alone."""

    def of_joint(self: Graph, task: Task, package: Package, parallel: bool) -> Iterator[Unit]:
        yield self._in_package(task, package)

    patch(Graph, "_of_joint", of_joint)
