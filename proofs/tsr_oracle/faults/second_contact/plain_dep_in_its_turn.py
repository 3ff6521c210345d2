"""A dep without `^` that stands behind one with it runs once the packages upstream have had their turn.

How it comes about: GRAPH-1 says "in the order in which they are written", and each unit takes its list like that.
"""

from __future__ import annotations

from collections.abc import Iterator

from tsr_impl.config import Task
from tsr_impl.graph import Graph, _is_upstream
from tsr_impl.packages import Package
from tsr_impl.units import Unit
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a dep stands behind one with `^`, and what runs upstream does not wait for it itself"
ACCEPTED = frozenset({("divergence", "GRAPH-7"), ("divergence", "PKG-5")})


def apply() -> None:
    """Leave the deps of a task with packages to its units, and these take them as they are written."""

    def of_whole(graph: Graph, task: Task) -> Iterator[Unit]:
        if task.packages is None:
            yield from graph._ordinary(task)
        for package in graph._chosen.get(task.name, ()):
            yield graph._in_package(task, package)

    def of_package(graph: Graph, task: Task, package: Package) -> Iterator[Unit]:
        for dep in task.deps:
            if not _is_upstream(dep):
                yield graph._whole(dep)
                continue
            for upstream in graph._dependencies(package):
                yield graph._joint(graph._tasks[dep[1:]], upstream, task.parallel)

    patch(Graph, "_of_whole", of_whole)
    patch(Graph, "_of_package", of_package)
