"""A name that is nearly that of a task runs this task.

How it comes about: what was meant is known, so the question is not asked but answered.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guards, near
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "CLI-19")})


def apply() -> None:
    """Put the known name in the place of the unknown one."""
    original = guards.admit

    def admit(config: Any, asked: Any, root: Any, environment: Any) -> Any:
        if asked.first not in config.tasks:
            asked.first = near.miss(asked.first, config.tasks) or asked.first
        return original(config, asked, root, environment)

    patch(guards, "admit", admit)
