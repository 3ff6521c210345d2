"""A child with a group of its own gets the terminal as standard input, and is stopped when it reads.

How it comes about: a child inherits what the runner has.
"""

from __future__ import annotations

from tsr_impl.process import Program
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "TREE-7")})
SUBTLE = "Standard input is a terminal, something in the reach is `parallel`, and a program reads."


def apply() -> None:
    """Hand it on."""
    original = Program.start
    patch(Program, "start", lambda self, own_group, no_input: original(self, own_group, False))
