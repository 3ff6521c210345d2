"""`--resume-from` counts as done what a depth-first walk by path places in front of the package.

How it comes about: a topological order is what a walk leaves behind it, and that there are several is overlooked.
"""

from __future__ import annotations

from tsr_impl import package_order
from tsr_impl.packages import Package, Packages
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a package that is free comes, by path, between a package and what that depends on"
ACCEPTED = frozenset({("divergence", "PKG-12")})


def apply() -> None:
    """Put the packages into the row as a walk leaves them."""

    def depth_first(packages: Packages) -> list[Package]:
        starts = sorted(packages.all, key=Package.sort_key)
        package_order.refuse_circles(packages, starts)
        row: dict[Package, None] = {}
        pending = starts[::-1]
        while pending:
            before = [one for one in packages.dependencies(pending[-1]) if one not in row]
            if before:
                pending += before[::-1]
            else:
                row[pending.pop()] = None
        return list(row)

    patch(package_order, "_topological", depth_first)
