"""After a failure only what depends on the failed task is not started; everything else is.

How it comes about: a failure is handed to whoever waits for it, and nobody else hears of it.
"""

from __future__ import annotations

from tsr_impl import graph
from tsr_impl.scheduler import _Run, _Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-5")})


def apply() -> None:
    """Go on, and pass over what has a failed task in its reach."""
    took, go_on = _Run._took, _Run._go_on
    failed: set[str] = set()

    def and_note(self: _Run, unit: _Unit, status: int) -> bool:
        over = took(self, unit, status)
        if unit.result not in ("", "ok"):
            failed.add(unit.task.name)
        self._halted = False
        return over

    def unless_a_dep_failed(self: _Run, unit: _Unit) -> None:
        reach = graph.reached(self._admitted._config.tasks, unit.task)
        if failed.isdisjoint(task.name for task in reach):
            go_on(self, unit)
        else:
            self._done(unit)

    patch(_Run, "_took", and_note)
    patch(_Run, "_go_on", unless_a_dep_failed)
