"""An `&` at the end of a `run` string has no effect.

How it comes about: a task is over when its last command is, so there is nothing to put into the background.
"""

from __future__ import annotations

from tsr_impl import shell
from tsr_impl.shell import Command
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "SHELL-24")})


def apply() -> None:
    """Take it away before the string is read."""
    original = shell.parse

    def parse(source: str) -> list[Command]:
        alone = source.rstrip().endswith("&") and not source.rstrip().endswith("&&")
        return original(source.rstrip()[:-1] if alone else source)

    patch(shell, "parse", parse)
