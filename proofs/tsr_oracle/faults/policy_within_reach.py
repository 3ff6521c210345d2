"""A root may have the user's file beneath it.

How it comes about: nobody has thought of the next run.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.confinement import roots
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "CONF-8"), ("divergence", "CONF-8")})


def apply() -> None:
    """Never find it there."""

    def holds_policy(root: str, policy: Any) -> bool:
        return False

    patch(roots, "_holds_policy", holds_policy)
