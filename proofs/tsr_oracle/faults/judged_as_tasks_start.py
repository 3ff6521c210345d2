"""The variables of a task are judged when it starts, and its deps have run by then.

How it comes about: an environment is put together when a task needs it, and judged as it is put together.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.config import Task
from tsr_impl.guards import _Judge
from tsr_impl.layers import Layers
from tsr_oracle.faults.patch import leave_out, patch

SUBTLE = "a task sets a guarded variable, and it has a dep with a command"
ACCEPTED = frozenset({("bypass", "ENV-6")})


def apply() -> None:
    """Judge the first of the tasks at load, and the others later."""
    original = _Judge.environments

    def environments(self: _Judge, tasks: list[Task], again: bool) -> Any:
        judge, first = Layers._judge, original(self, tasks[:1], again)
        if len(tasks) == 1:
            return first
        leave_out(Layers, "_judge", lambda *_: True)
        try:
            return original(self, tasks, again)
        finally:
            patch(Layers, "_judge", judge)

    patch(_Judge, "environments", environments)
