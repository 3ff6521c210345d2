"""An interrupt does not change the exit code of a run in which a task had failed before.

How it comes about: "the code is that of what came first" is read as if it were about signals as well.
"""

from __future__ import annotations

from tsr_impl import interrupts
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a task has failed, the run goes on (`--no-bail`, or a grace), and is interrupted then"
ACCEPTED = frozenset({("divergence", "EXIT-6"), ("divergence", "INT-6"), ("divergence", "INT-1")})


def apply() -> None:
    """Prefer the other code where there is one."""
    original = interrupts.exit_code

    def exit_code(otherwise: int) -> int:
        return otherwise or original(0)

    patch(interrupts, "exit_code", exit_code)
