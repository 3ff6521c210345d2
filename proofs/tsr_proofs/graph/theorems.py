"""Which tasks a run reaches, in which order, and which circles there are: on every small graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from tsr_model import graph
from tsr_model.graph import Circle, Dep, Packages, Unit, Unknown
from tsr_proofs.closure import closure

NAMES = ("a", "b", "c", "d")
NOBODY = "x"


@dataclass(slots=True)
class Tasks:
    """What each task depends on; `a` is asked for."""

    deps: dict[str, tuple[Dep, ...]]

    def __str__(self) -> str:
        return "; ".join(
            f"{task}: [{', '.join('^' * dep.upstream + dep.task for dep in deps)}]" for task, deps in self.deps.items()
        )


def tasks(count: int, most: int, marked: bool) -> Iterator[Tasks]:
    """Every graph of so many tasks, with up to `most` deps each, known or not; with and without `^` where `marked`."""
    names = NAMES[:count]
    one = [Dep(name) for name in (*names, NOBODY)] + [Dep(name, True) for name in names] * marked
    lists = [deps for length in range(most + 1) for deps in product(one, repeat=length)]
    for chosen in product(lists, repeat=count):
        yield Tasks(dict(zip(names, chosen, strict=True)))


def ordered_alike(case: Tasks) -> str | None:
    """GRAPH-1, GRAPH-2, GRAPH-3, GRAPH-8: a run has every task that it reaches, no other, each once, deps first and in
    declared order; an unknown dep in the reach is one, and a circle is the first that a walk meets."""
    found, expected = graph.order(case.deps, "a"), _expected(case)
    return None if found == expected else f"the model: {found}, the second reading: {expected}"


def order_is_closed(case: Tasks) -> str | None:
    """GRAPH-1, GRAPH-8: in the order each task stands once, behind all that it depends on, and each is asked for or
    depended on."""
    found = graph.order(case.deps, "a")
    if not isinstance(found, tuple):
        return None
    if len(set(found)) < len(found) or found[-1:] != ("a",):
        return f"in the order {found}"
    if {dep.task for task in found for dep in case.deps[task]} | {"a"} != set(found):
        return f"in the order {found}"
    place = {task: at for at, task in enumerate(found)}
    late = any(place[dep.task] >= place[task] for task in found for dep in case.deps[task])
    return f"in the order {found}" if late else None


def circle_iff_there_is_one(case: Tasks) -> str | None:
    """GRAPH-3: a circle is found exactly if a reached task leads to itself, and what is shown is one."""
    found = graph.order(case.deps, "a")
    if isinstance(found, Unknown):
        return None
    leads = closure({task: {dep.task for dep in deps if not dep.upstream} for task, deps in case.deps.items()})
    looped = any(task in leads[task] for task in _reached(case))
    if looped != isinstance(found, Circle):
        return f"the model: {found}"
    if isinstance(found, Circle):
        steps = zip(found.path, found.path[1:], strict=False)
        shown = found.path[0] == found.path[-1] and all(Dep(there) in case.deps[here] for here, there in steps)
        return None if shown and len(found.path) > 1 else f"no circle: {found.path}"
    return None


def no_circle(case: Tasks) -> str | None:
    """Witness: no tasks depend on each other in a circle."""
    found = graph.order(case.deps, "a")
    return f"{found}" if isinstance(found, Circle) else None


def all_tasks_run(case: Tasks) -> str | None:
    """Witness: every run that is not refused has all tasks of the file."""
    found = graph.order(case.deps, "a")
    return f"only {found}" if isinstance(found, tuple) and len(found) < len(case.deps) else None


# --- the second reading: everything written out, then each task where it stands first --------------------------------


def _expected(case: Tasks) -> tuple[str, ...] | Unknown | Circle:
    reached = _reached(case)
    if any(dep.task not in case.deps for task in reached for dep in case.deps[task]):
        return _first_unknown(case)
    circle = _first_circle(case)
    return circle or tuple(dict.fromkeys(_written_out(case, "a", ())))


def _reached(case: Tasks) -> set[str]:
    leads = closure({task: {dep.task for dep in deps} for task, deps in case.deps.items()})
    return {"a"} | {task for task in leads["a"] if task in case.deps}


def _first_unknown(case: Tasks) -> Unknown:
    for task in _written_out(case, "a", ()):
        for dep in case.deps.get(task, ()):
            if dep.task not in case.deps:
                return Unknown(task, dep.task)
    raise AssertionError("there is one")


def _written_out(case: Tasks, task: str, above: tuple[str, ...]) -> Iterator[str]:
    """A task behind all that it depends on, however often that comes; a task above itself is left out."""
    for dep in case.deps.get(task, ()):
        if dep.task not in (*above, task):
            yield from _written_out(case, dep.task, (*above, task))
    yield task


def _first_circle(case: Tasks) -> Circle | None:
    return next((Circle(path) for path in _circles(case, ("a",))), None)


def _circles(case: Tasks, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every circle that a walk meets which remembers its own path only."""
    for dep in case.deps.get(path[-1], ()):
        if dep.task in path:
            yield (*path[path.index(dep.task) :], dep.task)
        else:
            yield from _circles(case, (*path, dep.task))


# --- packages --------------------------------------------------------------------------------------------------------

PACKAGES = ("p", "q", "r")


@dataclass(slots=True)
class Workspace:
    """What each task depends on, what each package does, and what each task fans out over; `a` is asked for."""

    deps: dict[str, tuple[Dep, ...]]
    packages: Packages

    def __str__(self) -> str:
        graph = "; ".join(
            f"{name} needs {', '.join(needed)}" for name, needed in self.packages.depends.items() if needed
        )
        selected = "; ".join(f"{task} in {', '.join(names)}" for task, names in self.packages.selected.items())
        return f"{Tasks(self.deps)} | {graph} | {selected}"


def workspaces(most: int, packages: int) -> Iterator[Workspace]:
    """Every two tasks with up to `most` deps each, over every graph of so many packages."""
    names, places = NAMES[:2], PACKAGES[:packages]
    plain = [Dep(name) for name in names]
    marked = [*plain, *(Dep(name, True) for name in names)]
    needs = list(_subsets(places))
    for selected in product(needs, repeat=2):
        chosen = {task: where for task, where in zip(names, selected, strict=True) if where}
        ways = [
            [d for n in range(most + 1) for d in product(marked if task in chosen else plain, repeat=n)]
            for task in names
        ]
        for deps, needed in product(product(*ways), product(needs, repeat=packages)):
            depends = dict(zip(places, needed, strict=True))
            yield Workspace(dict(zip(names, deps, strict=True)), Packages(depends, chosen))


def _subsets(names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for taken in product((False, True), repeat=len(names)):
        yield tuple(name for name, is_in in zip(names, taken, strict=True) if is_in)


def units_wait(case: Workspace) -> str | None:
    """GRAPH-7: before a task runs in a package, what it names by `^` has run in each package that this one depends on,
    ordinary deps before all; each unit runs once; and it is a circle exactly if a unit waits for itself."""
    found = graph.units(case.deps, case.packages, "a")
    waits = closure(_waits(case))
    wanted = {_label(unit) for unit in _own_units(case, "a")}
    wanted = wanted.union(*(waits.get(label, set()) for label in wanted))
    if isinstance(found, Circle):
        return None if any(label in waits[label] for label in wanted) else f"no unit waits for itself: {found.path}"
    order = [_label(unit) for unit in found]
    if len(set(order)) < len(order) or set(order) != wanted:
        return f"the model: {order}, the second reading: {sorted(wanted)}"
    late = [(one, other) for at, one in enumerate(order) for other in waits[one] if order.index(other) >= at]
    return f"in the order {order}, {late[0][0]} should wait for {late[0][1]}" if late else None


def nothing_waits(case: Workspace) -> str | None:
    """Witness: no unit waits for one of another package."""
    return (
        "one does"
        if any(dep.upstream for deps in case.deps.values() for dep in deps)
        and not isinstance(graph.units(case.deps, case.packages, "a"), Circle)
        else None
    )


def _label(unit: Unit) -> str:
    return f"{unit.task}@{unit.package}"


def _own_units(case: Workspace, task: str) -> list[Unit]:
    packages = case.packages.selected.get(task)
    return [Unit(task, package) for package in packages] if packages else [Unit(task)]


def _waits(case: Workspace) -> dict[str, set[str]]:
    """What each unit that there may be waits for, as it is said of it."""
    depends = closure({package: set(needed) for package, needed in case.packages.depends.items()})
    waits: dict[str, set[str]] = {}
    for task, deps in case.deps.items():
        ordinary = {_label(unit) for dep in deps if not dep.upstream for unit in _own_units(case, dep.task)}
        for package in (None, *depends):
            above = {
                _label(Unit(dep.task, other))
                for dep in deps
                if dep.upstream and package
                for other in depends[package or ""]
            }
            waits[_label(Unit(task, package))] = ordinary | above
    return waits
