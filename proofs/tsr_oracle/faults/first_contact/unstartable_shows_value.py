"""The message about a program that the system can't start shows its name as it came out of the expansion.

How it comes about: for a program that is not found the word of the config is shown; that the system may refuse one
that was found is dealt with elsewhere, where only the words are at hand that it was to get.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsr_impl import process
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a variable names a program that is there, is executable, and can't be run"
ACCEPTED = frozenset({("leak", "OUT-1")})


def apply() -> None:
    """Have the expanded word in the place of the written one."""
    init = process.Program.__init__

    def expanded(
        self: process.Program, path: str, words: list[str], written: str, environment: Mapping[bytes, bytes]
    ) -> None:
        init(self, path, words, words[0], environment)

    patch(process.Program, "__init__", expanded)
