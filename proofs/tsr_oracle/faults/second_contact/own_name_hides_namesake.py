"""A package that requires its own name does not depend on another one of that name.

How it comes about: "never on itself by its own name" is seen to by passing over the name, and not the package.
"""

from __future__ import annotations

from tsr_impl.packages import Package, Packages
from tsr_oracle.faults.patch import patch

SUBTLE = "only where two packages have one name, and one of them requires it"
ACCEPTED = frozenset({("divergence", "PKG-6"), ("bypass", "PKG-13")})


def apply() -> None:
    """Look up only the other names."""
    original = Packages.dependencies

    def dependencies(packages: Packages, package: Package) -> list[Package]:
        manifest = package.manifest
        manifest.requires = [name for name in manifest.requires if not manifest.is_called(name)]
        return original(packages, package)

    patch(Packages, "dependencies", dependencies)
