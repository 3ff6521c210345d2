"""Who may write a file of variables is asked at load, and not when it is read again for a later task.

How it comes about: the second reading goes for the contents, which is what a task may have changed.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import permissions
from tsr_impl.config import Task
from tsr_impl.guards import _Judge
from tsr_oracle.faults.patch import leave_out, patch

SUBTLE = "a task leaves behind a file that everybody may write, and a later one reads it"
ACCEPTED = frozenset({("bypass", "ENV-7"), ("divergence", "ENV-7")})


def apply() -> None:
    """Leave the modes out once the load is over."""
    original = _Judge.environments

    def environments(self: _Judge, tasks: list[Task], again: bool) -> Any:
        if again:
            leave_out(permissions, "judge", lambda *_: True)
        return original(self, tasks, again)

    patch(_Judge, "environments", environments)
