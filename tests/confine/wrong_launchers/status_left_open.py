"""The command gets the status descriptor, and says on it what it likes."""

from __future__ import annotations

import os

from tsr_impl.confinement import launch

CAUGHT_BY = "it_never_has_the_status_descriptor"


def apply() -> None:
    launch._keep_to_itself = lambda status: os.set_inheritable(status, True)
