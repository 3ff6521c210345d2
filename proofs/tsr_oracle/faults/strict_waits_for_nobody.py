"""With `--strict` the next unit starts while what the last one has left behind is still torn down.

How it comes about: it is told to end, and what becomes of it is nobody's concern until the run is over.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.scheduler import _Run
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "TREE-G1")})
LIMIT = 4.0
"""The right runner waits a second."""
SUBTLE = "With `--strict` a task leaves something behind that takes its time to end, and another task follows."


def apply() -> None:
    """Go on to what waited for the unit at once."""
    original = _Run._took

    def took(self: _Run, progress: Any, status: int) -> bool:
        over = original(self, progress, status)
        if over and progress.kept and self._order and not self._halted:
            self._queue(self._order.after(progress.unit))
        return over

    patch(_Run, "_took", took)
