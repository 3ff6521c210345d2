"""In a child the handled signals have their default, those that were ignored when the runner began too.

How it comes about: a child is given a clean start, whatever the runner itself has been given.
"""

from __future__ import annotations

import signal

from tsr_impl import process
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "TREE-10"), ("divergence", "INT-4")})
LIMIT = 4.0
"""It waits out a grace."""
SUBTLE = "A signal is ignored when the runner begins, and comes to a program of the run."


def apply() -> None:
    """Set them all back."""
    handled = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
    patch(process, "DEFAULT_SIGNALS", (*process.DEFAULT_SIGNALS, *handled))
