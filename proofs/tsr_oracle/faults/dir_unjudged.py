"""`dir` is not fenced: a task may run anywhere, and its operands are then relative to there.

How it comes about: only the operands of builtins were thought of as paths.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guards, sequence
from tsr_oracle.faults.patch import patch
from tsr_oracle.faults.unjudged import unjudged

ACCEPTED = frozenset({("bypass", "FENCE-1"), ("bypass", "FENCE-15")})


def apply() -> None:
    """Judge nothing at load, nor when the task starts."""
    original = sequence._task_directory

    def task_directory(plan: Any) -> Any:
        with unjudged():
            return original(plan)

    patch(guards, "_judge_paths", lambda config, task, bounds: None)
    patch(sequence, "_task_directory", task_directory)
