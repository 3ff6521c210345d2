"""A dep that two tasks wait for at the same time runs once for each.

How it comes about: it is noted when a task is done, and not when it was begun.
"""

from __future__ import annotations

from tsr_impl.graph import Order
from tsr_impl.scheduler import _Progress, _Run
from tsr_impl.units import Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-1")})
SUBTLE = "Two tasks wait for one dep, and they do so at the same time."


class _Forgetful(set[Unit]):
    def __contains__(self, unit: object) -> bool:
        return False


def apply() -> None:
    """Start what is not done, whether or not it runs."""
    original = Order.__init__

    def init(self: Order, named: Unit) -> None:
        original(self, named)
        self._begun = _Forgetful()

    def queue(self: _Run, units: list[Unit]) -> None:
        self._waiting += [_Progress(unit) for unit in units]

    patch(Order, "__init__", init)
    patch(_Run, "_queue", queue)
