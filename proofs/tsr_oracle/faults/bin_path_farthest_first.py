"""The `node_modules/.bin` of the root is searched before those of the package.

How it comes about: each is put in front on the way up.
"""

from __future__ import annotations

from collections.abc import Iterator

from tsr_impl import bin_paths
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "FORM-4")})
SUBTLE = "The package and the root both have a `node_modules/.bin`, and both hold the program."


def apply() -> None:
    """Turn them round."""
    original = bin_paths._candidates

    def candidates(directory: str, root: str) -> Iterator[str]:
        return reversed([*original(directory, root)])

    patch(bin_paths, "_candidates", candidates)
