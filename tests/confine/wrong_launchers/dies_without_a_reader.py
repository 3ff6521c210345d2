"""SIGPIPE gets its default back too early: a status that nobody reads kills the launcher."""

from __future__ import annotations

import signal

from tsr_impl.confinement import launch

CAUGHT_BY = "a_status_without_a_reader_changes_nothing"


def apply() -> None:
    original = launch._tell

    def tell(status: int | None, line: str) -> None:
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        original(status, line)

    launch._tell = tell
