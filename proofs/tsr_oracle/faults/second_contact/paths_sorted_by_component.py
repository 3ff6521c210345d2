"""Packages are sorted by the components of their paths: `ui/x` goes before `ui-kit`, though `-` is the smaller byte.

How it comes about: many a library compares paths like that, and the list of packages holds paths of such a kind.
"""

from __future__ import annotations

from tsr_impl.packages import Package
from tsr_oracle.faults.patch import patch

SUBTLE = "only where one path goes on with a slash and the other one with a smaller byte, and their order matters"
ACCEPTED = frozenset({("divergence", clause) for clause in ("PKG-1", "PKG-4", "PKG-12", "GRAPH-7")})


def apply() -> None:
    """Compare component by component."""
    original = Package.sort_key

    def by_component(package: Package) -> tuple[bytes, ...]:
        return tuple(original(package).split(b"/"))

    patch(Package, "sort_key", by_component)
