"""A link whose text ends in a slash, and whose target is a file, is taken for the file.

How it comes about: the text of a link is split at its slashes, and the empty piece at the end is dropped.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.fence import _Walk
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a link says `file/`, and there is a file"
ACCEPTED = frozenset({("divergence", "FENCE-16")})


def apply() -> None:
    """Only the operand's own slash counts."""
    original: Any = _Walk._follow

    def follow(walk: Any, component: str, last: bool) -> None:
        slash = walk.slash
        original(walk, component, last)
        walk.slash = slash

    patch(_Walk, "_follow", follow)
