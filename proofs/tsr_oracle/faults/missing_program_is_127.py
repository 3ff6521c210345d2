"""A program that can't be found counts as a command that ended with 127, so that `||` goes on.

How it comes about: that is what shells do.
"""

from __future__ import annotations

from tsr_impl.report import Stop
from tsr_impl.scheduler import _Progress, _Run
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "SHELL-44"), ("divergence", "EXIT-4")})


def apply() -> None:
    """127, and no end of the run."""
    original = _Run._perform

    def perform(self: _Run, progress: _Progress) -> int | None:
        try:
            return original(self, progress)
        except Stop:
            progress.words = None
            return 127

    patch(_Run, "_perform", perform)
