"""Only the named task's own variables are judged, not those of its deps.

How it comes about: the guard is called with the task of the command line, before its deps are looked up.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.layers import Layers
from tsr_oracle.faults.patch import leave_out, patch

ACCEPTED = frozenset({("bypass", "ENV-4"), ("bypass", "ENV-1")})


def apply() -> None:
    """Leave out what a dep sets."""
    original = Layers.__init__

    def init(self: Layers, config: Any, tasks: Any, asked: Any, reader: Any) -> None:
        original(self, config, tasks, asked, reader)
        of_deps = [source for task, own in self._own.items() if task != asked.first for source in own]
        leave_out(Layers, "_judge", lambda self, source, *_: source in of_deps)

    patch(Layers, "__init__", init)
