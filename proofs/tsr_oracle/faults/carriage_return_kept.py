"""The carriage return at the end of a line is part of the value.

How it comes about: lines are split at the newline, and nobody has tried a file from Windows.
"""

from __future__ import annotations

from tsr_impl import dotenv
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "ENV-8")})


def apply() -> None:
    """Split, and no more."""
    patch(dotenv, "_lines", lambda text: text.split("\n"))
