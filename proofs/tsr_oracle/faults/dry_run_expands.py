"""The plan shows commands with their variables expanded.

How it comes about: what is shown is what would be started, and by then everything is expanded.
"""

from __future__ import annotations

import copy
from typing import Any

from tsr_impl import calls, guards, plan
from tsr_impl.shell import Variable
from tsr_impl.units import Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("leak", "PLAN-2"), ("leak", "OUT-1")})


def apply() -> None:
    """Put values into what is written."""
    admit, entry = guards.admit, plan._entry

    def expanded(task: Any, environment: Any) -> str:
        run: str = task.run
        parts = [part for command in task.commands for word in command.words for part in word.parts]
        for part in reversed(parts):
            if isinstance(part, Variable):
                end = part.at + len(f"${part.name}") + 2 * run.startswith("{", part.at + 1)
                run = run[: part.at] + calls.decode(environment[calls.encode(part.name)]) + run[end:]
        return run

    def admit_and_note(*given: Any) -> Any:
        admitted = admit(*given)

        def entry_expanded(unit: Unit, extra: list[str]) -> str:
            shown = copy.copy(unit)
            if unit.native is None:
                shown.task = copy.copy(unit.task)
                shown.task.run = expanded(unit.task, admitted.start(unit).environment)
            return entry(shown, extra)

        patch(plan, "_entry", entry_expanded)
        return admitted

    patch(guards, "admit", admit_and_note)
