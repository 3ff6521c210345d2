"""A dry run is not refused by the guards on variables.

How it comes about: nothing is started, so nobody can be harmed, and no environment is made.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guards
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PLAN-3"), ("bypass", "PLAN-3")})


def apply() -> None:
    """Lift them for a dry run."""
    original = guards.admit

    def admit(config: Any, asked: Any, *more: Any) -> Any:
        asked.allow_unsafe_env = asked.allow_unsafe_env or asked.dry_run
        return original(config, asked, *more)

    patch(guards, "admit", admit)
