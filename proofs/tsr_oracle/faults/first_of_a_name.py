"""Of several packages with one name, only the first is one that others depend on.

How it comes about: packages are kept in a table by their name.
"""

from __future__ import annotations

from tsr_impl.packages import Package, Packages
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-6")})
SUBTLE = "Two packages have one name, and a third that depends on it looks upstream."


def apply() -> None:
    """Look at the first that has the name."""

    def dependencies(self: Packages, package: Package) -> list[Package]:
        named = {one for name in package.manifest.requires for one in self._named(name)[:1]}
        return sorted(named - {package}, key=Package.sort_key)

    patch(Packages, "dependencies", dependencies)
