"""`mkdir -p` judges where its operand ends, and makes whatever is missing on the way, wherever that is.

How it comes about: `makedirs` is called once the operand has been checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tsr_impl import fence
from tsr_impl.places import Label
from tsr_oracle.faults.patch import patch
from tsr_oracle.faults.unjudged import unjudged

SUBTLE = "a path ends inside, and goes through a directory outside that is missing"
ACCEPTED = frozenset({("escape", "BUILTIN-12"), ("escape", "FENCE-4"), ("escape", "FENCE-3")})


def apply() -> None:
    """Judge the end only."""
    original = fence.Fence._make_down

    def new_directories(self: Any, start: Any, operand: str) -> Iterator[Any]:
        label = Label(operand)
        walk, _ = self._judged(start, operand, True, label)
        walk.here.close()
        with unjudged():
            yield from original(self, start, operand, label)

    patch(fence.Fence, "new_directories", new_directories)
