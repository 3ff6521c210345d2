"""Files are read again when a task starts, and their assignments not judged again.

How it comes about: reading and judging are two steps, and only the first is thought of when the task starts.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.config import Task
from tsr_impl.guards import _Judge
from tsr_impl.layers import Layers
from tsr_oracle.faults.patch import leave_out, patch

SUBTLE = "a command writes a file of variables, and a task behind it reads that"
ACCEPTED = frozenset({("bypass", "ENV-7"), ("divergence", "ENV-7")})


def apply() -> None:
    """Leave out the judging once the load is over."""
    original = _Judge.environments

    def environments(self: _Judge, tasks: list[Task], again: bool) -> Any:
        if again:
            leave_out(Layers, "_judge", lambda *_: True)
        return original(self, tasks, again)

    patch(_Judge, "environments", environments)
