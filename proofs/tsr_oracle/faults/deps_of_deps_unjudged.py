"""The `env_file`s of a dep of a dep are not judged.

How it comes about: the deps of the task are gone through, and not what these depend on in turn.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.layers import Layers
from tsr_oracle.faults.patch import leave_out, patch

SUBTLE = "a guarded variable stands in an `env_file`, and the task of that is reached over another dep"
ACCEPTED = frozenset({("bypass", "ENV-1"), ("bypass", "ENV-4")})


def apply() -> None:
    """Judge the files of the task and of its own deps."""
    original = Layers.__init__

    def init(self: Layers, config: Any, tasks: Any, asked: Any, reader: Any) -> None:
        original(self, config, tasks, asked, reader)
        near = {asked.first, *config.tasks[asked.first].deps}
        far = [source for task, own in self._own.items() if task not in near for source in own[:-1]]
        leave_out(Layers, "_judge", lambda self, source, *_: source in far)

    patch(Layers, "__init__", init)
