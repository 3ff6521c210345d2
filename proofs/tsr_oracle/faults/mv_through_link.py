"""`mv` onto a link to a file replaces that file, and the link stays.

How it comes about: the destination is resolved for the check, and the resolved path is what is renamed to.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import mv
from tsr_impl.roles import Entry
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("loss", "FENCE-7")})


def apply() -> None:
    """Move to where the walk lands."""
    original = mv._replaceable

    def replaceable(call: Any, operand: str, destination: Any) -> Entry:
        entry = original(call, operand, destination)
        if entry.kind() != "link":
            return entry
        entry.close()
        found = call.content(destination._operand_for(operand))
        return Entry(found.directory, found.name, found.place, found.label, found.broken, found.slash)

    patch(mv, "_replaceable", replaceable)
