"""A dep that two tasks wait for at the same time runs once for each.

How it comes about: it is noted when a task is done, and not when it was begun.
"""

from __future__ import annotations

from collections.abc import Callable

from tsr_impl.config import Task
from tsr_impl.graph import Order
from tsr_impl.scheduler import _Run, _Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-1")})


class _Forgetful(set[str]):
    def __contains__(self, name: object) -> bool:
        return False


def apply() -> None:
    """Start what is not done, whether or not it runs."""
    original = Order.__init__

    def init(self: Order, named: Task, task: Callable[[str], Task]) -> None:
        original(self, named, task)
        self._begun = _Forgetful()

    def queue(self: _Run, tasks: list[Task]) -> None:
        self._waiting += [_Unit(task) for task in tasks]

    patch(Order, "__init__", init)
    patch(_Run, "_queue", queue)
