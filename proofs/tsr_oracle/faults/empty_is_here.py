"""An empty operand means the working directory.

How it comes about: joined to the working directory, an empty text gives just that.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import Call
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "FENCE-17"), ("loss", "FENCE-17")})


def apply() -> None:
    """Join first, ask later."""
    entry, content = Call.entry, Call.content

    def entry_or_here(self: Any, operand: str) -> Any:
        return entry(self, operand or ".")

    def content_or_here(self: Any, operand: str) -> Any:
        return content(self, operand or ".")

    patch(Call, "entry", entry_or_here)
    patch(Call, "content", content_or_here)
