"""A root is a string: what begins with it is beneath it."""

from __future__ import annotations

import glob

import tsr_landlock

CAUGHT_BY = "a_longer_name_is_no_root"


def apply() -> None:
    original = tsr_landlock.restrict

    def restrict(roots: list[str]) -> int:
        return original([path for root in roots for path in glob.glob(glob.escape(root) + "*")])

    tsr_landlock.restrict = restrict
