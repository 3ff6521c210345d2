"""The variables of every task in the file are judged.

How it comes about: the guard goes over the config as it is read, like the checks of its types.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.guards import _Judge
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("stricter", "ENV-4")})


def apply() -> None:
    """Take the other tasks along, behind those that are reached."""
    original = _Judge._environments

    def environments(self: _Judge, tasks: list[Any], has_root_file: bool) -> Any:
        others = [task for task in self._config.tasks.values() if task not in tasks]
        return original(self, [*tasks, *others], has_root_file)

    patch(_Judge, "_environments", environments)
