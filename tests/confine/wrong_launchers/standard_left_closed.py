"""One of the standard three that is closed stays so, and the next file that the command opens gets its number."""

from __future__ import annotations

from tsr_impl.confinement import launch

CAUGHT_BY = "what_is_closed_is_the_null_device"


def apply() -> None:
    launch._open_standard = lambda: None
