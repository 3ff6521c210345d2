"""All deps run at the same time, whatever `parallel` says.

How it comes about: whatever waits for nothing is started, and the order in which deps are written is no reason to wait.
"""

from __future__ import annotations

from tsr_impl.config import Task
from tsr_impl.graph import Order
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-10"), ("divergence", "GRAPH-1")})


def apply() -> None:
    """Walk as if every task had it."""
    original = Order._go_on

    def go_on(self: Order, task: Task) -> list[Task]:
        task.parallel = True
        return original(self, task)

    patch(Order, "_go_on", go_on)
