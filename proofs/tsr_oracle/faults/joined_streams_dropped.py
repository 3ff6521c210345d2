"""`2>&1` is left out of a command, and the command runs.

How it comes about: both streams go where those of the runner go, so it would not change anything.
"""

from __future__ import annotations

import re

from tsr_impl import shell
from tsr_impl.shell import Command
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "SHELL-22")})


def apply() -> None:
    """Take it away before the string is read."""
    original = shell.parse

    def parse(source: str) -> list[Command]:
        return original(re.sub(r"\s2>&1(?=\s|$)", "", source))

    patch(shell, "parse", parse)
