"""A program that ends with 130 ends the run: no operator, and no `--no-bail`, goes on behind it.

How it comes about: a program that Ctrl-C has ended says 130, and who has pressed it wants the run to end as well.
"""

from __future__ import annotations

from collections.abc import Generator

from tsr_impl import scheduler, sequence
from tsr_impl.units import Step
from tsr_oracle.faults.patch import patch

SUBTLE = "only where something would run behind a program that ends with just that code"
ACCEPTED = frozenset({("divergence", "EXIT-2"), ("divergence", "SHELL-9"), ("divergence", "GRAPH-11")})
_INTERRUPTED = 130


def apply() -> None:
    """Go no further behind that code."""
    commands, took = sequence.commands, scheduler._Run._took

    def up_to_interrupt(steps: list[Step]) -> Generator[Step, int, int]:
        following = commands(steps)
        try:
            status = yield next(following)
            while status != _INTERRUPTED:
                status = yield following.send(status)
        except StopIteration as over:
            return int(over.value)
        return status

    def halting(self: scheduler._Run, progress: scheduler._Progress, status: int) -> bool:
        over = took(self, progress, status)
        self._halted = self._halted or status == _INTERRUPTED
        return over

    patch(sequence, "commands", up_to_interrupt)
    patch(scheduler._Run, "_took", halting)
