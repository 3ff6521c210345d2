"""`$(…)` between double quotes is text.

How it comes about: between double quotes a `$` is a variable, or else it is a `$`.
"""

from __future__ import annotations

from tsr_impl.shell import Text, Variable, _Parser
from tsr_oracle.faults.patch import patch

SUBTLE = "a command substitution stands between double quotes, and has a bracket"
ACCEPTED = frozenset({("bypass", "SHELL-23"), ("divergence", "SHELL-23")})


def apply() -> None:
    """Take the `$` alone for text."""
    original = _Parser._dollar

    def dollar(self: _Parser, active: bool) -> Text | Variable:
        if active or not self._source.startswith("$(", self._at):
            return original(self, active)
        self._at += 1
        return Text("$", active)

    patch(_Parser, "_dollar", dollar)
