"""Where git gives no answer everything runs.

How it comes about: to run too much seems safer than to run nothing.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.planning import Plan
from tsr_impl.report import Stop
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "GIT-4")})


def apply() -> None:
    """Narrow nothing then."""
    original = Plan.narrow

    def narrow(self: Plan, *given: Any) -> None:
        try:
            original(self, *given)
        except Stop:
            return

    patch(Plan, "narrow", narrow)
