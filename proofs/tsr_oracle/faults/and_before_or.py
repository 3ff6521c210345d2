"""`&&` binds tighter than `||`: where a `||` is passed over, each `&&` behind it is, too.

How it comes about: so it is in C, and in nearly every language since.
"""

from __future__ import annotations

from collections.abc import Generator

from tsr_impl import sequence
from tsr_impl.units import Step
from tsr_oracle.faults.patch import patch

SUBTLE = "`&&` stands behind a `||` whose left side has succeeded"
ACCEPTED = frozenset({("divergence", "SHELL-17")})


def apply() -> None:
    """Pass over a whole `A && B` at once."""

    def commands(steps: list[Step]) -> Generator[Step, int, int]:
        status, passed = 0, False
        for step in steps:
            if step.operator != "&&":
                passed = step.operator == "||" and not status
            if not passed and not (step.operator == "&&" and status):
                status = yield step
        return status

    patch(sequence, "commands", commands)
