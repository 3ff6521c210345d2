"""A variable between single quotes that stand between double ones is not expanded.

How it comes about: what is single-quoted is cut out of the string first, whatever stands around it.
"""

from __future__ import annotations

from tsr_impl.shell import Text, Variable, _Parser
from tsr_oracle.faults.patch import patch

SUBTLE = "a variable stands between single quotes, and these between double ones"
ACCEPTED = frozenset({("divergence", "SHELL-4")})


def apply() -> None:
    """Take a `$` for text where a single quote is open within the double ones."""
    original = _Parser._dollar

    def dollar(self: _Parser, active: bool) -> Text | Variable:
        before, behind = self._source[: self._at].rpartition('"')[2], self._source[self._at :].partition('"')[0]
        if active or before.count("'") % 2 == 0 or "'" not in behind:
            return original(self, active)
        self._at += 1
        return Text("$", active)

    patch(_Parser, "_dollar", dollar)
