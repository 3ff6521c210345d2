"""What a task without `run` and `delegate` runs is decided when it starts.

How it comes about: the marker is looked for where its answer is needed.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import forms
from tsr_impl.guards import Admission
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "FORM-3")})
SUBTLE = "A task is detected, and one that runs before it changes the markers of its directory."


def apply() -> None:
    """Look once more."""
    original = Admission.start

    def start(self: Admission, unit: Any) -> Any:
        if unit.task.run is None and unit.task.delegate is None:
            forms.detect(unit, self.fence)
        return original(self, unit)

    patch(Admission, "start", start)
