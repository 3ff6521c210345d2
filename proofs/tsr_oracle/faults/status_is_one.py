"""A child that fails makes the run end with 1, whatever its own code was.

How it comes about: success is kept as a yes or no.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import process
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "EXIT-2"), ("divergence", "EXIT-3")})


def apply() -> None:
    """Keep no more than whether it failed."""
    original = process.run

    def run(*given: Any) -> int:
        return int(bool(original(*given)))

    patch(process, "run", run)
