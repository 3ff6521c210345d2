"""With `--no-bail` a program that can't be found is a failure like any other, and the rest is run.

How it comes about: every error of a task is caught in one place, and 64 is its status.
"""

from __future__ import annotations

from tsr_impl import report
from tsr_impl.scheduler import _Progress, _Run
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-11"), ("divergence", "EXIT-4")})
SUBTLE = "With `--no-bail` a program can't be found, and something is still to be run."


def apply() -> None:
    """Say it, and go on."""
    original = _Run._go_on

    def go_on(self: _Run, progress: _Progress) -> None:
        try:
            original(self, progress)
        except report.Stop as stop:
            if not self._admitted.asked.no_bail:
                raise
            report.stopped(stop)
            self.failure = self.failure or report.RUNNER_LEVEL
            self._end(progress, f"exit {report.RUNNER_LEVEL}")
            self._done(progress)

    patch(_Run, "_go_on", go_on)
