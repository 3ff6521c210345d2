"""`cp -r` takes a directory that it has copied before for a circle, also where that was on another branch.

How it comes about: the set of directories that were seen is only ever added to.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins.side_by_side import SideBySide
from tsr_oracle.faults.patch import patch

SUBTLE = "only where two names in one tree lead to the same directory, and neither beneath itself"
ACCEPTED = frozenset(
    {("divergence", "FENCE-6"), ("stricter", "FENCE-6"), ("divergence", "FENCE-G2"), ("stricter", "FENCE-G2")}
)


def apply() -> None:
    """Never forget a directory."""
    right = SideBySide._leave

    def leave(self: Any, failed: Any) -> None:
        identity = self._marks[-1][0]
        right(self, failed)
        self._chain.add(identity)

    patch(SideBySide, "_leave", leave)
