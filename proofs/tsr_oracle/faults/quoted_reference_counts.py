"""`$PATH` in single quotes counts as a reference, though nothing expands it.

How it comes about: the guard looks at the value, and the quotes are gone by then.
"""

from __future__ import annotations

from tsr_impl import search_path, variables
from tsr_impl.variables import Assignment
from tsr_oracle.faults.patch import patch

SUBTLE = "a file of variables sets `PATH`, and the value with its reference is single-quoted"
ACCEPTED = frozenset({("bypass", "PATH-1")})


def apply() -> None:
    """Look into the value, whatever stood around it."""

    def refers_to_itself(assignment: Assignment) -> bool:
        return ("PATH", True) in variables._parts(assignment.value)

    patch(search_path, "_refers_to_itself", refers_to_itself)
