"""Two paths to one directory are two packages.

How it comes about: packages are told apart by their paths.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from tsr_impl import members
from tsr_impl.config import Config
from tsr_impl.fence import Fence
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "FENCE-9")})


def apply() -> None:
    """Take for the place of a directory what its path says."""
    original = members.matches

    def matches(config: Config, bounds: Fence) -> Iterator[tuple[str, str, str]]:
        for entry, path, place in original(config, bounds):
            yield entry, path, place and posixpath.normpath(posixpath.join(bounds.root.place.path(), path))

    patch(members, "matches", matches)
