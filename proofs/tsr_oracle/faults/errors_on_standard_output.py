"""What ends a run is said on standard output.

How it comes about: messages are printed with what prints everything else.
"""

from __future__ import annotations

from tsr_impl import report, streams
from tsr_impl.report import Stop
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "EXIT-7")})


def apply() -> None:
    """Write the line there."""

    def stopped(stop: Stop) -> None:
        clause = f" [{stop.clause}]" if stop.clause else ""
        streams.write_text(1, "\n".join((f"✗ {stop.heading}: {stop.message}{clause}", *stop.detail)) + "\n")

    patch(report, "stopped", stopped)
