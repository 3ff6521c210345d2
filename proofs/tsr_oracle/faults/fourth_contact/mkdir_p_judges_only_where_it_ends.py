"""`mkdir -p` judges the directory that it was asked for, and none of those that it makes on the way.

How it comes about: the operand is judged like any other, and what is missing is then made by a helper that needs no
fence, since all of it lies above a place that was judged.
"""

from __future__ import annotations

from collections.abc import Iterator

from tsr_impl import fence
from tsr_impl.handles import Directory
from tsr_impl.places import Label, Place
from tsr_impl.roles import Entry
from tsr_oracle.faults.patch import patch

SUBTLE = "only where the way of a `mkdir -p` leads out, over something that is missing there, and back again"
ACCEPTED = frozenset(
    (kind, clause)
    for kind in ("escape", "divergence")
    for clause in ("FENCE-1", "FENCE-2", "FENCE-3", "FENCE-4", "FENCE-10", "FENCE-G1", "FENCE-G4", "BUILTIN-12")
)


class _Anywhere(fence.Fence):
    """A fence that lets everything pass."""

    __slots__ = ()

    def _judge(self, place: Place, label: Label, is_directory: bool) -> None:
        """Nothing to be judged."""


def apply() -> None:
    """The end is judged, and the rest is made without bounds."""
    original = fence.Fence.new_directories

    def new_directories(self: fence.Fence, start: Directory, operand: str) -> Iterator[Entry]:
        self.content(start, operand).close()
        return original(_Anywhere(self.root, []), start, operand)

    patch(fence.Fence, "new_directories", new_directories)
