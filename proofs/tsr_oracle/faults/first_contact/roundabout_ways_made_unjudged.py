"""`mkdir -p` judges where its operand ends, and then makes what is missing on the way there, outside too.

How it comes about: "judged is the end of the walk alone" was read as if it went for what is made on the way.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import fence
from tsr_impl.places import Label
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a name leaves the bounds over something missing, and comes back"
ACCEPTED = frozenset(
    {
        ("escape", "FENCE-4"),
        ("escape", "FENCE-3"),
        ("escape", "FENCE-2"),
        ("escape", "FENCE-1"),
        ("escape", "FENCE-G1"),
        ("escape", "BUILTIN-12"),
    }
)


class _Unjudged(fence.Fence):
    """One that lets everything pass."""

    __slots__ = ()

    def _judge(self, place: Any, label: Any, is_directory: bool) -> None:
        return


def apply() -> None:
    """Judge the end only."""

    def new_directories(self: Any, start: Any, operand: str) -> Any:
        label = Label(operand)
        walk, _ = self._judged(start, operand, True, label)
        walk.here.close()
        return _Unjudged(self.root, [])._make_down(start, operand, label)

    patch(fence.Fence, "new_directories", new_directories)
