"""Two paths to one directory are two packages.

How it comes about: packages are told apart by their paths.
"""

from __future__ import annotations

import posixpath

from tsr_impl import members
from tsr_impl.fence import Fence
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "FENCE-9")})


def apply() -> None:
    """Take for the place of a directory what its path says."""
    original = members._place

    def place(entry: str, path: str, bounds: Fence) -> str:
        found = original(entry, path, bounds)
        return found and posixpath.normpath(posixpath.join(bounds.root.place.path(), path))

    patch(members, "_place", place)
