"""Typed words go to the packages that the task selects, and not to the same task upstream of them.

How it comes about: what `^` asks for is taken for a dep, even where it is the task that was named.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guards
from tsr_impl.guards import _Judge
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-9")})
SUBTLE = "Words are typed for a task with a `^` to itself, and something upstream is not among what it selects."


def apply() -> None:
    """Take the words away where a unit is none of those that the named one waits for."""
    plan, steps = guards._plan, _Judge.steps
    selected: set[Any] = set()

    def plan_and_note(*given: Any) -> Any:
        planned = plan(*given)
        selected.update(planned.named.waits_for if planned and planned.named else [])
        return planned

    def steps_of(self: _Judge, unit: Any, environments: Any) -> Any:
        typed = self.asked.extra
        self.asked.extra = [] if unit.package and unit not in selected else typed
        try:
            return steps(self, unit, environments)
        finally:
            self.asked.extra = typed

    patch(guards, "_plan", plan_and_note)
    patch(_Judge, "steps", steps_of)
