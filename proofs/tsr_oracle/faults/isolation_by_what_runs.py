"""A `parallel` in a task of which nothing runs does not count for the groups of children.

How it comes about: whether anything is parallel is asked of the units, and not of the text of the file.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guards
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "TREE-1"), ("divergence", "GRAPH-8")})
SUBTLE = "Standard input is a terminal, and only a task behind `^` says `parallel`, with nothing upstream to run it in."


def apply() -> None:
    """Ask the units, those without a command too."""
    plan, admit = guards._plan, guards.admit
    planned: list[Any] = []

    def plan_and_note(config: Any, asked: Any, reached: Any, bounds: Any) -> Any:
        planned[:] = [plan(config, asked, reached, bounds)]
        return planned[0]

    def admit_and_ask(*given: Any) -> Any:
        admitted = admit(*given)
        if planned[0]:
            admitted.parallel = any(unit.task.parallel for unit in planned[0].units)
        return admitted

    patch(guards, "_plan", plan_and_note)
    patch(guards, "admit", admit_and_ask)
