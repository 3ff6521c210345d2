"""An `env_file` that is the root's `.env` adds nothing: what `[env]` has put over it stays.

How it comes about: the files that were loaded are remembered, so that none is loaded twice.
"""

from __future__ import annotations

import copy
import posixpath
from typing import TYPE_CHECKING

from tsr_impl import config_paths, layers
from tsr_oracle.faults.patch import patch

if TYPE_CHECKING:
    from tsr_impl.config import Task
    from tsr_impl.envfiles import Reader
    from tsr_impl.variables import Source

SUBTLE = "only where a task names the root's `.env` and a layer between sets one of its names, or it is a directory"
ACCEPTED = frozenset(
    {("divergence", "ENV-10"), ("divergence", "ENV-11"), ("divergence", "ENV-12"), ("bypass", "ENV-12")}
)


def apply() -> None:
    """Leave the root's file out of those of a task."""
    original = layers._own

    def own(task: Task, reader: Reader) -> list[Source]:
        other = copy.copy(task)
        other.env_files = [path for path in task.env_files if not _is_root_file(task, path)]
        return original(other, reader)

    patch(layers, "_own", own)


def _is_root_file(task: Task, path: str) -> bool:
    return posixpath.normpath(config_paths.from_directory(task.directory, path)) == config_paths.ROOT_FILE
