"""The plan of a parallel run has its units in the order in which they may start at the earliest.

How it comes about: the plan is made by the loop that would run them.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guards
from tsr_impl.graph import Order
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PLAN-1"), ("divergence", "GRAPH-10")})
SUBTLE = "A dry run is parallel, and a dep in it waits for another task."


def apply() -> None:
    """Let each unit of the walk be done as soon as it may start."""
    original = guards.admit

    def admit(config: Any, asked: Any, *more: Any) -> Any:
        admitted = original(config, asked, *more)
        if asked.dry_run and admitted.parallel and admitted.named and admitted.named.waits_for:
            order = Order(admitted.named)
            units = order.begin()
            for unit in units:
                units += order.after(unit)
            admitted.units = units
        return admitted

    patch(guards, "admit", admit)
