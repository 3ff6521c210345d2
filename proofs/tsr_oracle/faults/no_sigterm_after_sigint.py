"""A child that shares the runner's group is killed when the grace after SIGINT is over.

How it comes about: it has had its signal, and a second one seems to be one too many.
"""

from __future__ import annotations

import signal

from tsr_impl.teardown import _DEATH, TearDown
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "INT-5")})
LIMIT = 8.0
"""The right runner waits out a grace."""
SUBTLE = "SIGINT comes to the runner of a lone program at a terminal, which does nothing until it gets SIGTERM."


def apply() -> None:
    """Go from the first grace to SIGKILL."""
    make = TearDown.__init__

    def begin(self: TearDown, children: list[object], forewarned: bool = False) -> None:
        make(self, children, forewarned)  # type: ignore[arg-type]
        if forewarned:
            self._ladder = [(signal.SIGKILL, _DEATH)]

    patch(TearDown, "__init__", begin)
