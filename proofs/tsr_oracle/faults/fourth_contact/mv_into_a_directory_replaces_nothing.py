"""`mv` into a directory fails where something of that base name is there, and replaces it nowhere but by its own name.

How it comes about: it was modelled on `shutil.move`, which says that the destination path already exists.
"""

from __future__ import annotations

import errno
import os

from tsr_impl.builtins import Call, mv
from tsr_impl.builtins.destination import Destination
from tsr_impl.places import MISSING, Fault
from tsr_impl.roles import Entry
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset(
    (kind, clause) for kind in ("stricter", "divergence") for clause in ("BUILTIN-10", "FENCE-4", "FENCE-7")
)


def apply() -> None:
    """What is in the directory stays."""
    original = mv._replaceable

    def replaceable(call: Call, operand: str, destination: Destination) -> Entry:
        target = original(call, operand, destination)
        if destination.is_directory and target.name and not target.broken and target.kind() != MISSING:
            target.close()
            raise Fault(target.label, os.strerror(errno.EEXIST), errno.EEXIST)
        return target

    patch(mv, "_replaceable", replaceable)
