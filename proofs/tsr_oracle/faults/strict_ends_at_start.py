"""`--strict` looks at no directory above the workspace.

How it comes about: what lies above was there before the workspace, and is taken to be in order.
"""

from __future__ import annotations

from tsr_impl.permissions import Trail
from tsr_oracle.faults.patch import patch

SUBTLE = "`--strict` is typed, and what others can write is a directory above that of the config"
ACCEPTED = frozenset({("bypass", "PERM-3")})


def apply() -> None:
    """Keep to what the walk saw."""
    patch(Trail, "whole", lambda self: self.steps)
