"""`rm -r link/` empties what the link leads to.

How it comes about: with a slash behind it the system itself says that there is a directory, so it is gone through.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import removal, rm
from tsr_impl.roles import Entry
from tsr_oracle.faults.patch import patch

SUBTLE = "the operand is a link to a directory, and a slash stands behind it"
ACCEPTED = frozenset({("loss", "FENCE-16")})


def apply() -> None:
    """Follow a link with a slash behind it."""
    original = removal.removable

    def removable(call: Any, operand: str) -> Entry:
        entry = original(call, operand)
        if not entry.slash:
            return entry
        entry.close()
        found = call.content(operand)
        parent, name = (found.directory, found.name) if found.name else (found.directory.above(), found.place.name)
        return Entry(parent, name, found.place, found.label, found.broken)

    patch(rm, "removable", removable)
