"""What tasks set that only `^` names is judged when they start, and not before anything has run.

How it comes about: the tasks to be judged are gathered by following `deps`, and an entry with `^` is left to the
code for packages, which makes units of it later.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsr_impl import guards
from tsr_impl.config import Task
from tsr_oracle.faults.patch import patch

SUBTLE = "only where something runs before a unit that ^ alone has asked for, and that one has to be refused"
ACCEPTED = frozenset({("bypass", "ENV-4"), ("bypass", "GRAPH-8"), ("bypass", "ENV-1")})


class _Later(dict[str, Mapping[bytes, bytes]]):
    """Environments, of which those that are not known yet are made when they are asked for."""

    def __init__(self, known: guards.Environments, judge: guards._Judge, tasks: list[Task]) -> None:
        super().__init__(known)
        self._judge = judge
        self._tasks = {task.name: task for task in tasks}

    def __missing__(self, name: str) -> Mapping[bytes, bytes]:
        return self._judge.environments([self._tasks[name]], again=True)[name]


def apply() -> None:
    """Judge at load what is named without `^` only."""
    judged = guards._judged

    def by_plain_names(judge: guards._Judge, reached: list[Task]) -> guards.Environments:
        names = {judge.asked.first, *(dep for task in reached for dep in task.deps)}
        return _Later(judged(judge, [task for task in reached if task.name in names]), judge, reached)

    patch(guards, "_judged", by_plain_names)
