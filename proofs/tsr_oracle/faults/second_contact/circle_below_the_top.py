"""`cp -r` notices a link that leads back to the directory it was given, and copies in circles at every other one.

How it comes about: "into itself" is remembered for the source, and not for each directory on the way down.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import side_by_side
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a link in a tree leads to a directory above it that is not the top of the tree"
ACCEPTED = frozenset({("divergence", "FENCE-6")})


def apply() -> None:
    """Of the directories that are being copied only the uppermost is watched."""
    original: Any = side_by_side.SideBySide.down

    def down(pair: Any, source: Any, into: Any) -> None:
        original(pair, source, into)
        pair._chain = {pair._marks[0][0]}

    patch(side_by_side.SideBySide, "down", down)
