"""A task that is named with `^` is not judged where no package has another upstream, so that it runs nowhere.

How it comes about: the guards go through the units of the plan, since these are what will run.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsr_impl import guards
from tsr_impl.config import Config, Task
from tsr_impl.fence import Fence
from tsr_impl.planning import Plan
from tsr_impl.request import Request
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a guard refuses a task that is named with `^`, and there is nothing upstream"
ACCEPTED = frozenset(
    {("bypass", clause) for clause in ("GRAPH-8", "ENV-9", "ENV-1", "ENV-2", "PATH-1", "PATH-2", "FENCE-1")}
    | {("divergence", "GRAPH-8"), ("divergence", "ENV-9")}
)


def apply() -> None:
    """Judge those tasks only of which the plan has a unit."""
    plan_of, judged = guards._plan, guards._judged
    planned: set[str] = set()

    def noted(config: Config, asked: Request, reached: list[Task], bounds: Fence) -> Plan | None:
        plan = plan_of(config, asked, reached, bounds)
        planned.update(unit.task.name for unit in plan.units) if plan else planned.add(asked.first)
        return plan

    def of_the_plan(judge: guards._Judge, reached: list[Task]) -> Mapping[str, Mapping[bytes, bytes]]:
        return judged(judge, [task for task in reached if task.name in planned])

    patch(guards, "_plan", noted)
    patch(guards, "_judged", of_the_plan)
