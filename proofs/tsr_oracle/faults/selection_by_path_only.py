"""What a task selects is sorted by path, whatever the order of its entries.

How it comes about: a selection is a set, and is sorted before it is used, so that runs are alike.
"""

from __future__ import annotations

from tsr_impl.config import Task
from tsr_impl.packages import Package, Packages
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-4")})


def apply() -> None:
    """Sort once more."""
    original = Packages.chosen

    def chosen(self: Packages, task: Task) -> list[Package]:
        return sorted(original(self, task), key=Package.sort_key)

    patch(Packages, "chosen", chosen)
