"""With `--strict` the sticky bit is taken to keep others from making a file that is missing.

How it comes about: the bit is what makes a directory that everybody may write harmless, or so it is said.
"""

from __future__ import annotations

import stat

from tsr_impl import permissions
from tsr_oracle.faults.patch import patch

SUBTLE = "a file of variables is missing, and the directory that it would be in is sticky"
ACCEPTED = frozenset({("bypass", "PERM-3")})


def apply() -> None:
    """Let the bit do where there is nothing."""
    original = permissions._is_sticky_for

    def is_sticky_for(step: permissions.Step) -> bool:
        return original(step) or (step.entry is None and bool(step.directory.st_mode & stat.S_ISVTX))

    patch(permissions, "_is_sticky_for", is_sticky_for)
