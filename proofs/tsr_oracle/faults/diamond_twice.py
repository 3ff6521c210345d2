"""A task that two others depend on runs twice.

How it comes about: deps are run by recursion, and nothing notes what has run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tsr_impl import graph
from tsr_impl.config import Task
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-1")})


def apply() -> None:
    """Let every task bring its deps along."""
    original = graph.reached

    def down_from(tasks: Mapping[str, Task], task: Task) -> Iterator[Task]:
        for dep in task.deps:
            if dep in tasks:  # one with `^` is none
                yield from down_from(tasks, tasks[dep])
        yield task

    def reached(tasks: Mapping[str, Task], first: Task) -> list[Task]:
        once = original(tasks, first)
        again = list(down_from(tasks, first))
        return [*again, *(task for task in once if task not in again)]

    patch(graph, "reached", reached)
