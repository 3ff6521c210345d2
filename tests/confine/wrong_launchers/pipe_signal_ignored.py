"""The command inherits that Python ignores SIGPIPE, and writes on when nobody reads."""

from __future__ import annotations

from tsr_impl.confinement import launch

CAUGHT_BY = "signals_are_as_they_were"


class Signals:
    """`_signal`, with which nothing can be set."""

    SIGPIPE = SIGXFSZ = SIG_DFL = SIG_IGN = 0

    def signal(self, *words: object) -> None: ...


def apply() -> None:
    launch._signal = Signals()
