"""Deps run last to first.

How it comes about: they are put on a stack, and taken from its top.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsr_impl import graph
from tsr_impl.config import Task
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-1")})


def apply() -> None:
    """Turn them round, once it is known that nothing is wrong with them."""
    original = graph.reached

    def reached(tasks: Mapping[str, Task], first: Task) -> list[Task]:
        original(tasks, first)
        for task in tasks.values():
            task.deps.reverse()
        return original(tasks, first)

    patch(graph, "reached", reached)
