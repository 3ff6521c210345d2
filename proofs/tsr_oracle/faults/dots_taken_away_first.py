"""`name/..` is taken out of an operand before it is walked, also where the name is a link.

How it comes about: the path is cleaned up on its way in, by a function that knows text only.
"""

from __future__ import annotations

import os
from typing import Any

from tsr_impl import fence
from tsr_oracle.faults.patch import patch

SUBTLE = "`..` stands in a path, and a link in front of it"
ACCEPTED = frozenset({("divergence", "FENCE-2"), ("divergence", "FENCE-3"), ("loss", "FENCE-2")})


def apply() -> None:
    """Normalise, then walk."""
    original = fence.Fence._walked

    def walked(self: Any, start: Any, operand: str, follow: bool, label: Any, trail: Any = None) -> Any:
        clean = os.path.normpath(operand) + "/" * operand.endswith("/") if "/.." in operand else operand
        return original(self, start, clean, follow, label, trail)

    patch(fence.Fence, "_walked", walked)
