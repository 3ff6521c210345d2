"""A root that isn't there is made, as a directory, outside of every boundary."""

from __future__ import annotations

import os

import tsr_landlock

CAUGHT_BY = "a_root_that_is_missing_stops_it"


def apply() -> None:
    original = tsr_landlock.restrict

    def restrict(roots: list[str]) -> int:
        for root in roots:
            if root and not os.path.lexists(root) and os.path.isdir(os.path.dirname(root)):
                os.mkdir(root)
        return original(roots)

    tsr_landlock.restrict = restrict
