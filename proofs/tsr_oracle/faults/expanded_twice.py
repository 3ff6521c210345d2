"""What comes out of an expansion is expanded again.

How it comes about: a value is expanded when it is read, and once more when it is merged.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.variables import Assignment, Merger
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "ENV-11")})


def apply() -> None:
    """Expand, and expand."""
    original = Merger.expanded

    def expanded(self: Merger, source: Any, assignment: Assignment, own: str | None = None) -> str:
        once = original(self, source, assignment, own)
        if assignment.literal:
            return once
        return original(self, source, Assignment(assignment.name, once, assignment.line), own)

    patch(Merger, "expanded", expanded)
