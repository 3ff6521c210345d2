"""A list in braces that holds a quote or a variable is taken for text, and not rejected.

How it comes about: it is looked for in each stretch of unquoted text by itself, and not in the word as a whole.
"""

from __future__ import annotations

from tsr_impl import shell
from tsr_oracle.faults.patch import patch

SUBTLE = "only where something quoted, or a variable, stands between braces that have a comma"
ACCEPTED = frozenset({("bypass", "SHELL-26"), ("divergence", "SHELL-26")})


class _Stretch(shell._Braces):
    """Forgets what is open where the unquoted text is interrupted."""

    def __init__(self) -> None:
        super().__init__()
        self._next = 0

    def see(self, character: str, at: int) -> None:
        if at != self._next:
            self._open.clear()
        self._next = at + 1
        super().see(character, at)


def apply() -> None:
    """Look at each stretch alone."""
    patch(shell, "_Braces", _Stretch)
