"""What an `env_file` refers to is not found in the files named in front of it, but in the layers beneath alone.

How it comes about: each file is read and expanded against the shared layers, and the results are merged afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsr_impl import calls, layers, variables
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a task has two files, and the later one refers to what the earlier one sets"
ACCEPTED = frozenset({("divergence", "ENV-10"), ("divergence", "ENV-11")})


def apply() -> None:
    """Expand each file of a task by itself."""
    patch(layers.Layers, "environments", _environments)


def _environments(self: layers.Layers, inherited: Mapping[bytes, bytes]) -> dict[str, Mapping[bytes, bytes]]:
    shared = variables.Merger(inherited)
    self._merge(shared, self._shared)
    environments: dict[str, Mapping[bytes, bytes]] = {}
    for task, sources in self._own.items():
        merger = shared.copy()
        for source in sources[:-1]:
            alone = shared.copy()
            self._merge(alone, [source])
            names = {calls.encode(assignment.name) for assignment in source.assignments}
            merger.environment.update({name: alone.environment[name] for name in names})
        self._merge(merger, sources[-1:])
        environments[task] = merger.environment
    return environments
