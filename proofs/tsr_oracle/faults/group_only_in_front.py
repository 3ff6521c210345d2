"""A parenthesis is text where no command begins.

How it comes about: a group stands where a command stands, so it is looked for there.
"""

from __future__ import annotations

import re

from tsr_impl.shell import _Parser
from tsr_oracle.faults.patch import leave_out

ACCEPTED = frozenset({("bypass", "SHELL-25")})


def apply() -> None:
    """Refuse none that has a word in front of it."""
    leave_out(_Parser, "_refuse_unsupported", _is_further_on)


def _is_further_on(parser: _Parser, character: str) -> bool:
    return character in "()" and re.search(r"(^|[&|;])\s*$", parser._source[: parser._at]) is None
