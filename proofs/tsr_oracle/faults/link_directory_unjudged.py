"""The directory of a link's target is not judged.

How it comes about: the directory is the one of the name, and what the name leads to is only opened.
"""

from __future__ import annotations

from tsr_impl import permissions
from tsr_oracle.faults.patch import patch

SUBTLE = "a config is a link, and everybody may write the directory that it leads to"
ACCEPTED = frozenset({("bypass", "PERM-2")})


def apply() -> None:
    """Judge the first of the directories."""
    original = permissions._judge_doors
    patch(permissions, "_judge_doors", lambda doors, decides: original(doors[:1], decides))
