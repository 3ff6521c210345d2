"""An `env_file` outside the workspace, where `allow_paths` admits it, may be writable by everybody.

How it comes about: modes are looked at in the workspace only, as the author of the config vouches for what is admitted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsr_impl import permissions
from tsr_impl.places import is_within
from tsr_oracle.faults.patch import patch

if TYPE_CHECKING:
    import os

    from tsr_impl.permissions import Trail

SUBTLE = "only where a file of variables lies in an allowed place outside and everybody may write it or its directory"
ACCEPTED = frozenset(
    {
        *(("bypass", f"PERM-{number}") for number in (1, 2, 3)),
        ("bypass", "PERM-G1"),
        ("bypass", "TIER-G1"),
        ("bypass", "TIER-2"),
        ("bypass", "TIER-4"),
        ("bypass", "ENV-7"),
    }
)


def apply() -> None:
    """Judge no file of variables that lies outside the root."""
    original = permissions.judge

    def judge(trail: Trail, place: str, file: os.stat_result, decides: str, strict: bool) -> None:
        root = trail._start.place.path()
        if decides != permissions.ENVIRONMENT or is_within(place, root):
            original(trail, place, file, decides, strict)

    patch(permissions, "judge", judge)
