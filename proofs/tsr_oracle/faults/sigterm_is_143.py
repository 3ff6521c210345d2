"""A run that SIGTERM has ended has the exit code 143.

How it comes about: that is 128 plus its number, as for the other signals.
"""

from __future__ import annotations

import signal

from tsr_impl import interrupts
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "INT-1")})


def apply() -> None:
    """Count as shells do."""
    patch(interrupts, "_EXIT_CODES", {**interrupts._EXIT_CODES, signal.SIGTERM: 128 + signal.SIGTERM})
