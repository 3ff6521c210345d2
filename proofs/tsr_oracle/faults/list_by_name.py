"""`--list` shows the tasks by name.

How it comes about: a sorted list is easier to read.
"""

from __future__ import annotations

from tsr_impl import listing
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "CLI-16")})


def apply() -> None:
    """Sort the rows."""
    original = listing._lines
    patch(listing, "_lines", lambda rows: original(sorted(rows)))
