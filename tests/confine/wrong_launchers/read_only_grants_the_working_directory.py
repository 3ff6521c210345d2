"""Where no root is named the working directory is taken for one, as `tsr-confine run` would."""

from __future__ import annotations

import tsr_landlock

CAUGHT_BY = "read_only_changes_nothing"


def apply() -> None:
    original = tsr_landlock.restrict
    tsr_landlock.restrict = lambda roots: original(roots or ["."])
