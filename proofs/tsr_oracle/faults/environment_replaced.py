"""`[env]` replaces the process environment.

How it comes about: a child's environment is given as one table, and that is taken for the whole of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsr_impl import calls
from tsr_impl.layers import Layers
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "ENV-10")})


def apply() -> None:
    """Keep what the config sets, if it has an `[env]`."""
    original = Layers.environments

    def environments(self: Layers, inherited: Mapping[bytes, bytes]) -> dict[str, Mapping[bytes, bytes]]:
        merged = original(self, inherited)
        if not self._shared[1].assignments:
            return merged
        only: dict[str, Mapping[bytes, bytes]] = {}
        for task, own in self._own.items():
            names = {calls.encode(each.name) for source in [*self._shared, *own] for each in source.assignments}
            only[task] = {name: merged[task][name] for name in names}
        return only

    patch(Layers, "environments", environments)
