"""What the root `.env` sets is not judged.

How it comes about: a `.env` is taken for the user's own, which nobody checks in.
"""

from __future__ import annotations

from tsr_impl.layers import Layers
from tsr_oracle.faults.patch import leave_out

ACCEPTED = frozenset({("bypass", "ENV-1"), ("bypass", "ENV-3")})


def apply() -> None:
    """Leave out the first of the shared layers."""
    leave_out(Layers, "_judge", lambda self, source, *_: source is self._shared[0])
