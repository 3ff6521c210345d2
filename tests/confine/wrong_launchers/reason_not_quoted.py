"""The reason is put into the line of JSON as it is."""

from __future__ import annotations

from tsr_impl.confinement import launch

CAUGHT_BY = "a_name_cannot_forge_a_line"


def apply() -> None:
    original = launch._tell
    launch._tell = lambda status, line: original(status, line.replace('\\"', '"').replace("\\\\", "\\"))
