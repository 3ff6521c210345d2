"""An assignment that a later one overrides is not judged.

How it comes about: the layers are merged into one table first, and the table is judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tsr_impl.layers import Layers
from tsr_impl.variables import Assignment
from tsr_oracle.faults.patch import patch

SUBTLE = "`PATH` is set twice, and only the first of the two values is unsafe"
ACCEPTED = frozenset({("bypass", "ENV-1")})


def apply() -> None:
    """Judge what counts in the end, for one of the tasks at least."""
    judge, environments = Layers._judge, Layers.environments

    def of_what_counts(self: Layers, inherited: Mapping[bytes, bytes]) -> dict[str, Mapping[bytes, bytes]]:
        counting: set[Assignment] = set()
        for own in self._own.values():
            last = {each.name: each for source in [*self._shared, *own] for each in source.assignments}
            counting.update(last.values())

        def judge_last(self: Layers, source: Any, assignment: Assignment, merger: Any) -> None:
            if assignment in counting:
                judge(self, source, assignment, merger)

        patch(Layers, "_judge", judge_last)
        return environments(self, inherited)

    patch(Layers, "environments", of_what_counts)
