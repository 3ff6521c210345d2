"""The destination of `cp` is judged as an entry, but written as content: a link that is there is written through.

How it comes about: the check knows one way to judge a path that is about to be made, and uses it for every one.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import destination
from tsr_oracle.faults.patch import patch
from tsr_oracle.faults.unjudged import unjudged

ACCEPTED = frozenset({("escape", "FENCE-4"), ("escape", "FENCE-2")})


def apply() -> None:
    """Judge the entry, hand out the content."""

    def content(self: Any, source: str) -> Any:
        operand = self._operand_for(source)
        self._call.entry(operand).close()
        with unjudged():
            return self._call.content(operand)

    patch(destination.Destination, "content", content)
