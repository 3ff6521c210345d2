"""What a task without `run` and `delegate` runs is decided when it starts, by the markers that are there then.

How it comes about: the marker is looked at once for the check that there is one, and again where the command is made.
"""

from __future__ import annotations

from tsr_impl import forms, guards
from tsr_impl.units import Ready, Unit
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a dep changes the markers of the directory in which a later task runs"
ACCEPTED = frozenset({("divergence", "FORM-3"), ("stricter", "FORM-3")})


def apply() -> None:
    """Look at the markers again at the start of a unit."""
    start = guards.Admission.start

    def late(self: guards.Admission, unit: Unit) -> Ready:
        if unit.native and unit.task.delegate is None and not unit.package:
            forms.detect(unit, self.fence)
        return start(self, unit)

    patch(guards.Admission, "start", late)
