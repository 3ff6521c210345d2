"""A run with a failure ends without its table.

How it comes about: the exit code says that something has failed, and what failed has said so itself.
"""

from __future__ import annotations

from tsr_impl import summary
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "OUT-3")})


def apply() -> None:
    """Print nothing."""
    patch(summary, "show", lambda rows, exit_code: None)
