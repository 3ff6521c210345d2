"""Whether its variables are set is asked of a task when it starts, not of all tasks at load.

How it comes about: the words are made where they are needed, and the first task is needed at once.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guards
from tsr_oracle.faults.patch import patch

SUBTLE = "a task that is not the first of its run refers to a variable that is not set"
ACCEPTED = frozenset({("bypass", "SHELL-8")})


def apply() -> None:
    """Judge the environments, and no words."""

    def judged(judge: Any, reached: Any) -> Any:
        return judge.environments(reached, again=False)

    patch(guards, "_judged", judged)
