"""Typed words do not go to the units of the named task that only its own `^` asks for.

How it comes about: the words are handed to the units that `packages` selects, when those are made.
"""

from __future__ import annotations

from tsr_impl import graph, guards, plan
from tsr_impl.units import Step, Unit
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a task names itself with ^, its packages leave one upstream out, and words are typed"
ACCEPTED = frozenset({("divergence", "GRAPH-9")})


def apply() -> None:
    """Give the words to the selected units only, in the plan too."""
    upstream: set[Unit] = set()
    in_order, steps, entry = graph.Graph.in_order, guards._Judge.steps, plan._entry

    def noting(self: graph.Graph) -> list[Unit]:
        units = in_order(self)
        upstream.update(unit for unit in units if unit.package and unit not in self.named.waits_for)
        return units

    def without_words(self: guards._Judge, unit: Unit, environments: guards.Environments) -> list[Step]:
        extra = self.asked.extra
        if unit in upstream:
            self.asked.extra = []
        try:
            return steps(self, unit, environments)
        finally:
            self.asked.extra = extra

    def shown(unit: Unit, last_words: list[str]) -> str:
        return entry(unit, unit.task.args if unit in upstream else last_words)

    patch(graph.Graph, "in_order", noting)
    patch(guards._Judge, "steps", without_words)
    patch(plan, "_entry", shown)
