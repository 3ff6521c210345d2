"""Units of the named task that only `^` has brought in do not get the words that were typed.

How it comes about: "never to one of its deps" is taken for what is upstream, too.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsr_impl import guards, plan
from tsr_impl.config import Task
from tsr_impl.graph import Graph
from tsr_impl.packages import Package
from tsr_impl.request import Request
from tsr_impl.units import Step, Unit
from tsr_oracle.faults.patch import patch

SUBTLE = "only where words are typed for a task with `^` to itself, and a package upstream is not selected"
ACCEPTED = frozenset({("divergence", "GRAPH-9"), ("stricter", "GRAPH-9")})


def apply() -> None:
    """Note the units that no `packages` has selected, and give them the task's own `args` alone."""
    in_package, steps = Graph._in_package, guards._Judge.steps
    upstream: set[Unit] = set()

    def noted(graph: Graph, task: Task, package: Package) -> Unit:
        unit = in_package(graph, task, package)
        if package not in graph._chosen.get(task.name, ()):
            upstream.add(unit)
        return unit

    def steps_of(judge: guards._Judge, unit: Unit, environments: Mapping[str, Mapping[bytes, bytes]]) -> list[Step]:
        typed = judge.asked.extra
        judge.asked.extra = [] if unit in upstream else typed
        try:
            return steps(judge, unit, environments)
        finally:
            judge.asked.extra = typed

    def text(units: list[Unit], asked: Request) -> str:
        return "".join(
            plan._entry(unit, unit.task.args if unit in upstream else asked.last_words(unit.task)) for unit in units
        )

    patch(Graph, "_in_package", noted)
    patch(guards._Judge, "steps", steps_of)
    patch(plan, "text", text)
