"""`cp` of several files to a name that is no directory: each is written over the one before.

How it comes about: the sources are gone through one by one, and nobody counts them.
"""

from __future__ import annotations

from tsr_impl.builtins.destination import Destination
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "BUILTIN-6"), ("loss", "BUILTIN-6")})


def apply() -> None:
    """Refuse no number of sources."""
    patch(Destination, "refusal", lambda self, sources: 0)
