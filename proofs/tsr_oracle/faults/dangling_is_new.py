"""A link that leads to nothing is taken for a name that is still free, and judged where the link is.

How it comes about: "does it exist?" is asked with a call that follows links, and a dangling one says no.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import fence
from tsr_oracle.faults.patch import patch
from tsr_oracle.faults.unjudged import unjudged

SUBTLE = "a link leads out, and what it leads to is missing"
ACCEPTED = frozenset({("escape", "FENCE-2"), ("escape", "FENCE-3")})


def apply() -> None:
    """Judge what is missing by the place of the link that led there."""
    original = fence.Fence._judged

    def judged(self: Any, start: Any, operand: str, follow: bool, label: Any, trail: Any = None) -> tuple[Any, Any]:
        if follow and operand:
            walk = self._walked(start, operand, True, label)
            walk.here.close()
            if walk.tail and walk.by_link:
                original(self, start, operand, False, label)[0].here.close()
                with unjudged():
                    return original(self, start, operand, follow, label, trail)
        return original(self, start, operand, follow, label, trail)

    patch(fence.Fence, "_judged", judged)
