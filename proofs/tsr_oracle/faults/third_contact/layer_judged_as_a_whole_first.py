"""`PATH` is judged with what the lower layers hold, not with what stands before it in its own.

How it comes about: a layer is judged in one pass, and merged in a second one when all of it has been accepted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsr_impl import layers
from tsr_oracle.faults.patch import patch

if TYPE_CHECKING:
    from tsr_impl.layers import Layers
    from tsr_impl.variables import Merger, Source

SUBTLE = "only where `PATH` refers to a variable that its own layer sets before it"
ACCEPTED = frozenset(
    {("bypass", "PATH-2"), ("stricter", "PATH-2"), ("bypass", "PATH-3"), ("stricter", "PATH-3"), ("stricter", "ENV-11")}
)


def apply() -> None:
    """Judge all of a source, then merge it."""

    def merge(self: Layers, merger: Merger, sources: list[Source]) -> None:
        for source in sources:
            if not self._allow_all:
                for assignment in source.assignments:
                    self._judge(source, assignment, merger)
            for assignment in source.assignments:
                merger.set(source, assignment)

    patch(layers.Layers, "_merge", merge)
