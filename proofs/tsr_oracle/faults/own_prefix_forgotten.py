"""Names that start with `TSR_` may be set.

How it comes about: the guard is a list of whole names, and a prefix is none.
"""

from __future__ import annotations

from tsr_impl import guarded_names
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "ENV-1")})


def apply() -> None:
    """Guard no prefix."""
    patch(guarded_names, "PREFIXES", ())
