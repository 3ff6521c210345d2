"""A dep that fails does not end the run.

How it comes about: all that was asked for is run, and the failures are added up in the end.
"""

from __future__ import annotations

from tsr_impl.scheduler import _Progress, _Run
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-5")})


def apply() -> None:
    """Run all, then say how it went."""
    original = _Run._took

    def took(self: _Run, progress: _Progress, status: int) -> bool:
        over = original(self, progress, status)
        self._halted = False
        return over

    patch(_Run, "_took", took)
