"""What the launcher was started with is passed on: a file outside that is open for writing, too."""

from __future__ import annotations

from tsr_impl.confinement import launch

CAUGHT_BY = "it_has_the_standard_three_only"


def apply() -> None:
    launch._close_others = lambda status: None
