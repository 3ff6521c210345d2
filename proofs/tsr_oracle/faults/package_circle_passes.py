"""Packages that depend on each other in a circle run in some order.

How it comes about: a walk that remembers where it has been comes to an end, and that seemed to be all.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import packages
from tsr_impl.packages import Package, Packages
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "PKG-13"), ("divergence", "PKG-13")})


def apply() -> None:
    """Cut whatever leads back, before anybody asks."""
    original = packages.listed

    def listed(*given: Any) -> Packages:
        there = original(*given)
        done: set[Package] = set()

        def down(package: Package, way: set[Package]) -> None:
            kept = there._dependencies[package] = [one for one in there.dependencies(package) if one not in way]
            for one in kept:
                if one not in done:
                    down(one, {*way, one})
            done.add(package)

        for package in there.all:
            down(package, {package})
        return there

    patch(packages, "listed", listed)
