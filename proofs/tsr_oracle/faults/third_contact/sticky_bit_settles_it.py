"""A file that everybody may write is accepted where its directory has the sticky bit.

How it comes about: "in a sticky directory only the owner can replace a file" is taken for the end of the question.
"""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from tsr_impl import permissions
from tsr_oracle.faults.patch import patch

if TYPE_CHECKING:
    import os

    from tsr_impl.permissions import Trail

SUBTLE = "only where everybody may write a config and it lies in a directory with the sticky bit"
ACCEPTED = frozenset({("bypass", "PERM-1"), ("bypass", "PERM-2"), ("bypass", "PERM-G1"), ("divergence", "PERM-1")})


def apply() -> None:
    """Don't look at the file itself in such a directory."""
    original = permissions.judge

    def judge(trail: Trail, place: str, file: os.stat_result, decides: str, strict: bool) -> None:
        doors = [step for step in trail.steps if step.last]
        if doors and doors[-1].directory.st_mode & stat.S_ISVTX and not strict:
            permissions._judge_doors(doors, decides)
        else:
            original(trail, place, file, decides, strict)

    patch(permissions, "judge", judge)
