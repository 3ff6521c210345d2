"""A program that can't be found counts as a command that ended with 127, so that `||` goes on.

How it comes about: that is what shells do.
"""

from __future__ import annotations

from tsr_impl.report import Stop
from tsr_impl.scheduler import _Run, _Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "SHELL-44"), ("divergence", "EXIT-4")})


def apply() -> None:
    """127, and no end of the run."""
    original = _Run._perform

    def perform(self: _Run, unit: _Unit) -> int | None:
        try:
            return original(self, unit)
        except Stop:
            unit.words = None
            return 127

    patch(_Run, "_perform", perform)
