"""The line of a unit that failed has no exit code.

How it comes about: the status says that it has failed, and the code is left to the summary.
"""

from __future__ import annotations

from tsr_impl.events import Reporter
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "EVENT-3")})


def apply() -> None:
    """Write null for all."""
    original = Reporter._tell

    def tell(self: Reporter, event: dict[str, object]) -> None:
        original(self, {**event, "exitCode": None})

    patch(Reporter, "_tell", tell)
