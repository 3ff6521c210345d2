"""The roots of the user's file are the fence's only where commands are confined.

How it comes about: they are read when the boundary is drawn. It is then the project's word that widens the fence.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.confinement import roots
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("stricter", "CONF-2"), ("divergence", "CONF-2")})


def apply() -> None:
    """Admit none of them without one."""

    def admitted(policy: Any) -> list[str]:
        return []

    patch(roots, "admitted", admitted)
