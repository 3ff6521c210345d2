"""Quotes that do not begin a word stay in it.

How it comes about: a word is looked at when it begins; if it begins with a quote it is a quoted one.
"""

from __future__ import annotations

from tsr_impl.shell import Text, Variable, _Parser
from tsr_oracle.faults.patch import patch

SUBTLE = "a quoted part touches an unquoted one, and is not the first of its word"
ACCEPTED = frozenset({("divergence", "SHELL-5")})


def apply() -> None:
    """Keep the quotes where something else than a blank, an operator or a quote stands in front of them."""
    single, double = _Parser._single_quoted, _Parser._double_quoted

    def is_inner(self: _Parser) -> bool:
        return self._source[self._at - 1 : self._at] not in (*" \t\n&|;'\"", "")

    def single_quoted(self: _Parser) -> Text:
        quote = "'" if is_inner(self) else ""
        return Text(f"{quote}{single(self).text}{quote}", active=False)

    def double_quoted(self: _Parser) -> list[Text | Variable]:
        quotes: list[Text | Variable] = [Text('"', active=False)] if is_inner(self) else []
        return [*quotes, *double(self), *quotes]

    patch(_Parser, "_single_quoted", single_quoted)
    patch(_Parser, "_double_quoted", double_quoted)
