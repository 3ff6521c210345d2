"""With `--no-bail` an interrupt ends what runs, and the rest is run.

How it comes about: a program that a signal has ended has failed, and a failure is what the option passes over.
"""

from __future__ import annotations

import signal

from tsr_impl import interrupts
from tsr_impl.scheduler import _Run
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "INT-1")})
SUBTLE = "With `--no-bail` a signal comes, and something is still to be run."


def apply() -> None:
    """Hand the signal on, and go on where the run was."""
    original = _Run.until_over

    def until_over(self: _Run) -> None:
        try:
            original(self)
        except interrupts.Interrupted:
            if not self._admitted.asked.no_bail:
                raise
            for child in self._children.unreaped() if self._children else []:
                child.send(signal.SIGTERM)
            patch(_Run, "_startable_at_first", lambda self: [])
            original(self)

    patch(_Run, "until_over", until_over)
