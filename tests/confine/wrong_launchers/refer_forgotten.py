"""The right to rename into another directory is not handled, so that nobody can be granted it."""

from __future__ import annotations

from tsr_landlock import rights

CAUGHT_BY = "everything_works_inside"
TAKES_ABI = 2


def apply() -> None:
    rights._WRITE_CLASS_SINCE = (rights._WRITE_CLASS_SINCE[0], rights._WRITE_CLASS_SINCE[2])
