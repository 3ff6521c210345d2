"""With `--strict`, of a file that is missing behind a link only the way to the link is judged.

How it comes about: a link that dangles counts as a name that is missing, and that name stands where the link does.
"""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from tsr_impl import permissions
from tsr_oracle.faults.patch import patch

if TYPE_CHECKING:
    from tsr_impl.permissions import Step, Trail

SUBTLE = "only with `--strict`, where a link dangles and others could make what it leads to"
ACCEPTED = frozenset({("bypass", "PERM-3"), ("bypass", "PERM-2"), ("bypass", "PERM-G1"), ("bypass", "CLI-14")})


def apply() -> None:
    """Forget what was seen behind the link."""
    original = permissions.judge_missing

    def judge_missing(trail: Trail, decides: str) -> None:
        links = [number for number, step in enumerate(trail.steps) if _is_link_in_last_place(step)]
        if links:
            trail.steps = trail.steps[: links[0] + 1]
        original(trail, decides)

    patch(permissions, "judge_missing", judge_missing)


def _is_link_in_last_place(step: Step) -> bool:
    return step.last and step.entry is not None and stat.S_ISLNK(step.entry.st_mode)
