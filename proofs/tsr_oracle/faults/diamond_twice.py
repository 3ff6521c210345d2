"""A task that two others depend on runs twice.

How it comes about: it is noted what is running, so that nothing is started beside itself, and not what has run.
"""

from __future__ import annotations

from tsr_impl.config import Task
from tsr_impl.graph import Order
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-1")})


def apply() -> None:
    """Forget a task when it is done."""
    original = Order._freed_by

    def freed_by(self: Order, done: Task) -> list[Task]:
        freed = original(self, done)
        self._done.discard(done.name)
        self._begun.discard(done.name)
        return freed

    patch(Order, "_freed_by", freed_by)
