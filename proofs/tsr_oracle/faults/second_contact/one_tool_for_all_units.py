"""A task without `run` runs in all of its packages what the first of them stands for.

How it comes about: what a task runs is found out once, and kept under its name.
"""

from __future__ import annotations

from tsr_impl import forms
from tsr_impl.fence import Fence
from tsr_impl.units import Unit
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a task without `run` is spread over packages of different ecosystems"
ACCEPTED = frozenset(
    {("divergence", "FORM-1"), ("divergence", "FORM-3"), ("stricter", "FORM-1"), ("stricter", "FORM-3")}
)


def apply() -> None:
    """Keep what was detected."""
    original = forms.detect
    known: dict[str, tuple[str, ...]] = {}

    def detect(unit: Unit, bounds: Fence) -> None:
        if unit.task.name in known:
            unit.native = known[unit.task.name]
            return
        original(unit, bounds)
        if unit.native is not None:
            known[unit.task.name] = unit.native

    patch(forms, "detect", detect)
