"""Words that were typed go to the first unit of a task alone.

How it comes about: they are used up.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.guards import _Judge
from tsr_impl.units import Step, Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-5"), ("divergence", "GRAPH-9"), ("divergence", "CLI-4")})
SUBTLE = "Words are typed, and the task has several packages."


def apply() -> None:
    """Have none left for the others."""
    original = _Judge.steps
    first: dict[str, Unit] = {}

    def steps(self: _Judge, unit: Unit, environments: Any) -> list[Step]:
        typed = self.asked.extra
        self.asked.extra = typed if first.setdefault(unit.task.name, unit) is unit else []
        try:
            return original(self, unit, environments)
        finally:
            self.asked.extra = typed

    patch(_Judge, "steps", steps)
