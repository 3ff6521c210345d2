"""A program that can't be found counts as a command that ended with 127, so that `||` goes on.

How it comes about: that is what shells do.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import process
from tsr_impl.report import Stop
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "SHELL-44"), ("divergence", "EXIT-4")})


def apply() -> None:
    """127, and no end of the run."""
    original = process.run

    def run(*given: Any) -> int:
        try:
            return original(*given)
        except Stop:
            return 127

    patch(process, "run", run)
