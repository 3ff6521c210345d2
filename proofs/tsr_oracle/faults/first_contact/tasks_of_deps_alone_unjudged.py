"""The variables and the files of a task that has only deps are not judged, since it starts nothing.

How it comes about: the environments are built for what will run, and the guard sits where they are built.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guards
from tsr_oracle.faults.patch import patch

SUBTLE = "only where an aggregate sets what is guarded, or names a file that is refused"
ACCEPTED = frozenset(
    {
        ("bypass", "ENV-4"),
        ("bypass", "ENV-1"),
        ("bypass", "ENV-9"),
        ("bypass", "PATH-1"),
        ("bypass", "PATH-2"),
        ("bypass", "PERM-1"),
        ("bypass", "FENCE-1"),
    }
)


def apply() -> None:
    """Judge what has a command."""
    judged = guards._judged

    def those_with_a_command(judge: Any, reached: list[Any]) -> Any:
        return judged(judge, [task for task in reached if not task.is_aggregate()])

    patch(guards, "_judged", those_with_a_command)
