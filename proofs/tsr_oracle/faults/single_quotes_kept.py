"""Single quotes around a value stay.

How it comes about: quotes are known to be double ones, as they are in JSON.
"""

from __future__ import annotations

from tsr_impl.dotenv import _Parser
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "ENV-14")})


def apply() -> None:
    """Put them back."""
    original = _Parser._value

    def value(self: _Parser, written: str) -> tuple[str, bool]:
        found, literal = original(self, written)  # it is literal if single quotes were around it
        return (f"'{found}'" if literal else found), literal

    patch(_Parser, "_value", value)
