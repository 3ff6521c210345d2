"""A `;` at the end of a `run` string has no effect.

How it comes about: it ends a command, as in most languages.
"""

from __future__ import annotations

from tsr_impl import shell
from tsr_impl.shell import Command
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "SHELL-29")})


def apply() -> None:
    """Take it away before the string is read."""
    original = shell.parse

    def parse(source: str) -> list[Command]:
        return original(source.rstrip().removesuffix(";") if source.strip() != ";" else source)

    patch(shell, "parse", parse)
