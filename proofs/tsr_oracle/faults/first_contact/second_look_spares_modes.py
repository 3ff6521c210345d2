"""Who may write a file of variables is asked at load, and not again when the file is read for a later task.

How it comes about: the modes were taken for a property of the checkout, and only the text for what a task changes.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guards, permissions
from tsr_oracle.faults.patch import patch

SUBTLE = "only where an earlier command of the run has opened a file, or its directory, to everybody"
ACCEPTED = frozenset(
    {
        ("bypass", "ENV-7"),
        ("divergence", "ENV-7"),
        ("bypass", "PERM-1"),
        ("divergence", "PERM-1"),
        ("bypass", "PERM-2"),
        ("divergence", "PERM-2"),
        ("bypass", "PERM-3"),
        ("divergence", "PERM-3"),
    }
)


def apply() -> None:
    """Let each second reading pass."""
    environments = guards._Judge.environments
    again = [False]

    def noted(self: Any, tasks: Any, again_now: bool = False, **more: Any) -> Any:
        again[0] = more.get("again", again_now)
        return environments(self, tasks, again[0])

    patch(guards._Judge, "environments", noted)
    for name in ("judge", "judge_missing", "judge_ignored"):
        _pass(name, again)


def _pass(name: str, again: list[bool]) -> None:
    right = getattr(permissions, name)

    def judge(*given: Any) -> None:
        if not again[0]:
            right(*given)

    patch(permissions, name, judge)
