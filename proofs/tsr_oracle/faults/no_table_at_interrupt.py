"""A run that has failed and is then interrupted ends without its table.

How it comes about: whoever interrupts a run knows why it ended.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import interrupts, summary
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "OUT-3")})
LIMIT = 4.0
"""The right runner waits a second."""
SUBTLE = "A task has failed, and a signal comes before the run has ended."


def apply() -> None:
    """Show it if no signal has come."""
    original = summary.show

    def show(rows: Any, exit_code: int) -> None:
        if not interrupts.first():
            original(rows, exit_code)

    patch(summary, "show", show)
