"""A task that has nothing but `deps = []` does nothing and succeeds.

How it comes about: "has `deps` and no command" is asked of the key, and not of what the list holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsr_impl.config import Task
from tsr_oracle.faults.patch import patch

if TYPE_CHECKING:
    from tsr_impl.config import Table

SUBTLE = "only where a task has an empty `deps` and no other field that says what runs"
ACCEPTED = frozenset(
    {
        *(("divergence", clause) for clause in ("CLI-10", "CLI-16", "FORM-1", "FORM-3", "GRAPH-4")),
        ("stricter", "FORM-3"),
    }
)


class _Empty(list[str]):
    """An empty list that is written in the file."""


def apply() -> None:
    """Take an empty list for deps."""
    original, is_aggregate = Task.__init__, Task.is_aggregate

    def initialize(self: Task, name: str, table: Table) -> None:
        original(self, name, table)
        if "deps" in table and not self.deps:
            self.deps = _Empty()

    def aggregates(self: Task) -> bool:
        if not isinstance(self.deps, _Empty):
            return is_aggregate(self)
        return self.run is None and self.delegate is None and self.packages is None

    patch(Task, "__init__", initialize)
    patch(Task, "is_aggregate", aggregates)
