"""After a SIGINT a child that shares the runner's group gets SIGTERM at once, in the midst of its answer to Ctrl-C.

How it comes about: every tear-down begins with SIGTERM.
"""

from __future__ import annotations

from tsr_impl.teardown import TearDown
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "INT-5")})
SUBTLE = "SIGINT comes to a lone program at a terminal, which needs its time to clean up."


def apply() -> None:
    """Nobody has been forewarned."""
    original = TearDown.__init__
    patch(TearDown, "__init__", lambda self, children, forewarned=False: original(self, children))
