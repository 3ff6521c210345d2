"""A task that `^` names, and that runs nowhere since no package lies upstream, is not judged.

How it comes about: the guards go through the units of the plan, and not through the tasks of the reach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsr_impl import guards
from tsr_oracle.faults.patch import patch

if TYPE_CHECKING:
    from tsr_impl.config import Config, Task
    from tsr_impl.fence import Fence
    from tsr_impl.guards import Environments
    from tsr_impl.planning import Plan
    from tsr_impl.request import Request

SUBTLE = "only where `^` names a task, no selected package depends on another, and a guard has a word on that task"
ACCEPTED = frozenset(
    {
        *(("bypass", f"ENV-{number}") for number in (1, 4, 5, 9, 12, 13)),
        *(("bypass", f"PATH-{number}") for number in (1, 2, 3)),
        *(("bypass", f"PERM-{number}") for number in (1, 2, 3)),
        *(("bypass", clause) for clause in ("FENCE-1", "FENCE-8", "SHELL-8", "GRAPH-8")),
        ("divergence", "ENV-4"),
        ("divergence", "GRAPH-8"),
    }
)


def apply() -> None:
    """Judge the tasks of the plan's units."""
    planning, judging = guards._plan, guards._judged
    plans: list[Plan | None] = [None]

    def plan(config: Config, asked: Request, reached: list[Task], bounds: Fence) -> Plan | None:
        plans[0] = planning(config, asked, reached, bounds)
        return plans[0]

    def judged(judge: guards._Judge, reached: list[Task]) -> Environments:
        planned = plans[0]
        if planned is None:
            return judging(judge, reached)
        run = {unit.task for unit in planned.units}
        return judging(judge, [task for task in reached if task in run])

    patch(guards, "_plan", plan)
    patch(guards, "_judged", judged)
