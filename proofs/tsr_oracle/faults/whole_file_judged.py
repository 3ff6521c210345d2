"""The variables of every task in the file are judged.

How it comes about: the guard goes over the config as it is read, like the checks of its types.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.config import Task
from tsr_impl.envfiles import Reader
from tsr_impl.guards import _Judge
from tsr_impl.layers import Layers
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("stricter", "ENV-4")})


def apply() -> None:
    """Take the others along, beside those that are reached."""
    original = _Judge.environments

    def environments(self: _Judge, tasks: list[Task], again: bool) -> Any:
        others = [task for task in self._config.tasks.values() if task not in tasks]
        reader = Reader(self.fence, self.asked.strict)
        Layers(self._config, others, self.asked, reader).environments(self._environment)
        return original(self, tasks, again)

    patch(_Judge, "environments", environments)
