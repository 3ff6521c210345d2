"""`?` does not stand for a character that has more than one byte.

How it comes about: names are bytes to the system, and they are matched as what they are.
"""

from __future__ import annotations

from tsr_impl import calls, globs
from tsr_oracle.faults.patch import patch

SUBTLE = "a `?` meets a character that is not ASCII"
ACCEPTED = frozenset({("divergence", "SHELL-10"), ("loss", "SHELL-10")})


def apply() -> None:
    """Count the bytes of what a wildcard is to stand for."""
    patch(globs._Any, "has", lambda self, character: len(calls.encode(character)) == 1)
