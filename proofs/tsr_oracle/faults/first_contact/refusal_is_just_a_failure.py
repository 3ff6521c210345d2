"""With `--no-bail` the run goes on after a unit in which the runner itself could not go on.

How it comes about: such a unit is one that failed with 64, and `--no-bail` runs everything else after a failure.
"""

from __future__ import annotations

from tsr_impl import report, scheduler
from tsr_oracle.faults.patch import patch

SUBTLE = "only where --no-bail meets a program that is not found, or a task that is refused when it starts"
ACCEPTED = frozenset(
    {
        ("divergence", "GRAPH-11"),
        ("divergence", "EXIT-4"),
        ("divergence", "TREE-4"),
        ("bypass", "GRAPH-11"),
        ("bypass", "EXIT-4"),
        ("bypass", "ENV-7"),
    }
)


def apply() -> None:
    """Say it, count it as a failure, and go on."""
    put_off_or_fail = scheduler._Run._put_off_or_fail

    def fail(self: scheduler._Run, progress: scheduler._Progress, error: Exception, others_ran: bool) -> None:
        if not self._admitted.asked.no_bail or report.is_scarcity(error):
            return put_off_or_fail(self, progress, error, others_ran)
        report.stopped(report.in_task(error, progress.unit.label))
        self.failure = self.failure or report.RUNNER_LEVEL
        self._end(progress, f"exit {report.RUNNER_LEVEL}")
        self._done(progress)

    patch(scheduler._Run, "_put_off_or_fail", fail)
