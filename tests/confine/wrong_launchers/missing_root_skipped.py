"""A root that isn't there is passed over: the command runs, with less than it was promised."""

from __future__ import annotations

import os

import tsr_landlock

CAUGHT_BY = "a_root_that_is_missing_stops_it"


def apply() -> None:
    original = tsr_landlock.restrict
    tsr_landlock.restrict = lambda roots: original([root for root in roots if os.path.exists(root)])
