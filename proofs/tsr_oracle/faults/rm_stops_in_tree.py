"""`rm -r` of a tree stops at the first entry that can't be removed.

How it comes about: the removal of the tree is one call, and the first error ends it.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins.removal import _Removal
from tsr_impl.places import Fault
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "BUILTIN-5")})


def apply() -> None:
    """Let the fault end it."""

    def keep(self: Any, fault: Fault) -> None:
        raise fault

    patch(_Removal, "_keep", keep)
