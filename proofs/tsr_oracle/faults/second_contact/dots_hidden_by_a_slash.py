"""`rm -r x/./` and `rm -r x/../` empty the directory, where a name that ends in a dot has to be refused.

How it comes about: the end of the operand is compared with `/.` and `/..` as it is typed, and a slash behind it hides
the dots.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import mv, rm
from tsr_impl.builtins.removal import holds_root
from tsr_impl.places import Fault, Label
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a slash stands behind the dots, and the directory does not hold the workspace"
ACCEPTED = frozenset({("loss", "FENCE-11")})


def apply() -> None:
    """The end of the operand is looked at without taking slashes off."""

    def removable(call: Any, operand: str) -> Any:
        if operand in (".", "..") or operand.endswith(("/.", "/..")):
            raise Fault(Label(operand), "a name that ends in '.' or '..' is never removed")
        entry = call.entry(operand)
        if call.fence.holds_root(entry.place):
            entry.close()
            raise holds_root(entry.label)
        return entry

    for module in (rm, mv):
        patch(module, "removable", removable)
