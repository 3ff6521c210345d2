"""A run that went well says so on standard output.

How it comes about: whoever runs a task likes to hear that it is done.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import report, scheduler
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "EXIT-1")})


def apply() -> None:
    """Print a line behind all others."""
    original = scheduler.run

    def run(admitted: Any) -> int:
        return original(admitted) or report.answer("done\n")

    patch(scheduler, "run", run)
