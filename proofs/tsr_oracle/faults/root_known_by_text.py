"""`rm -r` and `mv` know the workspace root by its path alone: by way of a link it can be taken away.

How it comes about: the operand is joined to the working directory, tidied up, and compared with the root.
"""

from __future__ import annotations

import os
from typing import Any

from tsr_impl.builtins import mv, removal, rm
from tsr_impl.fence import Fence
from tsr_impl.places import is_within
from tsr_oracle.faults.patch import patch

SUBTLE = "the operand is the root, and its path goes through a link"
ACCEPTED = frozenset({("loss", "FENCE-11"), ("escape", "FENCE-11")})


def apply() -> None:
    """Compare the text."""
    holds_root, removable = Fence.holds_root, removal.removable

    def removable_by_text(call: Any, operand: str) -> Any:
        text = os.path.normpath(os.path.join(call.directory.place.path(), operand))
        root = call.fence.root.place.path()
        patch(Fence, "holds_root", lambda self, place: holds_root(self, place) and is_within(root, text))
        try:
            return removable(call, operand)
        finally:
            patch(Fence, "holds_root", holds_root)

    patch(rm, "removable", removable_by_text)
    patch(mv, "removable", removable_by_text)
