"""In `packages` a `*` also matches slashes, and the root.

How it comes about: nothing is looked up in the file system there, so that `fnmatch` on the paths seems to do.
"""

from __future__ import annotations

from fnmatch import fnmatchcase

from tsr_impl import members, packages
from tsr_oracle.faults.patch import patch

SUBTLE = "only where packages lie within each other's directories, or the root is one"
ACCEPTED = frozenset({("divergence", "PKG-4"), ("stricter", "PKG-4")})


def apply() -> None:
    """Match paths as single names."""

    def matching(self: packages.Packages, entry: str) -> list[packages.Package]:
        return [package for package in self.all if fnmatchcase(package.path, members.normalised(entry))]

    patch(packages.Packages, "_matching", matching)
