"""A file that everybody may write is accepted where its directory is sticky.

How it comes about: the sticky bit makes an exception, and the exception stands in front of both questions.
"""

from __future__ import annotations

import stat
from typing import Any

from tsr_impl import permissions
from tsr_oracle.faults.patch import patch

SUBTLE = "everybody may write the file, and the directory that holds it is sticky"
ACCEPTED = frozenset({("bypass", "PERM-1")})


def apply() -> None:
    """Ask nothing in such a directory."""
    original = permissions.judge

    def judge(trail: permissions.Trail, place: str, file: Any, decides: str, strict: bool) -> None:
        if strict or not trail.steps[-1].directory.st_mode & stat.S_ISVTX:
            original(trail, place, file, decides, strict)

    patch(permissions, "judge", judge)
