"""How much a parallel run does at the same time, lest it runs out of descriptors (GRAPH-10)."""

from __future__ import annotations

from tsr_impl import calls

_OF_WORK = 16  # as many as a builtin has open, unless it follows links down a tree
_OF_RUNNER = 8  # as many as judging a task, a look at all processes, or loading a module needs at the most
_GUESS = 8  # are open at the beginning, where the system does not say


class Means:
    """What there is at the beginning of the run, and is shared by its units."""

    __slots__ = ("_free",)

    def __init__(self) -> None:
        try:
            opened = calls.open_descriptors()
        except OSError:
            opened = _GUESS
        self._free = calls.most_descriptors() - opened - _OF_RUNNER

    def suffice(self, directories: int, works: int) -> bool:
        """For so many directories held open and builtins at work; one of these is always possible."""
        return directories + _OF_WORK * max(works, 1) <= self._free
