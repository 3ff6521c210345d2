"""A task with both `run` and `delegate` runs its `run`.

How it comes about: `run` is looked at first, since nearly every task has one.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.config import Task
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "FORM-1")})


def apply() -> None:
    """Forget the other one."""
    original = Task.__init__

    def init(self: Task, name: str, table: Any) -> None:
        original(self, name, table)
        if self.run is not None:
            self.delegate = None

    patch(Task, "__init__", init)
