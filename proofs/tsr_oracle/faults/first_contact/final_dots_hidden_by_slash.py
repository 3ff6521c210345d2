"""`rm` and `mv` don't see that a name ends in `.` or `..` when a slash follows.

How it comes about: the last component is what stands behind the last slash, and that is nothing here.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import mv, removal, rm
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a slash stands behind the dots, and the directory is not the root"
ACCEPTED = frozenset({("loss", "FENCE-11"), ("divergence", "FENCE-11"), ("loss", "FENCE-G3")})


def apply() -> None:
    """Look for the dots without taking slashes off first."""
    right = removal.removable

    def removable(call: Any, operand: str) -> Any:
        if operand.rpartition("/")[2] in (".", ".."):
            return right(call, operand)
        entry = call.entry(operand)
        if call.fence.holds_root(entry.place):
            entry.close()
            raise removal.holds_root(entry.label)
        return entry

    patch(rm, "removable", removable)
    patch(mv, "removable", removable)
