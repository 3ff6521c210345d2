"""The LC_CTYPE that Python sets for itself is passed on."""

from __future__ import annotations

from tsr_impl.confinement import launch

CAUGHT_BY = "the_environment_is_as_it_was"


def apply() -> None:
    launch._restore_locale = lambda: None
