"""Braces with a comma are text where something quoted, or a variable, stands between them.

How it comes about: each piece of unquoted text is looked through by itself.
"""

from __future__ import annotations

from tsr_impl.shell import _Braces
from tsr_oracle.faults.patch import patch

SUBTLE = "between the braces stands a comma, and something that is no unquoted text"
ACCEPTED = frozenset({("bypass", "SHELL-26")})


def apply() -> None:
    """Forget what is open where a character was passed over."""
    original, last = _Braces.see, [-1]

    def see(self: _Braces, character: str, at: int) -> None:
        if at != last[0] + 1:
            self._open.clear()
        last[0] = at
        original(self, character, at)

    patch(_Braces, "see", see)
