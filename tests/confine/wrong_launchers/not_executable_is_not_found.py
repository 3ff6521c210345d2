"""Whatever stops the command from being executed, it wasn't found."""

from __future__ import annotations

from tsr_impl.confinement import launch

CAUGHT_BY = "what_cannot_be_executed_is_126"


def apply() -> None:
    launch.NOT_EXECUTABLE = launch.NOT_FOUND
