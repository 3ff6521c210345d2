"""A `|` that touches the word in front of it is text.

How it comes about: pipes are looked for among the words once the string is divided into words.
"""

from __future__ import annotations

from tsr_impl.shell import _Parser
from tsr_oracle.faults.patch import leave_out

ACCEPTED = frozenset({("bypass", "SHELL-21")})


def apply() -> None:
    """Refuse it at the begin of a word."""
    leave_out(_Parser, "_refuse_unsupported", _touches)


def _touches(parser: _Parser, character: str) -> bool:
    return character == "|" and parser._source[parser._at - 1 : parser._at].strip() != ""
