"""A quoted value ends at the last quote of its kind on the line, also where that stands in a comment.

How it comes about: the pattern for what is between two quotes is greedy.
"""

from __future__ import annotations

from tsr_impl import dotenv
from tsr_oracle.faults.patch import patch

SUBTLE = "a value is quoted, and the comment behind it ends with a quote of the same kind"
ACCEPTED = frozenset({("divergence", "ENV-8")})


def apply() -> None:
    """Look from the end."""

    def closing(value: str, quote: str) -> int:
        end = value.rfind(quote, 1)
        while end > 0 and not dotenv._ends(value, end + 1):
            end = value.rfind(quote, 1, end)
        return max(end, 0)

    patch(dotenv, "_closing", closing)
