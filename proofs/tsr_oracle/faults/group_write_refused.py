"""What a group may write is refused, like what anybody may write.

How it comes about: the mask is 022, as it is for a umask.
"""

from __future__ import annotations

import stat

from tsr_impl import permissions
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("stricter", "PERM-1")})


def apply() -> None:
    """Ask for both bits."""
    patch(permissions, "_ANYBODY", stat.S_IWGRP | stat.S_IWOTH)
