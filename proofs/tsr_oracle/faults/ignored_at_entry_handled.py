"""A signal that is ignored when the runner begins interrupts the run, so that `nohup` is of no use.

How it comes about: a handler is installed without a look at what was there before.
"""

from __future__ import annotations

import signal

from tsr_impl import interrupts
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "INT-4")})
SUBTLE = "A signal is ignored when the runner begins, and then it comes."


def apply() -> None:
    """As if nothing were ignored."""
    original = interrupts.listen

    def listen() -> None:
        for number in interrupts._EXIT_CODES:
            signal.signal(number, signal.SIG_DFL)
        original()

    patch(interrupts, "listen", listen)
