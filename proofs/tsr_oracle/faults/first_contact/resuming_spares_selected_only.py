"""With `--resume-from`, `^` still runs a task in packages that count as done, unless the task has these as its own.

How it comes about: what counts as done is taken out of each list of selected packages, and upstream is another list.
"""

from __future__ import annotations

from tsr_impl import graph
from tsr_impl.config import Task
from tsr_impl.packages import Package
from tsr_impl.units import Unit
from tsr_oracle.faults.patch import patch

SUBTLE = "only where --resume-from meets ^, and the task upstream does not select the package that counts as done"
ACCEPTED = frozenset({("divergence", "PKG-12")})


def apply() -> None:
    """Give a unit its command back that no fan-out has."""
    in_package = graph.Graph._in_package

    def unless_upstream(self: graph.Graph, task: Task, package: Package) -> Unit:
        unit = in_package(self, task, package)
        if package not in self._chosen.get(task.name, ()):
            unit.has_command = not task.is_aggregate()
        return unit

    patch(graph.Graph, "_in_package", unless_upstream)
