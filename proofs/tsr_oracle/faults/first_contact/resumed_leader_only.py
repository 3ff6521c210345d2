"""In a tear-down SIGCONT goes to the leader of a group only, so that others that are stopped hear no SIGTERM.

How it comes about: it is the child that was started which is known to stop, and that the runner is told about.
"""

from __future__ import annotations

import signal

from tsr_impl import calls, children
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a process that is stopped, and not the leader, has something to do at SIGTERM"
ACCEPTED = frozenset({("divergence", "TREE-2"), ("divergence", "INT-5")})


def apply() -> None:
    """Continue the child itself."""
    send = children.Child.send

    def to_leader(self: children.Child, number: int) -> None:
        if number != signal.SIGCONT:
            return send(self, number)
        try:
            calls.send(self.id, number, group=False)
        except OSError:
            return

    patch(children.Child, "send", to_leader)
