"""After a failure only what depends on the failed task is not started; everything else is.

How it comes about: a failure is handed to whoever waits for it, and nobody else hears of it.
"""

from __future__ import annotations

from tsr_impl.scheduler import _Progress, _Run
from tsr_impl.units import Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-5")})


def apply() -> None:
    """Go on, and pass over what has a failed task in its reach."""
    took, go_on = _Run._took, _Run._go_on
    failed: set[Unit] = set()

    def and_note(self: _Run, progress: _Progress, status: int) -> bool:
        over = took(self, progress, status)
        if progress.result not in ("", "ok"):
            failed.add(progress.unit)
        self._halted = False
        return over

    def has_failed(unit: Unit) -> bool:
        return unit in failed or any(map(has_failed, unit.waits_for))

    def unless_a_dep_failed(self: _Run, progress: _Progress) -> None:
        if has_failed(progress.unit):
            self._done(progress)
        else:
            go_on(self, progress)

    patch(_Run, "_took", and_note)
    patch(_Run, "_go_on", unless_a_dep_failed)
