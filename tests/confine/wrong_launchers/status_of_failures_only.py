"""Only failures are written to the status descriptor: silence is meant to say that all is well."""

from __future__ import annotations

from tsr_impl.confinement import launch

CAUGHT_BY = "what_is_not_found_is_127"


def apply() -> None:
    original = launch._tell
    launch._tell = lambda status, line: None if line == launch._CONFINED else original(status, line)
