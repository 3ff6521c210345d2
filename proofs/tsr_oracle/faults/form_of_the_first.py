"""What a task without `run` and `delegate` runs in its first package, it runs in the others too.

How it comes about: it is found out once for a task, and not for each of its units.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import forms
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "FORM-1"), ("divergence", "FORM-3")})
SUBTLE = "A task is detected, and its packages are of more than one ecosystem."


def apply() -> None:
    """Remember it by the task."""
    original = forms.detect
    known: dict[Any, Any] = {}

    def detect(unit: Any, bounds: Any) -> None:
        if unit.task not in known:
            original(unit, bounds)
        unit.native = known.setdefault(unit.task, unit.native)

    patch(forms, "detect", detect)
