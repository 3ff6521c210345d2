"""An entry of `packages` that selects no package is passed over.

How it comes about: what a pattern matches is a set, and an empty one is nothing special.
"""

from __future__ import annotations

import copy

from tsr_impl.config import Task
from tsr_impl.packages import Package, Packages
from tsr_impl.report import ConfigFault
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "PKG-4"), ("divergence", "PKG-4")})


def apply() -> None:
    """Select by each entry alone, and by none where that fails."""
    original = Packages.chosen

    def chosen(self: Packages, task: Task) -> list[Package]:
        if not task.packages:
            return original(self, task)
        found: dict[Package, None] = {}
        one = copy.copy(task)
        for entry in task.packages:
            one.packages = [entry]
            try:
                found.update(dict.fromkeys(original(self, one)))
            except ConfigFault:
                continue
        return list(found)

    patch(Packages, "chosen", chosen)
