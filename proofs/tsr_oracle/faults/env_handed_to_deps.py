"""A task's `env` is given to its deps.

How it comes about: it is put into the environment before the deps are run, and taken out when the task has ended.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import graph, variables
from tsr_impl.layers import Layers
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "ENV-10")})


def apply() -> None:
    """Put it beneath what the dep itself sets."""
    original = Layers.__init__

    def init(self: Layers, config: Any, tasks: Any, asked: Any, reader: Any) -> None:
        original(self, config, tasks, asked, reader)
        for task in graph.reached(config.tasks, config.tasks[asked.first]):
            for dep in self._own.keys() & set(task.deps):
                self._own[dep].insert(0, variables.of_task(task.name, task.env))

    patch(Layers, "__init__", init)
