"""Wrong orders of tasks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tsr_model import graph
from tsr_model.graph import Circle, Deps, Packages, Unit
from tsr_proofs.seeding import Fault, Swap

# The right versions, kept before any is swapped.
_reach = graph.reach
_awaited = graph._awaited


def _task_first(deps: Deps, named: str) -> tuple[str, ...]:
    return tuple(reversed(_reach(deps, named)))


def _last_first(deps: Deps, named: str) -> tuple[str, ...]:
    return _reach({task: tuple(reversed(its)) for task, its in deps.items()}, named)


def _twice(deps: Deps, named: str) -> tuple[str, ...]:
    found = _reach(deps, named)
    return (*found[:-1], *(dep.task for dep in deps.get(named, ())), named) if len(found) > 2 else found


def _whole_file(deps: Deps, named: str) -> tuple[str, ...]:
    found = _reach(deps, named)
    return (*(task for task in deps if task not in found), *found)


def _direct_only(deps: Deps, named: str) -> tuple[str, ...]:
    return (*dict.fromkeys(dep.task for dep in deps.get(named, ()) if dep.task != named), named)


def _no_circle(deps: Deps, named: str) -> Circle | None:
    return None


def _any_second_meeting(deps: Deps, named: str) -> Circle | None:
    met = [dep.task for task in _reach(deps, named) for dep in deps[task]]
    again = next((task for task in met if met.count(task) > 1), None)
    return None if again is None else Circle((again, again))


def _itself_only(deps: Deps, named: str) -> Circle | None:
    looped = (task for task in _reach(deps, named) for dep in deps[task] if dep.task == task and not dep.upstream)
    return next((Circle((task, task)) for task in looped), None)


def _upstream_too(deps: Deps, named: str) -> Circle | None:
    return _circle({task: tuple(graph.Dep(dep.task) for dep in its) for task, its in deps.items()}, named)


_circle = graph.circle


def _direct_packages(depends: Mapping[str, tuple[str, ...]], package: str) -> tuple[str, ...]:
    return depends.get(package, ())


def _ordinary_forgotten(deps: Deps, packages: Packages, unit: Unit) -> Iterator[Unit]:
    return (other for other in _awaited(deps, packages, unit) if other.package is not None or unit.package is None)


def _itself_spared(depends: Mapping[str, tuple[str, ...]], package: str) -> tuple[str, ...]:
    return tuple(other for other in _upstream(depends, package) if other != package)


_upstream = graph.upstream


def _fault(name: str, says: str, attribute: str, replacement: object) -> Fault:
    return Fault(name, says, (Swap("tsr_model.graph", attribute, replacement),))


TASK_FIRST = _fault("task-first", "a task runs before its deps", "reach", _task_first)
LAST_FIRST = _fault("last-first", "deps run in reversed order", "reach", _last_first)
TWICE = _fault("twice", "a dep runs again for each that needs it", "reach", _twice)
WHOLE_FILE = _fault("whole-file", "every task of the file is reached", "reach", _whole_file)
DIRECT_ONLY = _fault("direct-only", "deps of deps are not reached", "reach", _direct_only)
NO_CIRCLE = _fault("no-circle", "circles are not looked for", "circle", _no_circle)
SECOND_MEETING = _fault("met-twice", "two tasks with one dep are a circle", "circle", _any_second_meeting)
ITSELF_ONLY = _fault("itself-only", "only a task that names itself is a circle", "circle", _itself_only)
UPSTREAM_TOO = _fault("upstream-too", "`^` closes a circle of tasks", "circle", _upstream_too)
DIRECT_PACKAGES = _fault("direct-packages", "`^` means the packages that are named only", "upstream", _direct_packages)
ORDINARY_FORGOTTEN = _fault("ordinary-late", "a unit doesn't wait for ordinary deps", "_awaited", _ordinary_forgotten)
ITSELF_SPARED = _fault("itself-spared", "a package never waits for itself", "upstream", _itself_spared)
