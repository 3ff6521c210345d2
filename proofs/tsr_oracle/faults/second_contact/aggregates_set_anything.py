"""The variables and files of a task that has deps and no command of its own are not judged, though the run reaches it.

How it comes about: environments are made for the tasks that start something, and judged as they are made.
"""

from __future__ import annotations

from tsr_impl import layers
from tsr_impl.config import Task
from tsr_impl.envfiles import Reader
from tsr_impl.variables import Source
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a task with nothing but deps sets a guarded variable"
ACCEPTED = frozenset(
    {("bypass", "ENV-1"), ("bypass", "ENV-4"), ("bypass", "ENV-9"), ("divergence", "ENV-1"), ("divergence", "ENV-4")}
)


def apply() -> None:
    """Take it that an aggregate has no sources."""
    original = layers._own

    def own(task: Task, reader: Reader) -> list[Source]:
        return [] if task.is_aggregate() else original(task, reader)

    patch(layers, "_own", own)
