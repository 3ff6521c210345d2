"""A variable that is not set in a `run` behind a `delegate` ends the run.

How it comes about: the check of variables goes over all tasks that have a parsed `run`, and that one has it.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guards
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a task has both `delegate` and `run`, and a variable of the `run` is not set"
ACCEPTED = frozenset(
    {("stricter", "FORM-1"), ("divergence", "FORM-1"), ("stricter", "SHELL-8"), ("divergence", "SHELL-8")}
)


def apply() -> None:
    """Resolve the variables of each `run`, whatever form its task has."""
    original = guards._judged

    def judged(judge: Any, reached: Any) -> Any:
        environments = original(judge, reached)
        for task in reached:
            if task.commands is not None and task.delegate is not None:
                guards._steps(task, environments[task.name], [], {})
        return environments

    patch(guards, "_judged", judged)
