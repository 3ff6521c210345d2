"""A failure shows in the exit code alone, which a command can have as well."""

from __future__ import annotations

from tsr_impl.confinement import launch

CAUGHT_BY = "a_root_that_is_missing_stops_it"


def apply() -> None:
    launch.say = lambda sentence: None
