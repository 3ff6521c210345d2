"""A list in braces is only seen where no other braces stand in it: `{a,{b}}` and `{{a},b}` pass as text.

How it comes about: it is looked for as with the pattern `{[^{}]*,[^{}]*}`.
"""

from __future__ import annotations

from tsr_impl import shell
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a pair with a comma of its own holds another pair, which has none"
ACCEPTED = frozenset({("bypass", "SHELL-26"), ("divergence", "SHELL-26")})


class _Flat:
    """Knows of the last brace that was opened, and of none around it."""

    def __init__(self) -> None:
        self._open: tuple[int, bool] | None = None

    def see(self, character: str, at: int) -> None:
        if character == "{":
            self._open = (at, False)
        elif character == "," and self._open:
            self._open = (self._open[0], True)
        elif character == "}" and self._open:
            (start, comma), self._open = self._open, None
            if comma:
                what = "brace expansion is not supported"
                raise shell.Rejected(start, "SHELL-26", what, "write out the words, or quote the braces")


def apply() -> None:
    """Look for braces without a stack."""
    patch(shell, "_Braces", _Flat)
