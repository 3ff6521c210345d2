"""Only a first word that is written as the name of a builtin is that builtin, not one that comes out as it.

How it comes about: the reader of the string tells builtins from programs, and variables have no value by then.
"""

from __future__ import annotations

from tsr_impl import builtins, sequence
from tsr_impl.guards import Admission
from tsr_impl.handles import Directory
from tsr_impl.units import Step, Unit
from tsr_oracle.faults.patch import patch

SUBTLE = "the name of a builtin is quoted, or comes from a variable or a pattern"
ACCEPTED = frozenset({("divergence", "SHELL-45")})


def apply() -> None:
    """Take every other one for a program."""
    original = sequence.attempt

    def attempt(unit: Unit, step: Step, directory: Directory, admitted: Admission) -> int | list[str]:
        native = step.native or step.program not in builtins.NAMES
        as_written = Step(step.operator, step.words, step.program, native=native, is_task=step.is_task)
        return original(unit, as_written, directory, admitted)

    patch(sequence, "attempt", attempt)
