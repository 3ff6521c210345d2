"""A dependency by a package's own name is passed over, also where another package has that name too.

How it comes about: that a package does not depend on itself is settled by comparing names, before they are looked up.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import packages
from tsr_oracle.faults.patch import patch

SUBTLE = "only where two packages have one name, and one of them depends on it"
ACCEPTED = frozenset({("divergence", "PKG-6")})


def _key(package: Any) -> Any:
    return package.sort_key()


def apply() -> None:
    """Leave the own name out."""

    def dependencies(self: Any, package: Any) -> list[Any]:
        found = self._dependencies.get(package)
        if found is None:
            others = [name for name in package.manifest.requires if not package.manifest.is_called(name)]
            named = {one for name in others for one in self._named(name)}
            found = self._dependencies[package] = sorted(named, key=_key)
        return list(found)

    patch(packages.Packages, "dependencies", dependencies)
