"""The last line, which sums up, is missing.

How it comes about: a line is written as each unit ends, and the run is none.
"""

from __future__ import annotations

from tsr_impl.events import Reporter
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "EVENT-4")})


def apply() -> None:
    """Write nothing any more."""
    patch(Reporter, "finished", lambda self, exit_code, error: exit_code)
