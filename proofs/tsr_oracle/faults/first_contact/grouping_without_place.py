"""The `env_file`s of an aggregate are read from the root, also where it has a `dir`.

How it comes about: an aggregate's `dir` is never entered, so it is taken for nothing once its place is judged.
"""

from __future__ import annotations

from tsr_impl import layers
from tsr_impl.config import Task
from tsr_impl.envfiles import Reader
from tsr_impl.variables import Source
from tsr_oracle.faults.patch import patch

SUBTLE = "only where an aggregate has both a dir and an env_file"
ACCEPTED = frozenset({("bypass", "GRAPH-4"), ("bypass", "ENV-1"), ("bypass", "ENV-12"), ("stricter", "GRAPH-4")})


def apply() -> None:
    """Read what an aggregate names without its `dir`."""
    own = layers._own

    def without_dir(task: Task, reader: Reader) -> list[Source]:
        directory = task.directory
        if task.is_aggregate():
            task.directory = None
        try:
            return own(task, reader)
        finally:
            task.directory = directory

    patch(layers, "_own", without_dir)
