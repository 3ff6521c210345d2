"""With `--strict`, a directory that is passed on the way by a link, and holds nothing in the end, may be anybody's.

How it comes about: the path is made real first, and its directories are then judged one by one.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import permissions
from tsr_impl.places import is_within
from tsr_oracle.faults.patch import patch

SUBTLE = "only with `--strict`, where a link in the middle of a way lies in a directory that others may write"
ACCEPTED = frozenset({("bypass", "PERM-3")})


class _RealWay:
    """The steps of a trail whose directory holds the end, and those in last place."""

    def __init__(self, trail: Any) -> None:
        self._trail = trail

    def whole(self) -> list[Any]:
        steps = self._trail.whole()
        return [step for step in steps if step.last or is_within(steps[-1].path, step.path)]


def apply() -> None:
    """What does not hold the file in the end is not judged."""
    original: Any = permissions._judge_way

    def judge_way(trail: Any, decides: str) -> None:
        original(_RealWay(trail), decides)

    patch(permissions, "_judge_way", judge_way)
