"""SIGTERM goes to the whole group, but SIGKILL to its leader alone.

How it comes about: the usual `child.kill()` stands at the end of a tear-down that began with `killpg`.
"""

from __future__ import annotations

import signal

from tsr_impl import calls, children
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a process that is not the leader outlives SIGTERM, or a second signal comes"
ACCEPTED = frozenset({("leak", "TREE-2"), ("leak", "TREE-5"), ("leak", "TREE-G1"), ("leak", "INT-2")})


def apply() -> None:
    """Kill the child itself."""
    send = children.Child.send

    def to_leader(self: children.Child, number: int) -> None:
        if number != signal.SIGKILL:
            return send(self, number)
        try:
            calls.send(self.id, number, group=False)
        except OSError:
            return

    patch(children.Child, "send", to_leader)
