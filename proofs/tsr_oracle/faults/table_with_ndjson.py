"""A run with a failure ends with its table for people, with `--reporter ndjson` too.

How it comes about: lines for programs were added to what there was.
"""

from __future__ import annotations

from tsr_impl import scheduler
from tsr_impl.guards import Admission
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "EVENT-1")})
SUBTLE = "A task fails, and the reporter is `ndjson`."


def apply() -> None:
    """Take every run for one that people look at."""
    original = scheduler.run

    def run(admitted: Admission) -> int:
        admitted.asked.reporter = "human"
        return original(admitted)

    patch(scheduler, "run", run)
