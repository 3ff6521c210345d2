"""A file of variables that was missing at load is not judged when it is there for a later task, wherever it leads.

How it comes about: what has to be judged again is kept as a list of the files that were found at load.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tsr_impl import guards
from tsr_impl.fence import Fence, landing
from tsr_impl.places import Fault
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a file is missing at load, and a command makes it as a link to the outside before a later task"
ACCEPTED = frozenset({("escape", "FENCE-8"), ("bypass", "FENCE-8")})


class _Judge(guards._Judge):
    __slots__ = ("_absent",)

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._absent: set[str] = set()

    def environments(self, tasks: Any, again: bool) -> Any:
        if not again:
            return super().environments(tasks, again)
        judging = self.fence
        self.fence = Fence(judging.root, [*judging._bounds, *self._landings()])
        self._reader = None
        try:
            return super().environments(tasks, again)
        finally:
            self.fence = judging

    def _landings(self) -> Iterator[str]:
        for path in sorted(self._absent):
            try:
                yield landing(self.fence.root, path)[0]
            except Fault:
                continue

    def _exists(self, what: str, path: str, clause: str) -> bool:
        found = super()._exists(what, path, clause)
        if not found and clause == "FENCE-1" and not what.endswith("`dir`"):
            self._absent.add(path)
        return found


def apply() -> None:
    """Where such a file leads is within the bounds of the second reading."""
    patch(guards, "_Judge", _Judge)
