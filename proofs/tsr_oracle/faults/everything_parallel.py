"""All deps run at the same time, whatever `parallel` says.

How it comes about: whatever waits for nothing is started, and the order in which deps are written is no reason to wait.
"""

from __future__ import annotations

from tsr_impl.graph import Order
from tsr_impl.units import Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-10"), ("divergence", "GRAPH-1")})


def apply() -> None:
    """Walk as if every unit had it."""
    original = Order._go_on

    def go_on(self: Order, unit: Unit) -> list[Unit]:
        unit.parallel = True
        return original(self, unit)

    patch(Order, "_go_on", go_on)
