"""The entries of `PATH` are judged with what its variables hold in the end, not where the assignment stands.

How it comes about: first all is merged, then what came out is judged, since only then the environment is complete.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guarded_names, search_path
from tsr_impl.layers import Layers
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a variable that `PATH` refers to is set again, or for the first time, further down"
ACCEPTED = frozenset({("bypass", "PATH-2"), ("stricter", "PATH-2"), ("bypass", "PATH-3"), ("stricter", "PATH-3")})


def apply() -> None:
    """Judge `PATH` behind the merge."""

    def merge(self: Any, merger: Any, sources: list[Any]) -> None:
        assigned = [(source, assignment) for source in sources for assignment in source.assignments]
        for source, assignment in assigned:
            if not self._allow_all:
                guarded_names.judge(source, assignment, self._strict)
            merger.set(source, assignment)
        for source, assignment in assigned:
            if assignment.name == "PATH" and not self._allow_all:
                search_path.judge(source, assignment, merger, self._strict)

    patch(Layers, "_merge", merge)
