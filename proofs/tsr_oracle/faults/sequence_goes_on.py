"""A program that was ended by an interrupt is followed by the next one of its sequence, if the operator says so.

How it comes about: the signal is passed on to the program, and its status then goes the way of any other.
"""

from __future__ import annotations

import signal

from tsr_impl import interrupts
from tsr_impl.scheduler import _Run
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "INT-1"), ("divergence", "TREE-4")})
SUBTLE = "A signal comes, and the operator behind the program that it ends would have the next one run."


def apply() -> None:
    """Start no other task, and go on with those that run."""
    original = _Run.until_over

    def until_over(self: _Run) -> None:
        try:
            original(self)
        except interrupts.Interrupted:
            for child in self._children.unreaped() if self._children else []:
                child.send(signal.SIGTERM)
            patch(_Run, "_queue", lambda self, tasks: None)
            original(self)

    patch(_Run, "until_over", until_over)
