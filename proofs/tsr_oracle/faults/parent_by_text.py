"""An entry is judged by the text of its parent: a link in the middle of the path is not followed.

How it comes about: "`rm` does not follow links" is taken to hold for the whole path, not for its last component.
"""

from __future__ import annotations

import os
from typing import Any

from tsr_impl import fence
from tsr_impl.places import is_within
from tsr_oracle.faults.patch import patch

SUBTLE = "an entry is named through a link, and the link leads out"
ACCEPTED = frozenset({("escape", "FENCE-2"), ("escape", "FENCE-4")})


def apply() -> None:
    """Judge entries, and entries only, by their text."""
    original = fence.Fence._judged

    def judged(self: Any, start: Any, operand: str, follow: bool, label: Any, trail: Any = None) -> tuple[Any, Any]:
        text = os.path.normpath(os.path.join(start.place.path(), operand))
        if follow or not operand or not any(is_within(text, bound) for bound in self._bounds):
            return original(self, start, operand, follow, label, trail)
        walk = self._walked(start, operand, follow, label)
        return walk, walk.place()

    patch(fence.Fence, "_judged", judged)
