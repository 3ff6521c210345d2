"""A circle is not looked for, each task is run once.

How it comes about: a set of what was met already keeps a run from going on forever, and that seemed to be all.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsr_impl import graph
from tsr_impl.config import Task
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "GRAPH-3")})


def apply() -> None:
    """Pass over what was met, and is not done."""

    def reached(tasks: Mapping[str, Task], first: Task) -> list[Task]:
        walk = graph._Walk(tasks)
        met: set[str] = set()

        def down_from(task: Task) -> None:
            met.add(task.name)
            for dep in [*task.deps]:
                found = walk._named(task, dep, dep.removeprefix("^"))
                if found.name not in met:
                    down_from(found)
                elif found.name not in walk.done and not dep.startswith("^"):
                    task.deps.remove(dep)
            walk.done[task.name] = task

        down_from(first)
        return list(walk.done.values())

    patch(graph, "reached", reached)
