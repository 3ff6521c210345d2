"""A config that allows no places is not fenced at all.

How it comes about: an empty list is taken for "no restriction", as it is with many a filter.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guards
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("escape", "TIER-1")})


def apply() -> None:
    """Allow everything where nothing is allowed."""
    original = guards._allowed

    def allowed(config: Any, root: Any) -> list[str]:
        return original(config, root) or ["/"]

    patch(guards, "_allowed", allowed)
