"""`rm` of a link removes what the link leads to.

How it comes about: the operand is resolved first, for the check, and the resolved path is what is removed.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import removal, rm
from tsr_impl.roles import Entry
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("loss", "FENCE-5"), ("loss", "FENCE-G3")})


def apply() -> None:
    """Remove where the walk lands."""
    original = removal.removable

    def removable(call: Any, operand: str) -> Entry:
        entry = original(call, operand)
        if entry.kind() != "link":
            return entry
        entry.close()
        found = call.content(operand)
        return Entry(found.directory, found.name, found.place, found.label, found.broken, found.slash)

    patch(rm, "removable", removable)
