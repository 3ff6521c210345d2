"""The directory that holds the file is not judged.

How it comes about: who may write a file is thought to be said by the mode of the file alone.
"""

from __future__ import annotations

from tsr_impl import permissions
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "PERM-1")})


def apply() -> None:
    """Judge no directory."""
    patch(permissions, "_judge_doors", lambda doors, decides: None)
