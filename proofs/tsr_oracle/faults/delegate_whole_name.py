"""`delegate = "bin"` in a task `pkg#task` runs `bin run pkg#task`.

How it comes about: the name is the key of the table, and nobody thought of its parts.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.config import Task
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "FORM-2")})
SUBTLE = "The `delegate` is one word, and the name of the task has a `#`."


def apply() -> None:
    """Put in all of it."""
    original = Task.__init__

    def init(self: Task, name: str, table: Any) -> None:
        original(self, name, table)
        if self.delegate and isinstance(table["delegate"], str):
            self.delegate = (table["delegate"], "run", name)

    patch(Task, "__init__", init)
