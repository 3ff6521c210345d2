"""Between single quotes two single quotes stand for one.

How it comes about: so it is in SQL, YAML and PowerShell, and there has to be some way to write one.
"""

from __future__ import annotations

from tsr_impl.shell import Text, _Parser
from tsr_oracle.faults.patch import patch

SUBTLE = "one single-quoted part begins right where another one ends"
ACCEPTED = frozenset({("divergence", "SHELL-3")})


def apply() -> None:
    """Go on behind two of them."""
    original = _Parser._single_quoted

    def single_quoted(self: _Parser) -> Text:
        found = original(self)
        while self._peek() == "'":
            found = Text(f"{found.text}'{original(self).text}", active=False)
        return found

    patch(_Parser, "_single_quoted", single_quoted)
