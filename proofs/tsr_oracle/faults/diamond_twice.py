"""A task that two others depend on runs twice.

How it comes about: it is noted what is running, so that nothing is started beside itself, and not what has run.
"""

from __future__ import annotations

from tsr_impl.graph import Order
from tsr_impl.units import Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-1")})


def apply() -> None:
    """Forget a task when it is done."""
    original = Order._freed_by

    def freed_by(self: Order, done: Unit) -> list[Unit]:
        freed = original(self, done)
        self._done.discard(done)
        self._begun.discard(done)
        return freed

    patch(Order, "_freed_by", freed_by)
