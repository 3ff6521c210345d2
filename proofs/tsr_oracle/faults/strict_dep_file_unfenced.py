"""With `--strict` the `env_file` of a dep may lie outside, as long as nobody else could have written it.

How it comes about: `--strict` asks who has had a hand in a file, and for other tasks than the named one that has to do.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import layers
from tsr_impl.guards import _Judge
from tsr_oracle.faults.patch import patch
from tsr_oracle.faults.unjudged import unjudged

SUBTLE = "an `env_file` lies outside, only a dep names it, and `--strict` is typed"
ACCEPTED = frozenset({("bypass", "FENCE-1")})


def apply() -> None:
    """Judge no place that a dep names, neither at load nor when the file is read."""
    judge_paths, own = _Judge._judge_paths, layers._own
    named: set[str] = set()

    def judge_paths_of(self: _Judge, task: Any, again: bool) -> None:
        named.add(self.asked.first)
        if not (self.asked.strict and task.env_files and task.name not in named):
            judge_paths(self, task, again)

    def own_of(task: Any, reader: Any) -> Any:
        if task.name in named or not reader._strict:
            return own(task, reader)
        with unjudged():
            return own(task, reader)

    patch(_Judge, "_judge_paths", judge_paths_of)
    patch(layers, "_own", own_of)
