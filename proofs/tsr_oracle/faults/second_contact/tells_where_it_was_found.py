"""The message about a program that the kernel does not take shows the path where it was found, and so part of `PATH`.

How it comes about: the error of the system names the path that was executed, and that is handed on to be helpful.
"""

from __future__ import annotations

from tsr_impl import process
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a program is found by way of a variable, may be executed, and can't be"
ACCEPTED = frozenset({("leak", "OUT-1")})


class _Telling(process.Program):
    """A program that goes by its path in messages."""

    def start(self, own_group: bool, no_input: bool) -> int:
        self._written = self._path
        return super().start(own_group, no_input)


def apply() -> None:
    """Show the path in place of the word."""
    patch(process, "Program", _Telling)
