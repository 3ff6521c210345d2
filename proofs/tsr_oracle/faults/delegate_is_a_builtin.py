"""A `delegate` that is called like a builtin is one.

How it comes about: words are words, wherever they come from.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.guards import _Judge
from tsr_impl.units import Step, Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "FORM-2"), ("escape", "FORM-2"), ("loss", "FORM-2")})


def apply() -> None:
    """Forget where the words are from."""
    original = _Judge.steps

    def steps(self: _Judge, unit: Unit, environments: Any) -> list[Step]:
        found = original(self, unit, environments)
        for step in found:
            step.native = False
        return found

    patch(_Judge, "steps", steps)
