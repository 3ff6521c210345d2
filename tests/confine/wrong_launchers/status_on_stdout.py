"""The status goes to standard output, where whoever starts this can't tell it from the command's."""

from __future__ import annotations

from tsr_impl.confinement import launch

CAUGHT_BY = "it_never_has_the_status_descriptor"


def apply() -> None:
    launch._tell = lambda status, line: print(line, flush=True)
