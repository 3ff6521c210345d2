"""What can be made and written is thought of; to remove is not."""

from __future__ import annotations

from tsr_landlock import rights

CAUGHT_BY = "nothing_changes_outside"


def apply() -> None:
    rights._WRITE_CLASS_SINCE = tuple((since, right & ~rights._REMOVE) for since, right in rights._WRITE_CLASS_SINCE)
