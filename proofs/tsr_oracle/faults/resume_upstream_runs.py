"""Packages that `--resume-from` passes over still run as what others depend on.

How it comes about: the packages of each task are cut short, and `^` has a list of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from tsr_impl.config import Task
from tsr_impl.graph import Graph
from tsr_impl.packages import Package
from tsr_impl.units import Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-12")})
SUBTLE = "`--resume-from` passes over a package, and a `^` asks for it."


def apply() -> None:
    """Leave out the task's own units, and no others."""
    whole, in_package = Graph._of_whole, Graph._in_package

    def of_whole(self: Graph, task: Task) -> Iterator[Unit]:
        return (unit for unit in whole(self, task) if unit.package not in self._done)

    def with_a_command(self: Graph, task: Task, package: Package) -> Unit:
        done, self._done = self._done, frozenset()
        try:
            return in_package(self, task, package)
        finally:
            self._done = done

    patch(Graph, "_of_whole", of_whole)
    patch(Graph, "_in_package", with_a_command)
