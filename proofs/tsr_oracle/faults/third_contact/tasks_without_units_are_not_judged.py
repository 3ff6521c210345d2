"""A task of the reach that has no unit to run, for all its packages are passed over or none is upstream, is not judged.

How it comes about: what is judged are the tasks of the units in the plan, since these are what will run.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guards
from tsr_oracle.faults.patch import patch

SUBTLE = "only where `--resume-from` or `^` leaves a task of the reach without a unit, and something is wrong with it"
ACCEPTED = frozenset(
    {
        ("bypass", "GRAPH-8"),
        ("divergence", "GRAPH-8"),
        ("bypass", "SHELL-8"),
        ("divergence", "SHELL-8"),
        ("bypass", "ENV-1"),
        ("divergence", "ENV-1"),
    }
)


def apply() -> None:
    """Judge the tasks of units with a command, and aggregates."""
    original_plan, original_judged = guards._plan, guards._judged
    plans: list[Any] = []

    def plan(*given: Any) -> Any:
        plans[:] = [original_plan(*given)]
        return plans[0]

    def judged(judge: Any, reached: Any) -> Any:
        if plans[0]:
            planned = {unit.task.name for unit in plans[0].units if unit.has_command}
            reached = [task for task in reached if task.is_aggregate() or task.name in planned]
        return original_judged(judge, reached)

    patch(guards, "_plan", plan)
    patch(guards, "_judged", judged)
