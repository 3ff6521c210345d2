"""The launcher stays, waits for the command, and makes a number of how that ended."""

from __future__ import annotations

import os

from tsr_impl.confinement import launch

CAUGHT_BY = "the_signal_is_its_own"


def apply() -> None:
    original = launch._execute

    def execute(words: list[str]) -> int:
        child = os.fork()
        if not child:
            os._exit(original(words))
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        return 128 - ended if ended < 0 else ended

    launch._execute = execute
