"""`*` in `packages` matches across `/`.

How it comes about: `fnmatch` is at hand, and knows nothing of paths.
"""

from __future__ import annotations

import fnmatch

from tsr_impl.members import normalised
from tsr_impl.packages import Package, Packages
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-4"), ("divergence", "PKG-1")})


def apply() -> None:
    """Match the path as one name."""

    def matching(self: Packages, entry: str) -> list[Package]:
        return [package for package in self.all if fnmatch.fnmatchcase(package.path, normalised(entry))]

    patch(Packages, "_matching", matching)
