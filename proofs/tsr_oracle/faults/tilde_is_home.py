"""A word that is `~`, or begins with `~/`, begins with the home directory.

How it comes about: people write it that way, and it is one line.
"""

from __future__ import annotations

from tsr_impl.shell import Text, Variable, Word, _Parser
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "SHELL-2")})


def apply() -> None:
    """Put `$HOME` in the place of an unquoted tilde in front."""
    original = _Parser._word

    def word(self: _Parser, on_new_line: bool) -> Word:
        at = self._at
        found = original(self, on_new_line)
        first = found.parts[0]
        if isinstance(first, Text) and first.active and (first.text == "~" or first.text.startswith("~/")):
            found.parts[:1] = [Variable("HOME", at), Text(first.text[1:], active=True)]
        return found

    patch(_Parser, "_word", word)
