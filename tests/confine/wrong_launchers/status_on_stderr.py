"""The status goes to standard error, beside the line with the marker, where a command can write the same."""

from __future__ import annotations

import os

from tsr_impl.confinement import launch

CAUGHT_BY = "a_root_that_is_missing_stops_it"


def apply() -> None:
    launch._tell = lambda status, line: os.write(2, line.encode() + b"\n")
