"""A regular file that is a root grants the directory that it lies in."""

from __future__ import annotations

import os

import tsr_landlock

CAUGHT_BY = "a_file_is_a_root_of_itself"


def apply() -> None:
    original = tsr_landlock.restrict
    tsr_landlock.restrict = lambda roots: original([os.path.dirname(r) if os.path.isfile(r) else r for r in roots])
