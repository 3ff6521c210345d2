"""A dep that fails does not end the run.

How it comes about: all that was asked for is run, and the failures are added up in the end.
"""

from __future__ import annotations

from tsr_impl import sequence
from tsr_impl.guards import Admission
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-5")})


def apply() -> None:
    """Run all, then say how it went."""

    def run(admitted: Admission) -> int:
        statuses = [sequence._run(admitted.start(task), admitted) for task in admitted.tasks]
        return next(filter(None, statuses), 0)

    patch(sequence, "run", run)
