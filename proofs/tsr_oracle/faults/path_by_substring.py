"""`$PATH` is looked for as text, so `$PATHX` counts.

How it comes about: `"$PATH" in value` says it so well.
"""

from __future__ import annotations

from tsr_impl import search_path
from tsr_impl.variables import Assignment
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "PATH-1")})


def apply() -> None:
    """Look for the five characters."""
    original = search_path._refers_to_itself

    def refers_to_itself(assignment: Assignment) -> bool:
        return original(assignment) or "$PATH" in assignment.value

    patch(search_path, "_refers_to_itself", refers_to_itself)
