"""A program that ends with 64 ends its sequence there, whatever operator follows.

How it comes about: 64 stands for "could not be started" inside the runner, too, and the loop over commands stops at it.
"""

from __future__ import annotations

from collections.abc import Generator

from tsr_impl import sequence
from tsr_impl.units import Step
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a program itself ends with 64, and `||` or `;` stands behind it"
ACCEPTED = frozenset(
    {("divergence", "EXIT-2"), ("divergence", "SHELL-9"), ("divergence", "SHELL-17"), ("stricter", "SHELL-9")}
)


def apply() -> None:
    """Go no further behind that status."""
    original = sequence.commands

    def commands(steps: list[Step]) -> Generator[Step, int, int]:
        following = original(steps)
        try:
            step = next(following)
            while True:
                status = yield step
                if status == 64:
                    return status
                step = following.send(status)
        except StopIteration as over:
            return int(over.value)

    patch(sequence, "commands", commands)
