"""`cp` and `mv` judge an operand when its turn comes: what stands before a refused one is done already.

How it comes about: the check sits in the loop that does the work.
"""

from __future__ import annotations

from tsr_impl.builtins.destination import Destination
from tsr_oracle.faults.patch import patch

SUBTLE = "an operand is refused, and another one stands before it"
ACCEPTED = frozenset({("divergence", "FENCE-22")})


def apply() -> None:
    """Judge nothing beforehand."""
    patch(Destination, "judge", lambda self, operand, source, target, check: None)
