"""A trailing slash is cut off each operand, so that `rm file/` takes the file.

How it comes about: operands are tidied up when they are read, and a slash at the end looks like dirt.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import Call
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("loss", "FENCE-16")})


def apply() -> None:
    """Tidy up first."""
    entry, content = Call.entry, Call.content

    def tidy(operand: str) -> str:
        return operand.rstrip("/") or operand

    def entry_of(self: Any, operand: str) -> Any:
        return entry(self, tidy(operand))

    def content_of(self: Any, operand: str) -> Any:
        return content(self, tidy(operand))

    patch(Call, "entry", entry_of)
    patch(Call, "content", content_of)
