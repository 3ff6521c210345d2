"""Which tasks a run reaches, and in which order (GRAPH)."""

from __future__ import annotations

from tsr_impl.report import ConfigFault, printable, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tsr_impl.config import Task


def reached(tasks: Mapping[str, Task], first: Task) -> list[Task]:
    """What the run of `first` reaches: deps before the task, in declared order, each once (GRAPH-1, GRAPH-8).

    Raises `ConfigFault` for a dep that is no task, and for a circle.
    """
    walk = _Walk(tasks)
    walk.down_from(first)
    # What `^` names runs in other packages, so that no task waits for it by its name alone
    # (GRAPH-7); it belongs to the reach all the same.
    for task in walk.upstream:
        walk.down_from(task)
    return list(walk.done.values())


class _Walk:
    """Depth first. `done` is in the order of execution; `upstream` grows while it is walked."""

    __slots__ = ("_tasks", "done", "upstream")

    def __init__(self, tasks: Mapping[str, Task]) -> None:
        self._tasks = tasks
        self.done: dict[str, Task] = {}
        self.upstream: list[Task] = []

    def down_from(self, task: Task) -> None:
        # The path is a stack of our own: a chain of deps may be longer than Python's.
        path: dict[str, Iterator[str]] = {}
        while task.name not in self.done:
            following = next(path.setdefault(task.name, iter(task.deps)), None)
            if following is None:
                del path[task.name]
                self.done[task.name] = task
                if not path:
                    return
                task = self._tasks[next(reversed(path))]
            elif following.startswith("^"):
                self.upstream.append(self._named(task, following, following[1:]))
            elif following in path:
                raise _circle([*path], following)
            elif following not in self.done:
                task = self._named(task, following, following)

    def _named(self, task: Task, dep: str, name: str) -> Task:
        found = self._tasks.get(name)
        if found is None:
            message = f"task {quoted(task.name)}: `deps` names {quoted(dep)}, and there is no such task"
            raise ConfigFault(f"{message} — correct the name, or remove it", "GRAPH-2")
        return found


def _circle(path: list[str], again: str) -> ConfigFault:
    circle = " → ".join(printable(name) for name in [*path[path.index(again) :], again])
    way_out = "    take one of them out of the `deps` of the task in front of it"
    return ConfigFault(f"the tasks depend on each other in a circle: {circle}", "GRAPH-3", (way_out,))
