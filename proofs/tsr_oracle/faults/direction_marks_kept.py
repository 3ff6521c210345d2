"""Marks that turn the direction of writing stand in messages as they are.

How it comes about: what is no control character is taken for something that can be seen.
"""

from __future__ import annotations

from tsr_impl import report
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "EXIT-8")})


def apply() -> None:
    """Escape what ASCII has of control characters."""
    patch(report, "_misleads", lambda character: character < " " or character == "\x7f")
