"""The right to cut is not taken away: it came with ABI 3, and the list is that of ABI 1 and 2."""

from __future__ import annotations

from tsr_landlock import rights

CAUGHT_BY = "nothing_changes_outside"
TAKES_ABI = 3


def apply() -> None:
    rights._WRITE_CLASS_SINCE = rights._WRITE_CLASS_SINCE[:2]
