"""Of several failures the last one is the run's.

How it comes about: each overwrites the one before.
"""

from __future__ import annotations

from tsr_impl.scheduler import _Progress, _Run
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-11"), ("divergence", "EXIT-6")})
SUBTLE = "With `--no-bail` two tasks fail, each with a code of its own."


def apply() -> None:
    """Keep the newest."""
    original = _Run._took

    def took(self: _Run, progress: _Progress, status: int) -> bool:
        before, self.failure = self.failure, 0
        over = original(self, progress, status)
        self.failure = self.failure or before
        return over

    patch(_Run, "_took", took)
