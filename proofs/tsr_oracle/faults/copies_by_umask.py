"""A copy has the permission bits of its source without those of the umask.

How it comes about: the mode is handed to the call that makes the file, and the system takes the umask away.
"""

from __future__ import annotations

import os
from typing import Any

from tsr_impl.handles import NewFile
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "BUILTIN-9")})


def apply() -> None:
    """Take it away as the mode is set."""
    original = NewFile.set_mode

    def set_mode(self: Any, mode: int) -> None:
        mask = os.umask(0o077)
        os.umask(mask)
        original(self, mode & ~mask)

    patch(NewFile, "set_mode", set_mode)
