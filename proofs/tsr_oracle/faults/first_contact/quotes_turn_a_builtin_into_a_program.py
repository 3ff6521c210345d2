"""A first word in quotes names a program, also where it is the name of a builtin.

How it comes about: in a shell quotes keep an alias from being expanded, and builtins were taken for something like it.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import sequence
from tsr_oracle.faults.patch import patch

SUBTLE = "only where the name of a builtin is written in quotes"
ACCEPTED = frozenset(
    {
        ("divergence", "SHELL-45"),
        ("stricter", "SHELL-45"),
        ("bypass", "SHELL-45"),
        ("escape", "SHELL-45"),
        ("divergence", "SHELL-40"),
        ("stricter", "SHELL-40"),
        ("escape", "SHELL-40"),
        ("escape", "FENCE-1"),
    }
)


def apply() -> None:
    """Have what is quoted looked for in `PATH`."""
    attempt = sequence.attempt

    def unless_quoted(unit: Any, step: Any, directory: Any, admitted: Any) -> Any:
        if not step.native and step.program[:1] in ("'", '"'):
            return sequence._expanded(step, directory)
        return attempt(unit, step, directory, admitted)

    patch(sequence, "attempt", unless_quoted)
