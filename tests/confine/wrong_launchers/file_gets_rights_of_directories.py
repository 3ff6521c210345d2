"""A regular file is granted what only a directory can have, which the kernel refuses."""

from __future__ import annotations

from tsr_landlock import rights

CAUGHT_BY = "a_file_is_a_root_of_itself"


def apply() -> None:
    rights.for_file = lambda granted: granted
