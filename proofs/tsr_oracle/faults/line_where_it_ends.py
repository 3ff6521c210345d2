"""A message about an assignment names the line on which it ends.

How it comes about: the reader's counter stands there when the assignment is made.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.dotenv import _Parser
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "EXIT-9")})
SUBTLE = "A value goes over several lines, and its variable is refused."


def apply() -> None:
    """Take the number of the last line that was read."""
    original = _Parser._assignment

    def assignment(self: Any, line: str) -> Any:
        made = original(self, line)
        if made is not None:
            made.line = self._at
        return made

    patch(_Parser, "_assignment", assignment)
