"""With `--strict` only what the last command of a sequence has left behind is ended, and not what earlier ones have.

How it comes about: a unit keeps one child, the one that ran, and its group is ended when the unit is over.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import scheduler
from tsr_oracle.faults.patch import patch

SUBTLE = "only with `--strict`, where a command that is not the last of its sequence leaves something behind"
ACCEPTED = frozenset({("leak", "TREE-G1")})


def apply() -> None:
    """Let go of earlier commands of the unit when another one has ended."""
    original = scheduler._Run._take_child

    def take_child(self: Any, child: Any) -> None:
        progress = self._by_child.get(child.id)
        if progress:
            for earlier in progress.kept:
                self._children.reap(earlier)
            progress.kept.clear()
        original(self, child)

    patch(scheduler._Run, "_take_child", take_child)
