"""Each `node_modules/.bin` above the workspace root is searched, too.

How it comes about: that is what npm and node do.
"""

from __future__ import annotations

from collections.abc import Iterator

from tsr_impl import bin_paths
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "FORM-4")})


def apply() -> None:
    """Go up to `/`."""
    original = bin_paths._candidates

    def candidates(directory: str, root: str) -> Iterator[str]:
        return original(directory, "/")

    patch(bin_paths, "_candidates", candidates)
