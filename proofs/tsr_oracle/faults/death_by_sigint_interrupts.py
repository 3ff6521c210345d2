"""A program that SIGINT has ended interrupts the run, whoever sent it.

How it comes about: shells do so, since the signal is mostly one for both.
"""

from __future__ import annotations

import signal

from tsr_impl.children import Child, Children
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "EXIT-3"), ("divergence", "TREE-10")})
SUBTLE = "A program dies of SIGINT though the runner got none, and something is to run behind it."


def apply() -> None:
    """Take it for a signal of the runner's own."""
    original = Children.status

    def status(self: Children, child: Child) -> int:
        found = original(self, child)
        if found == 128 + signal.SIGINT:
            signal.raise_signal(signal.SIGINT)
        return found

    patch(Children, "status", status)
