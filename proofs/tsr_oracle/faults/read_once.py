"""What was read at load is what every task gets.

How it comes about: all environments are made at once, before the first task starts.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.config import Task
from tsr_impl.guards import _Judge
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "ENV-7")})


def apply() -> None:
    """Keep what there was at load."""
    original = _Judge.environments
    kept: dict[Any, Any] = {}

    def environments(self: _Judge, tasks: list[Task], again: bool) -> Any:
        if not again:
            kept.update(original(self, tasks, again))
        return kept

    patch(_Judge, "environments", environments)
