"""A second signal ends the runner, and leaves what is still being torn down alive.

How it comes about: at once is taken to mean without doing anything.
"""

from __future__ import annotations

from tsr_impl import interrupts
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("leak", "INT-2")})
SUBTLE = "A second signal comes while something is torn down that does not heed the first."


def apply() -> None:
    """Exit, and no SIGKILL before it."""
    patch(interrupts, "before_exit", lambda action: None)
