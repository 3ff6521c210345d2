"""The first unit gets the `env` of a later task, if both tasks name the same `env_file`.

How it comes about: the layers are merged once for each list of files, and the merged table is kept and handed on
without a copy, so that what the next task sets goes into it too.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsr_impl import layers, variables
from tsr_oracle.faults.patch import patch

SUBTLE = "only where two tasks of the reach name the same env_file, and the later one has an env"
ACCEPTED = frozenset({("divergence", "ENV-10")})


def apply() -> None:
    """Keep one table for each list of files."""

    def environments(self: layers.Layers, inherited: Mapping[bytes, bytes]) -> dict[str, Mapping[bytes, bytes]]:
        shared = variables.Merger(inherited)
        self._merge(shared, self._shared)
        kept: dict[tuple[str, ...], variables.Merger] = {}
        found: dict[str, Mapping[bytes, bytes]] = {}
        for task, sources in self._own.items():
            files = tuple(source._title for source in sources[:-1])
            merger = kept.setdefault(files, shared.copy()) if files else shared.copy()
            self._merge(merger, sources)
            found[task] = merger.environment
        return found

    patch(layers.Layers, "environments", environments)
