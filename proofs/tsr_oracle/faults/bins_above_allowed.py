"""Where a unit's directory lies outside the root, every `node_modules/.bin` above it is searched.

How it comes about: the walk upwards ends at the root, and from there it never comes by.
"""

from __future__ import annotations

from collections.abc import Iterator

from tsr_impl import bin_paths
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "FORM-4")})
SUBTLE = "A `dir` lies in what `allow_paths` admits, and above it there is a `node_modules/.bin`."


def apply() -> None:
    """Walk until there is nothing above."""

    def candidates(directory: str, root: str) -> Iterator[str]:
        yield f"{directory.rstrip('/')}/node_modules/.bin"
        if directory not in (root, "/"):
            yield from candidates(directory.rpartition("/")[0] or "/", root)

    patch(bin_paths, "_candidates", candidates)
