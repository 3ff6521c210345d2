"""Of a task that runs in a package the `env_file`s are found from the root, though it has a `dir`.

How it comes about: behind `^` a task does not run in its `dir`, so that this is left out of everything.
"""

from __future__ import annotations

import copy
from typing import Any

from tsr_impl.guards import _Judge
from tsr_impl.units import Ready, Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-7"), ("divergence", "ENV-12")})
SUBTLE = "A task behind `^` has both a `dir` and an `env_file`."


def apply() -> None:
    """Read the files anew as a unit starts, without the `dir`."""
    original = _Judge.ready

    def ready(self: _Judge, unit: Unit, environments: Any) -> Ready:
        if unit.package and unit.task.env_files and unit.task.directory is not None:
            there = copy.copy(unit.task)
            there.directory = None
            environments = self.environments([there], again=True)
        return original(self, unit, environments)

    patch(_Judge, "ready", ready)
