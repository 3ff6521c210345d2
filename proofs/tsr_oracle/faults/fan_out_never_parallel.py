"""The packages of a task run one after another, whatever `parallel` says.

How it comes about: `parallel` was there for deps first.
"""

from __future__ import annotations

from tsr_impl.graph import Order
from tsr_impl.units import Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("hang", "GRAPH-10"), ("divergence", "GRAPH-10"), ("hang", "PKG-5")})


def apply() -> None:
    """Have a task wait for one that waits for its units."""
    original = Order._go_on

    def go_on(self: Order, unit: Unit) -> list[Unit]:
        if unit.label and unit not in self._unseen and any(one.package for one in unit.waits_for if one.label):
            spread = Unit(unit.task, "", has_command=False, parallel=False)
            spread.waits_for = [one for one in unit.waits_for if one.package]
            unit.waits_for = [*(one for one in unit.waits_for if not one.package), spread]
        return original(self, unit)

    patch(Order, "_go_on", go_on)
