"""A walk gives up after eight links.

How it comes about: an old limit, or a guess.
"""

from __future__ import annotations

from tsr_impl import fence
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("stricter", "FENCE-2"), ("divergence", "FENCE-2")})


def apply() -> None:
    """Eight, where forty are followed."""
    patch(fence, "LINK_BUDGET", 8)
