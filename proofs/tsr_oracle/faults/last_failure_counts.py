"""Of several failures the last one is the run's.

How it comes about: each overwrites the one before.
"""

from __future__ import annotations

from tsr_impl.scheduler import _Run, _Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-11"), ("divergence", "EXIT-6")})


def apply() -> None:
    """Keep the newest."""
    original = _Run._took

    def took(self: _Run, unit: _Unit, status: int) -> bool:
        before, self.failure = self.failure, 0
        over = original(self, unit, status)
        self.failure = self.failure or before
        return over

    patch(_Run, "_took", took)
