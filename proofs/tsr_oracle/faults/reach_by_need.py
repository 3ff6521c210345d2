"""A task behind `^` of which nothing runs is not judged.

How it comes about: what is judged is taken from the units of the run, and not from the text of the file.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guards
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "GRAPH-8")})
SUBTLE = "A task that only `^` names has to be refused, and nothing is upstream of the packages of the run."


def apply() -> None:
    """Judge the tasks that have a unit."""
    plan, judged = guards._plan, guards._judged
    needed: set[Any] = set()

    def plan_and_note(config: Any, asked: Any, reached: Any, bounds: Any) -> Any:
        planned = plan(config, asked, reached, bounds)
        needed.update([unit.task for unit in planned.units] if planned else reached)
        return planned

    patch(guards, "_plan", plan_and_note)
    patch(guards, "_judged", lambda judge, reached: judged(judge, [task for task in reached if task in needed]))
