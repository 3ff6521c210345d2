"""What was read at load is what every task gets.

How it comes about: all environments are made at once, before the first task starts.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.guards import Ready, _Judge
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "ENV-7")})


def apply() -> None:
    """Keep what there was at load."""
    original = _Judge.ready
    kept: dict[str, Ready] = {}

    def ready(self: _Judge, tasks: list[Any], again: bool) -> list[Ready]:
        if not again:
            kept.update((one.task.name, one) for one in original(self, tasks, again))
        return [kept[task.name] for task in tasks if task.name in kept]

    patch(_Judge, "ready", ready)
