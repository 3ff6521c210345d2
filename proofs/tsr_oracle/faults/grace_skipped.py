"""What is torn down gets SIGKILL at once, and can't clean up.

How it comes about: that is the signal which is sure to end a process.
"""

from __future__ import annotations

import signal

from tsr_impl import calls
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "TREE-2")})


def apply() -> None:
    """SIGKILL in place of SIGTERM."""
    original = calls.send

    def send(child: int, number: int, group: bool) -> None:
        original(child, signal.SIGKILL if number == signal.SIGTERM else number, group)

    patch(calls, "send", send)
