"""A program that a signal has ended ends its sequence, whatever operator follows.

How it comes about: a status above 128 is taken for an interrupt, behind which nothing more is wanted.
"""

from __future__ import annotations

from collections.abc import Generator

from tsr_impl import sequence
from tsr_impl.units import Step
from tsr_oracle.faults.patch import patch

SUBTLE = "a program is ended by a signal, and `||` or `;` follows"
ACCEPTED = frozenset({("divergence", "SHELL-9")})


def apply() -> None:
    """Ask for no other command after such a status."""
    original = sequence.commands

    def commands(steps: list[Step]) -> Generator[Step, int, int]:
        rest, status = original(steps), 0
        step = next(rest)
        while status <= 128:
            status = yield step
            try:
                step = rest.send(status)
            except StopIteration as end:
                return int(end.value)
        return status

    patch(sequence, "commands", commands)
