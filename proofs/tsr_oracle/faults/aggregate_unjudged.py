"""The `dir`, `env` and `env_file`s of a task without a command are not judged.

How it comes about: no command ever sees them, so they are taken for harmless.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guards
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "GRAPH-4")})


def apply() -> None:
    """Judge those that have a command."""
    original = guards._judged

    def judged(judge: Any, reached: Any) -> Any:
        return original(judge, [task for task in reached if not task.is_aggregate()])

    patch(guards, "_judged", judged)
