"""A key or a table that nobody knows in the user's file has no effect.

How it comes about: `tasks.toml` is read so, and by the same functions.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.confinement import policy
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "CONF-8"), ("divergence", "CONF-8")})


def apply() -> None:
    """Pass over them."""

    def refuse_others(self: Any, *others: Any) -> None:
        return None

    patch(policy._Reading, "_refuse_others", refuse_others)
