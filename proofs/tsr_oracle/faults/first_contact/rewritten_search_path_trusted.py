"""An assignment to `PATH` in a file that a task has rewritten is not judged, if the file set `PATH` at load already.

How it comes about: what was judged is remembered by its source, so that a warning or a refusal is not worked out
twice; and for names that is enough, since a name that was harmless stays so.
"""

from __future__ import annotations

from tsr_impl import guarded_names, layers, search_path
from tsr_impl.variables import Assignment, Merger, Source
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a task rewrites the value of a PATH that was in order at load"
ACCEPTED = frozenset({("bypass", "ENV-7"), ("bypass", "PATH-1"), ("bypass", "PATH-2")})


def apply() -> None:
    """Judge the `PATH` of a source in the first reading only."""
    vouched: dict[str, layers.Layers] = {}

    def judge(self: layers.Layers, source: Source, assignment: Assignment, merger: Merger) -> None:
        guarded_names.judge(source, assignment, self._strict)
        if assignment.name == "PATH" and vouched.setdefault(source.at(), self) is self:
            search_path.judge(source, assignment, merger, self._strict)

    patch(layers.Layers, "_judge", judge)
