"""`--resume-from` a package that there is not passes over nothing.

How it comes about: all that comes before it is left out, and nothing does.
"""

from __future__ import annotations

from tsr_impl import package_order
from tsr_impl.packages import Package, Packages
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "PKG-12"), ("divergence", "PKG-12")})


def apply() -> None:
    """Look for it only where it is."""
    original = package_order.before

    def before(packages: Packages, name: str) -> frozenset[Package]:
        return original(packages, name) if packages.called(name) else frozenset()

    patch(package_order, "before", before)
