"""A line of a file of variables ends also at a form feed, a lone carriage return, and what else Unicode has for it.

How it comes about: `splitlines` was used where a split at newlines was meant.
"""

from __future__ import annotations

from tsr_impl import dotenv
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a file holds a control character, or a separator of Unicode, that is rare in one"
ACCEPTED = frozenset(
    {("divergence", "ENV-8"), ("stricter", "ENV-8"), ("bypass", "ENV-8"), ("divergence", "ENV-14"), ("leak", "ENV-8")}
)


def apply() -> None:
    """Split at every break."""
    patch(dotenv, "_lines", str.splitlines)
