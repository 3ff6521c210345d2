"""The first program of a run gets the runner's standard input, all others an empty one.

How it comes about: two programs can't share it, and the first one will have read it to its end.
"""

from __future__ import annotations

from tsr_impl.process import Program
from tsr_oracle.faults.patch import patch

SUBTLE = "a program reads its standard input, and another one was started before it"
ACCEPTED = frozenset({("divergence", "SHELL-42")})


def apply() -> None:
    """Hand it out once."""
    original, handed_out = Program.start, [False]

    def start(self: Program, own_group: bool, no_input: bool) -> int:
        taken, handed_out[0] = handed_out[0], True
        return original(self, own_group, no_input or taken)

    patch(Program, "start", start)
