"""Every path is judged as text: the working directory and the operand joined, `..` taken away, links never looked at.

How it comes about: a normalised path looks like a resolved one, and on a tree without links it is.
"""

from __future__ import annotations

import os
from typing import Any

from tsr_impl import fence
from tsr_impl.places import is_within
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("escape", "FENCE-2")})


def apply() -> None:
    """Judge the text instead of where the walk landed."""

    def judged(self: Any, start: Any, operand: str, follow: bool, label: Any, trail: Any = None) -> tuple[Any, Any]:
        walk = self._walked(start, operand, follow, label, trail)
        text = os.path.normpath(os.path.join(start.place.path(), operand))
        if not any(is_within(text, bound) for bound in self._bounds):
            raise fence.Refused(label, text, self.root.place.path(), False)
        return walk, walk.place()

    patch(fence.Fence, "_judged", judged)
