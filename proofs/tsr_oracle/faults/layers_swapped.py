"""The root `.env` outranks `[env]`.

How it comes about: a `.env` is what a user changes, so it is taken for the last word.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.layers import Layers
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "ENV-10")})


def apply() -> None:
    """Merge `[env]` first."""
    original = Layers.__init__

    def init(self: Layers, *given: Any) -> None:
        original(self, *given)
        self._shared.reverse()

    patch(Layers, "__init__", init)
