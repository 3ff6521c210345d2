"""Which tasks a run reaches, and in which order (GRAPH)."""

from __future__ import annotations

from tsr_impl.report import ConfigFault, printable, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

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


class Order:
    """What may start (GRAPH-10), of all that `named` reaches, as it becomes known what is done.

    The walk of that rule begins at `named`, and goes on from each task to all of its deps that are
    not done if it is parallel, else to the first of them. Once it has come to a task it always
    comes there again until that is done; so it is enough to go on from where it was, and each dep
    is looked at once.
    """

    __slots__ = ("_begun", "_deps", "_done", "_named", "_task", "_waited_for", "_waiting")

    def __init__(self, named: Task, task: Callable[[str], Task]) -> None:
        self._named = named
        self._task = task
        self._done: set[str] = set()
        self._begun: set[str] = set()
        self._deps: dict[str, Iterator[str]] = {}  # of each task that it came to: those not looked at yet
        self._waiting: dict[str, int] = {}  # for how many of them it waits
        self._waited_for: dict[str, list[Task]] = {}  # by which tasks

    def begin(self) -> list[Task]:
        """What may start at first, in the order of the walk."""
        return self._walk([self._named])

    def after(self, task: Task) -> list[Task]:
        """What may start now that a task is done, and might not before."""
        return self._walk(self._freed_by(task))

    def _walk(self, tasks: list[Task]) -> list[Task]:
        startable = []
        pending = tasks[::-1]
        while pending:
            task = pending.pop()
            if self._waiting.get(task.name) or task.name in self._begun:
                continue
            deps = self._go_on(task)
            if self._waiting[task.name]:
                pending += deps[::-1]
                continue
            self._begun.add(task.name)
            if task.is_aggregate():
                pending += self._freed_by(task)[::-1]
            else:
                startable.append(task)
        return startable

    def _go_on(self, task: Task) -> list[Task]:
        """Where the walk goes from a task."""
        deps = []
        self._waiting.setdefault(task.name, 0)
        for name in self._deps.setdefault(task.name, iter(task.deps)):
            if name in self._done:
                continue
            deps.append(self._task(name))
            self._waiting[task.name] += 1
            self._waited_for.setdefault(name, []).append(task)
            if not task.parallel:
                break
        return deps

    def _freed_by(self, done: Task) -> list[Task]:
        """The tasks that waited for this one last, and may go on."""
        self._done.add(done.name)
        freed = []
        for task in self._waited_for.pop(done.name, ()):
            self._waiting[task.name] -= 1
            if not self._waiting[task.name]:
                freed.append(task)
        return freed


def _circle(path: list[str], again: str) -> ConfigFault:
    circle = " → ".join(printable(name) for name in [*path[path.index(again) :], again])
    way_out = "    take one of them out of the `deps` of the task in front of it"
    return ConfigFault(f"the tasks depend on each other in a circle: {circle}", "GRAPH-3", (way_out,))
