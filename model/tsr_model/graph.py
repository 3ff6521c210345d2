"""Which tasks a run reaches, in which order, and whether they depend on each other in a circle (GRAPH)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Task: TypeAlias = str
Package: TypeAlias = str


@dataclass(frozen=True, slots=True)
class Dep:
    """One entry of `deps`: a task, or with `upstream` that task in the packages depended on (`^task`)."""

    task: Task
    upstream: bool = False


Deps: TypeAlias = Mapping[Task, tuple[Dep, ...]]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A dep that is no task (GRAPH-2)."""

    task: Task
    dep: Task


@dataclass(frozen=True, slots=True)
class Circle:
    """A way from a task back to itself: it begins and ends with that task (GRAPH-3)."""

    path: tuple[str, ...]


def order(deps: Deps, named: Task) -> tuple[Task, ...] | Unknown | Circle:
    """The reach of a run in execution order: what a task depends on before it, each once (GRAPH-1, GRAPH-8)."""
    return unknown(deps, named) or circle(deps, named) or reach(deps, named)


def reach(deps: Deps, named: Task) -> tuple[Task, ...]:
    """Every task that the named one leads to, itself included: depth first, in declared order (GRAPH-1, GRAPH-8)."""
    begun: dict[Task, None] = {}
    ended: list[Task] = []

    def visit(task: Task) -> None:
        begun[task] = None
        for dep in deps.get(task, ()):
            if dep.task not in begun:
                visit(dep.task)
        ended.append(task)

    visit(named)
    return tuple(ended)


def unknown(deps: Deps, named: Task) -> Unknown | None:
    """A dep in the reach that is no task (GRAPH-2), or None."""
    for task in reach(deps, named):
        for dep in deps.get(task, ()):
            if dep.task not in deps:
                return Unknown(task, dep.task)
    return None


def circle(deps: Deps, named: Task) -> Circle | None:
    """The first circle that a depth-first walk meets (GRAPH-3). `^` leads to other packages, so it closes none."""
    ordinary = {task: tuple(dep.task for dep in its if not dep.upstream) for task, its in deps.items()}
    met = first_circle(ordinary, reversed(reach(deps, named)))
    return None if met is None else Circle(met)


def first_circle(leads: Mapping[str, tuple[str, ...]], starts: Iterable[str]) -> tuple[str, ...] | None:
    """A way from a name back to itself, the first that a depth-first walk from the starts meets; or None."""
    ended: set[str] = set()
    for start in starts:
        met = _circle_from(leads, start, (), ended)
        if met is not None:
            return met
    return None


def _circle_from(
    leads: Mapping[str, tuple[str, ...]], name: str, above: tuple[str, ...], ended: set[str]
) -> tuple[str, ...] | None:
    """The first circle below a name that was come to by way of those above it."""
    if name in above:
        return (*above[above.index(name) :], name)
    if name in ended:
        return None
    for other in leads[name]:
        met = _circle_from(leads, other, (*above, name), ended)
        if met is not None:
            return met
    ended.add(name)
    return None


# --- what may start --------------------------------------------------------------------------------------------------


def startable(deps: Deps, parallel: Collection[Task], named: Task, done: Collection[Task]) -> tuple[Task, ...]:
    """What may start once this is done, in the order in which a walk from the named task comes to it (GRAPH-10).

    At a task with deps that aren't done the walk goes on to all of these if the task is parallel, else to the first
    of them only; a task that has none left may start.
    """
    begun: set[Task] = set()
    found: list[Task] = []

    def visit(task: Task) -> None:
        begun.add(task)
        waiting = [dep.task for dep in deps[task] if not dep.upstream and dep.task not in done]
        for dep in waiting if task in parallel else waiting[:1]:
            if dep not in begun:
                visit(dep)
        if not waiting:
            found.append(task)

    if named not in done:
        visit(named)
    return tuple(found)


def startable_commands(
    deps: Deps, parallel: Collection[Task], named: Task, done: Collection[Task], commands: Collection[Task]
) -> tuple[Task, ...]:
    """What may start of the tasks that have a command; an aggregate that may is done by that (GRAPH-4, GRAPH-10)."""
    done = set(done)
    while True:
        found = startable(deps, parallel, named, done)
        aggregates = {task for task in found if task not in commands}
        if not aggregates:
            return found
        done |= aggregates


# --- packages --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of work: a task, and the package that it runs in, if it runs in packages."""

    task: Task
    package: Package | None = None

    @property
    def label(self) -> str:
        """How it is called in a plan and in a report."""
        return self.task if self.package is None else f"{self.task} ({self.package})"


@dataclass(frozen=True, slots=True)
class Packages:
    """The package graph, and what a task fans out over. A package's `depends` are those that it names itself.

    `passed`: the packages in which no unit runs, since they count as done; what such a unit waits for runs all the
    same, or with `leaves_out` only if something else waits for it (PKG-12).
    """

    depends: Mapping[Package, tuple[Package, ...]]
    selected: Mapping[Task, tuple[Package, ...]]
    passed: frozenset[Package] = frozenset()
    leaves_out: bool = False


def units(deps: Deps, packages: Packages, named: Task) -> tuple[Unit, ...] | Circle:
    """Every unit of a run, what it waits for before it, each once (GRAPH-7); or a circle, also through `^`.

    A task without packages is one unit; one that has them is a unit in each, behind its ordinary deps.
    """
    ended: dict[Unit, None] = {}
    begun: list[Unit] = []

    def visit(unit: Unit) -> Circle | None:
        if unit in ended:
            return None
        if unit in begun:
            return Circle(tuple(one.label for one in (*begun[begun.index(unit) :], unit)))
        begun.append(unit)
        for other in _awaited(deps, packages, unit):
            met = visit(other)
            if met is not None:
                return met
        ended[begun.pop()] = None
        return None

    met = visit(Unit(named))
    runs = (unit for unit in ended if unit.package is not None or unit.task not in packages.selected)
    return met or tuple(unit for unit in runs if unit.package not in packages.passed)


def _awaited(deps: Deps, packages: Packages, unit: Unit) -> Iterator[Unit]:
    """What has to be done before a unit: of a whole task its deps and its packages, of one package the `^` deps."""
    if packages.leaves_out and unit.package in packages.passed:
        return
    yield from (Unit(dep.task) for dep in deps[unit.task] if not dep.upstream)
    if unit.package is None:
        yield from (Unit(unit.task, package) for package in packages.selected.get(unit.task, ()))
        return
    for dep in deps[unit.task]:
        if dep.upstream:
            yield from (Unit(dep.task, above) for above in upstream(packages.depends, unit.package))


def awaited(deps: Deps, packages: Packages, named: Task) -> dict[Unit, tuple[Unit, ...]]:
    """All units that the named task leads to, whole tasks included, each with what has to be done before it."""
    found: dict[Unit, tuple[Unit, ...]] = {}
    pending = [Unit(named)]
    while pending:
        unit = pending.pop()
        if unit not in found:
            found[unit] = tuple(_awaited(deps, packages, unit))
            pending += found[unit]
    return found


def upstream(depends: Mapping[Package, tuple[Package, ...]], package: Package) -> tuple[Package, ...]:
    """Every package that this one depends on, directly or through others, what is depended on first (GRAPH-7)."""
    begun: set[Package] = set()
    ended: list[Package] = []

    def visit(name: Package) -> None:
        begun.add(name)
        for other in depends.get(name, ()):
            if other not in begun:
                visit(other)
            elif other == package and package not in ended:
                ended.append(package)
        if name != package:
            ended.append(name)

    visit(package)
    return tuple(ended)
