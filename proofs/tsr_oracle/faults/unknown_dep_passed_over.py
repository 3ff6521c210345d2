"""A dep that names no task of the file is passed over.

How it comes about: deps are looked up while the order is made, and a lookup that finds nothing adds nothing.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import graph
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "GRAPH-2")})


def apply() -> None:
    """Keep the deps that there are."""
    original = graph.reached

    def reached(tasks: Any, first: Any) -> Any:
        for task in tasks.values():
            task.deps = [dep for dep in task.deps if dep.removeprefix("^") in tasks]
        return original(tasks, first)

    patch(graph, "reached", reached)
