"""`rm -r a/b/../` and `rm -r a/./` empty the directory: dots are refused only where nothing follows them.

How it comes about: the last component is what stands behind the last slash, and behind a trailing one stands nothing.
"""

from __future__ import annotations

from tsr_impl.builtins import Call, mv, rm
from tsr_impl.builtins.removal import holds_root
from tsr_impl.places import Fault, Label
from tsr_impl.roles import Entry
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a name ends in dots and a slash, and is not the workspace root"
ACCEPTED = frozenset(
    (kind, clause)
    for kind in ("loss", "divergence")
    for clause in ("FENCE-11", "FENCE-12", "FENCE-16", "FENCE-G3", "BUILTIN-4")
)


def apply() -> None:
    """The check without the `rstrip`."""
    patch(rm, "removable", _removable)
    patch(mv, "removable", _removable)


def _removable(call: Call, operand: str) -> Entry:
    if operand.rpartition("/")[2] in (".", ".."):
        raise Fault(Label(operand), "a name that ends in '.' or '..' is never removed")
    entry = call.entry(operand)
    if call.fence.holds_root(entry.place):
        entry.close()
        raise holds_root(entry.label)
    return entry
