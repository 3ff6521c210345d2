"""A child that fails makes the run end with 1, whatever its own code was.

How it comes about: success is kept as a yes or no.
"""

from __future__ import annotations

from tsr_impl.children import Children
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "EXIT-2"), ("divergence", "EXIT-3")})


def apply() -> None:
    """Keep no more than whether it failed."""
    original = Children.status
    patch(Children, "status", lambda self, child: int(bool(original(self, child))))
