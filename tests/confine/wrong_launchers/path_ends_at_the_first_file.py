"""The search in PATH ends at the first file of that name, though it can't be executed."""

from __future__ import annotations

import os

from tsr_impl.confinement import launch

CAUGHT_BY = "the_path_is_searched_as_execvp_does"


def apply() -> None:
    original = launch._candidates
    launch._candidates = lambda program: [path for path in original(program) if os.path.isfile(path)][:1]
