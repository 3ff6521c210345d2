"""Guarded names are compared without case on unix.

How it comes about: names are put in upper case before they are looked up, as Windows asks for.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guarded_names
from tsr_impl.variables import Assignment
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("stricter", "ENV-2")})


def apply() -> None:
    """Judge the name in upper case, too."""
    original = guarded_names.judge

    def judge(source: Any, assignment: Assignment, strict: bool) -> None:
        original(source, assignment, strict)
        original(source, Assignment(assignment.name.upper(), assignment.value, assignment.line), strict)

    patch(guarded_names, "judge", judge)
