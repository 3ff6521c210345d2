"""`env_file` is taken from the directory of each package.

How it comes about: it is taken from the directory that the command runs in, as with `dir`.
"""

from __future__ import annotations

import copy
from typing import Any

from tsr_impl.guards import _Judge
from tsr_impl.units import Ready, Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-5"), ("bypass", "ENV-1"), ("bypass", "ENV-12"), ("divergence", "ENV-12")})
SUBTLE = "A task has both `packages` and an `env_file`."


def apply() -> None:
    """Read the files anew as a unit starts, from its package."""
    original = _Judge.ready

    def ready(self: _Judge, unit: Unit, environments: Any) -> Ready:
        if unit.package and unit.task.env_files:
            there = copy.copy(unit.task)
            there.directory = unit.package.path
            environments = self.environments([there], again=True)
        return original(self, unit, environments)

    patch(_Judge, "ready", ready)
