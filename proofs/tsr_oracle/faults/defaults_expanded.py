"""`${NAME:-TEXT}` is the variable, or the text where that is not set or empty.

How it comes about: it is the form that everybody asks for, and takes ten lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tsr_impl import shell
from tsr_impl.report import ConfigFault
from tsr_impl.shell import Text, Variable, Word, _Parser
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "SHELL-27")})


class _Defaulted(Variable):
    default = ""


def apply() -> None:
    """Read it, and use the text where there is no value."""
    original = _Parser._braced

    def braced(self: _Parser, start: int) -> Variable:
        form = re.compile(r"\$\{([A-Za-z_]\w*):-([^}]*)\}").match(self._source, start)
        if form is None:
            return original(self, start)
        self._at = form.end()
        found = _Defaulted(form[1], start)
        found.default = form[2]
        return found

    patch(_Parser, "_braced", braced)
    patch(shell, "expand", _expand)


def _expand(word: Word, value_of: Callable[[Variable], str]) -> list[Text]:
    def value(part: Variable) -> str:
        if not isinstance(part, _Defaulted):
            return value_of(part)
        try:
            return value_of(part) or part.default
        except ConfigFault:
            return part.default

    return [Text(value(part), active=False) if isinstance(part, Variable) else part for part in word.parts]
