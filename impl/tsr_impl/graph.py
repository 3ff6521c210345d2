"""Which tasks a run reaches, the units that they are, and in which order these come (GRAPH)."""

from __future__ import annotations

from tsr_impl import units
from tsr_impl.report import ConfigFault, printable, quoted
from tsr_impl.units import Unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tsr_impl.config import Task
    from tsr_impl.packages import Package

    Chosen = Mapping[str, list[Package]]  # by the name of a task with `packages`: where it runs


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
            elif _is_upstream(following):
                self.upstream.append(self._named(task, following, following[1:]))
            elif following in path:
                raise _circle([*path], following)
            elif following not in self.done:
                task = self._named(task, following, following)

    def _named(self, task: Task, dep: str, name: str) -> Task:
        found = self._tasks.get(name)
        if found is None:
            message = f"task {quoted(task.name)}: `deps` names {quoted(dep)}, and there is no such task"
            from tsr_impl import near

            message += near.way_out(name, self._tasks, "correct the name, or remove it")
            raise ConfigFault(message, "GRAPH-2").at("tasks", task.name, "deps", item=dep)
        return found


class Graph:
    """The units of a run, and what each waits for: made once, and each of them once (GRAPH-1, PKG-5).

    With `^t` a unit waits for `t` in all packages upstream. To name them all, for each package of a
    long chain, would take the square of their number; so it waits for joints, one for each package
    that its own depends on. A joint has no label. It stands for `t` in a package and for the joints
    of what that package depends on, in front of it, which are the same units in the same order.
    """

    __slots__ = ("_chosen", "_dependencies", "_done", "_joints", "_made", "_open", "_tasks", "named")

    def __init__(
        self,
        tasks: Mapping[str, Task],
        named: Task,
        chosen: Chosen,
        dependencies: Callable[[Package], list[Package]],
        done: frozenset[Package] = frozenset(),
    ) -> None:
        """`dependencies` of a package are by path. In what is `done` nothing runs, and all else as ever (PKG-12)."""
        self._tasks = tasks
        self._chosen = chosen
        self._dependencies = dependencies
        self._done = done
        self._made: dict[tuple[str, Package | None], Unit] = {}
        self._joints: dict[tuple[str, Package, bool], Unit] = {}
        self._open: list[tuple[Unit, Iterator[Unit]]] = []  # what each of these waits for is still to be found out
        self.named = self._whole(named.name)
        while self._open:
            unit, waits_for = self._open.pop()
            unit.waits_for = list(waits_for)

    def fan_outs(self) -> list[Unit]:
        """The tasks that are spread over packages."""
        return [unit for unit in self._made.values() if not unit.package and unit.task.packages is not None]

    def packages_that_look_upstream(self) -> list[Package]:
        """Where a unit with a `^` among its deps runs, by path."""
        found = {
            unit.package for unit in self._made.values() if unit.package and any(map(_is_upstream, unit.task.deps))
        }
        return sorted(found, key=lambda package: package.sort_key())

    def narrow(self, affected: frozenset[Package]) -> None:
        """Let the tasks themselves run in these packages only; what `^` asks for stays (GIT-3)."""
        for unit in self.fan_outs():
            unit.waits_for = [one for one in unit.waits_for if one.package is None or one.package in affected]

    def in_order(self) -> list[Unit]:
        """All that run, what is waited for first (GRAPH-1). Raises `ConfigFault` for a circle (GRAPH-3)."""
        done: dict[Unit, None] = {}
        path: dict[Unit, Iterator[Unit]] = {self.named: iter(self.named.waits_for)}
        while path:
            unit = next(reversed(path))
            following = next(path[unit], None)
            if following is None:
                del path[unit]
                done[unit] = None
            elif following in path:
                raise _circle_of_units([*path], following)
            elif following not in done:
                path[following] = iter(following.waits_for)
        return [unit for unit in done if unit.label]

    def _whole(self, name: str) -> Unit:
        """A task as deps name it."""
        unit = self._made.get((name, None))
        if unit is None:
            unit = self._made[name, None] = units.whole(self._tasks[name])
            self._open.append((unit, self._of_whole(unit.task)))
        return unit

    def _of_whole(self, task: Task) -> Iterator[Unit]:
        yield from self._ordinary(task)
        for package in self._chosen.get(task.name, ()):
            yield self._in_package(task, package)

    def _in_package(self, task: Task, package: Package) -> Unit:
        unit = self._made.get((task.name, package))
        if unit is None:
            label = f"{task.name} ({package.path})"
            has_command = not task.is_aggregate() and package not in self._done
            unit = Unit(task, label, package, has_command=has_command, parallel=task.parallel)
            self._made[task.name, package] = unit
            self._open.append((unit, self._of_package(task, package)))
        return unit

    def _of_package(self, task: Task, package: Package) -> Iterator[Unit]:
        yield from self._ordinary(task)
        for dep in task.deps:
            if _is_upstream(dep):
                for upstream in self._dependencies(package):
                    yield self._joint(self._tasks[dep[1:]], upstream, task.parallel)

    def _joint(self, task: Task, package: Package, parallel: bool) -> Unit:
        """`task` in a package and in all upstream of it, at the same time if who waits is `parallel`."""
        key = (task.name, package, parallel)
        unit = self._joints.get(key)
        if unit is None:
            unit = self._joints[key] = Unit(task, "", package, has_command=False, parallel=parallel)
            self._open.append((unit, self._of_joint(task, package, parallel)))
        return unit

    def _of_joint(self, task: Task, package: Package, parallel: bool) -> Iterator[Unit]:
        for upstream in self._dependencies(package):
            yield self._joint(task, upstream, parallel)
        yield self._in_package(task, package)

    def _ordinary(self, task: Task) -> Iterator[Unit]:
        for dep in task.deps:
            if not _is_upstream(dep):
                yield self._whole(dep)


class Order:
    """What may start (GRAPH-10), of all that `named` waits for and itself, as it becomes known what is done.

    The walk of that rule begins at `named`, and goes on from each unit to all that it waits for and
    is not done if it is parallel, else to the first of them. Once it has come to a unit it always
    comes there again until that is done; so it is enough to go on from where it was, and each is
    looked at once.
    """

    __slots__ = ("_begun", "_done", "_named", "_unseen", "_waited_for", "_waiting")

    def __init__(self, named: Unit) -> None:
        self._named = named
        self._done: set[Unit] = set()
        self._begun: set[Unit] = set()
        self._unseen: dict[Unit, Iterator[Unit]] = {}  # of each unit that it came to: what it has not looked at yet
        self._waiting: dict[Unit, int] = {}  # for how many of them it waits
        self._waited_for: dict[Unit, list[Unit]] = {}  # by which units

    def begin(self) -> list[Unit]:
        """What may start at first, in the order of the walk."""
        return self._walk([self._named])

    def after(self, unit: Unit) -> list[Unit]:
        """What may start now that a unit is done, and might not before."""
        return self._walk(self._freed_by(unit))

    def _walk(self, found: list[Unit]) -> list[Unit]:
        startable = []
        pending = found[::-1]
        while pending:
            unit = pending.pop()
            if self._waiting.get(unit) or unit in self._begun:
                continue
            onward = self._go_on(unit)
            if self._waiting[unit]:
                pending += onward[::-1]
                continue
            self._begun.add(unit)
            if unit.has_command:
                startable.append(unit)
            else:
                pending += self._freed_by(unit)[::-1]
        return startable

    def _go_on(self, unit: Unit) -> list[Unit]:
        """Where the walk goes from a unit."""
        onward = []
        self._waiting.setdefault(unit, 0)
        for one in self._unseen.setdefault(unit, iter(unit.waits_for)):
            if one in self._done:
                continue
            onward.append(one)
            self._waiting[unit] += 1
            self._waited_for.setdefault(one, []).append(unit)
            if not unit.parallel:
                break
        return onward

    def _freed_by(self, done: Unit) -> list[Unit]:
        """The units that waited for this one last, and may go on."""
        self._done.add(done)
        freed = []
        for unit in self._waited_for.pop(done, ()):
            self._waiting[unit] -= 1
            if not self._waiting[unit]:
                freed.append(unit)
        return freed


def _is_upstream(dep: str) -> bool:
    return dep.startswith("^")


def _circle_of_units(path: list[Unit], again: Unit) -> ConfigFault:
    """The circle as its units show it: what a joint stands for is among them."""
    labels = [unit.label for unit in path[path.index(again) :] if unit.label]
    return _circle(labels, labels[0])


def _circle(path: list[str], again: str) -> ConfigFault:
    circle = " → ".join(printable(name) for name in [*path[path.index(again) :], again])
    way_out = "    take one of them out of the `deps` of the task in front of it"
    return ConfigFault(f"the tasks depend on each other in a circle: {circle}", "GRAPH-3", (way_out,))
