"""`mv` of a directory to where one of its name is takes that one away, with all that is in it.

How it comes about: the rename fails because the place is taken, so the place is cleared and the rename tried again.
"""

from __future__ import annotations

import errno
from typing import Any

from tsr_impl.builtins.removal import remove_tree
from tsr_impl.places import Fault
from tsr_impl.roles import Entry
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("loss", "BUILTIN-10")})


def apply() -> None:
    """Clear the place."""
    original = Entry.rename

    def rename(self: Entry, target: Entry) -> bool:
        try:
            return original(self, target)
        except Fault as fault:
            if fault.number not in (errno.ENOTEMPTY, errno.EEXIST):
                raise
            remove_tree(target, _ignored)
            return original(self, target)

    patch(Entry, "rename", rename)


def _ignored(fault: Any) -> None:
    """What can't be removed makes the second rename fail."""
