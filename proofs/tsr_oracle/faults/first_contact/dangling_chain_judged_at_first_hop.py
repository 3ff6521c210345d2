"""A link that dangles is judged by what it says itself, also where that is another link, which leads out.

How it comes about: `realpath` fails for what is missing, and the code for that case reads one link and no more.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import calls, fence
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a link leads to a link inside, and that to something missing outside"
ACCEPTED = frozenset(
    {("escape", "FENCE-2"), ("escape", "FENCE-4"), ("escape", "FENCE-1"), ("escape", "FENCE-G1"), ("escape", "FENCE-3")}
)


def apply() -> None:
    """Judge a dangling link by the place of what it says."""
    right = fence.Fence._judged

    def judged(self: Any, start: Any, operand: str, follow: bool, label: Any, trail: Any = None) -> Any:
        try:
            return right(self, start, operand, follow, label, trail)
        except fence.Refused:
            if not follow or trail is not None:
                raise
            walk = self._walked(start, operand, True, label)
            if walk.tail and walk.by_link and _first_hop(self, start, operand, label).inside:
                return walk, walk.place()
            walk.here.close()
            raise

    patch(fence.Fence, "_judged", judged)


def _first_hop(self: Any, start: Any, operand: str, label: Any) -> Any:
    link = self._walked(start, operand, False, label)
    with link.here:
        target = calls.read_link(link.here.descriptor, link.name)
        hop = self._walked(link.here, target, False, label)
        with hop.here:
            return hop.place()
