"""The `run` of a task that has a `delegate` too is not read.

How it comes about: the `delegate` goes ahead of it, so that nobody will ever run it.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.config import Task
from tsr_oracle.faults.patch import patch

SUBTLE = "a `run` can't be read, and its task has a `delegate`"
ACCEPTED = frozenset({("bypass", "SHELL-20")})


def apply() -> None:
    """Take a table with a `delegate` without its `run`."""
    original = Task.__init__

    def init(self: Task, name: str, table: Any) -> None:
        original(self, name, {key: value for key, value in table.items() if key != "run" or "delegate" not in table})

    patch(Task, "__init__", init)
