"""A program whose name is a relative path that leads out of the bounds is refused.

How it comes about: the check of the operands was put where the words of a command are, and the first is one of them.
"""

from __future__ import annotations

import os
from typing import Any

from tsr_impl import guards, process
from tsr_impl.places import is_within
from tsr_impl.report import Stop
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset(
    {
        ("stricter", "OPEN-2"),
        ("divergence", "OPEN-2"),
        ("stricter", "OPEN-1"),
        ("stricter", "SHELL-41"),
        ("divergence", "SHELL-41"),
    }
)


def apply() -> None:
    """Judge where a program with a slash in its name lies."""
    admit, find = guards.admit, process._find
    bounds: list[str] = []

    def remembered(*given: Any) -> Any:
        admission = admit(*given)
        bounds[:] = admission.fence._bounds
        return admission

    def judged(program: str, step: Any, environment: Any) -> str:
        if "/" in program and not program.startswith("/"):
            directory = os.path.realpath(os.path.dirname(program))
            if not any(is_within(directory, bound) for bound in bounds):
                raise Stop("a program lies outside the workspace — move it there", "FENCE-1")
        return find(program, step, environment)

    patch(guards, "admit", remembered)
    patch(process, "_find", judged)
