"""A `run` string that holds blanks only does nothing, and succeeds.

How it comes about: whether it is empty is asked of the string as it is written.
"""

from __future__ import annotations

from tsr_impl import shell
from tsr_impl.shell import Command
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "SHELL-30")})


def apply() -> None:
    """Read `true` in its place."""
    original = shell.parse

    def parse(source: str) -> list[Command]:
        return original("true" if source and not source.strip() else source)

    patch(shell, "parse", parse)
