"""`mv` refuses to replace a link that leads out of the bounds, although nothing behind it would be touched.

How it comes about: a destination is written to, so it is judged as for `cp`, by where it leads.
"""

from __future__ import annotations

from tsr_impl.builtins import Call, mv
from tsr_impl.builtins.destination import Destination
from tsr_impl.roles import Entry
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset(
    (kind, clause)
    for kind in ("stricter", "divergence")
    for clause in ("FENCE-2", "FENCE-4", "FENCE-7", "FENCE-22", "FENCE-G2", "BUILTIN-10")
)


def apply() -> None:
    """The end of the link is judged as well."""
    original = mv._replaceable

    def replaceable(call: Call, operand: str, destination: Destination) -> Entry:
        destination.content(operand).close()
        return original(call, operand, destination)

    patch(mv, "_replaceable", replaceable)
