"""At a second signal SIGKILL goes to each command, and not to the rest of its group.

How it comes about: in a hurry to end the children by their ids, which are those of their groups as well.
"""

from __future__ import annotations

import signal
from typing import Any

from tsr_impl import calls, children
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a command has started something that outlasts the SIGTERM, and a second signal comes"
ACCEPTED = frozenset({("leak", "INT-2"), ("leak", "TREE-G1")})


def apply() -> None:
    """Send SIGKILL to the children alone."""

    def kill(self: Any) -> None:
        for child in self.unreaped():
            try:
                calls.send(child.id, signal.SIGKILL, False)
            except OSError:
                continue
        self._take_foreground_from(self.unreaped())
        self.restore_terminal()

    patch(children.Children, "kill", kill)
