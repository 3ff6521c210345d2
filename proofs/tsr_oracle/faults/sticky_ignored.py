"""A world-writable directory is refused also when it is sticky.

How it comes about: one bit is asked for, and the sticky one is not known to matter.
"""

from __future__ import annotations

import stat

from tsr_impl import permissions
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("stricter", "PERM-1")})


def apply() -> None:
    """Look at one bit."""
    patch(permissions, "_is_open_to_anybody", lambda directory: bool(directory.st_mode & stat.S_IWOTH))
