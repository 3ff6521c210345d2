"""SIGHUP ends the runner, and not what it has started.

How it comes about: an interrupt is what is typed or sent on purpose, and that a terminal goes away is not thought of.
"""

from __future__ import annotations

import signal

from tsr_impl import interrupts
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("crash", "INT-4"), ("leak", "INT-4"), ("divergence", "INT-4")})


def apply() -> None:
    """Handle the others."""
    codes = {number: code for number, code in interrupts._EXIT_CODES.items() if number != signal.SIGHUP}
    patch(interrupts, "_EXIT_CODES", codes)
