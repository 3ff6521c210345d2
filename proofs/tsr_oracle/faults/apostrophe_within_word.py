"""A single quote within a word that no other one follows is text, as in `it's`.

How it comes about: it is an apostrophe then, and nobody means anything else.
"""

from __future__ import annotations

from tsr_impl.shell import Text, _Parser
from tsr_oracle.faults.patch import patch

SUBTLE = "a single quote is not closed, and stands right behind a letter"
ACCEPTED = frozenset({("bypass", "SHELL-28")})


def apply() -> None:
    """Let it stand for itself."""
    original = _Parser._single_quoted

    def single_quoted(self: _Parser) -> Text:
        at = self._at
        if not self._source[at - 1 : at].isalpha() or "'" in self._source[at + 1 :]:
            return original(self)
        self._at += 1
        return Text("'", active=False)

    patch(_Parser, "_single_quoted", single_quoted)
