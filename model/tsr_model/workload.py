"""What a run consists of: its units, each with its directory and its command, and what each waits for.

Here is put together what the config, the packages and the command line say. It is refused in the order of EXIT-10.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tsr_model import fence, graph, kernel
from tsr_model import packages as pkg
from tsr_model.command_line import Request
from tsr_model.config import Config, Task
from tsr_model.fence import Allowed
from tsr_model.filesystem import Directory
from tsr_model.forms import detected
from tsr_model.graph import Circle, Dep, Deps, Packages, Unit, Unknown
from tsr_model.messages import circle_line
from tsr_model.names import path
from tsr_model.packages import Ecosystem, Workspace
from tsr_model.refusal import Refusal
from tsr_model.shell import Sequence


@dataclass(frozen=True, slots=True)
class Work:
    """A unit that has a command: its task, its directory as it is written, and the command: a sequence, or words that
    stand as they are."""

    label: str
    task: Task
    directory: str
    command: Sequence | tuple[str, ...]
    package: str | None = None


@dataclass(frozen=True, slots=True)
class Workload:
    """All that a run reaches: its tasks, in the order in which they are judged; its units with a command, in that of
    the plan; and what each unit waits for, by their labels, those without a command included."""

    tasks: tuple[Task, ...]
    works: tuple[Work, ...]
    awaited: Deps
    parallel: frozenset[str]


def workload(space: Workspace, config: Config, asked: Request) -> Workload | Refusal:
    """The work of a run, or why it can't be told (EXIT-10)."""
    tasks = reach(config, asked)
    if isinstance(tasks, Refusal):
        return tasks
    found = _packages(space, config, asked, tasks)
    if isinstance(found, Refusal):
        return found
    deps = {name: task.deps for name, task in config.tasks.items()}
    refusal = _judge_circles(space, deps, found, asked)
    if refusal is not None:
        return refusal
    units = graph.units(deps, found, asked.task)
    if isinstance(units, Circle):
        return Refusal(("GRAPH-3",))
    if found.passed:
        found, units = _behind_done(space, deps, found, units, asked)
    works = []
    for unit in units:
        work = _work(space, config.tasks[unit.task], unit)
        if isinstance(work, Refusal):
            return work
        works += [work] if work is not None else []
    if asked.arguments and config.tasks[asked.task].aggregate:
        return Refusal(("GRAPH-9",))
    awaited = graph.awaited(deps, found, asked.task)
    space.notes.by(*(("GRAPH-7",) if any(dep.upstream for unit in awaited for dep in deps[unit.task]) else ()))
    return Workload(
        tasks,
        tuple(works),
        {unit.label: tuple(Dep(other.label) for other in before) for unit, before in awaited.items()},
        frozenset(unit.label for unit in awaited if config.tasks[unit.task].parallel),
    )


def reach(config: Config, asked: Request) -> tuple[Task, ...] | Refusal:
    """What the run reaches, in execution order; refused where there is no such task (CLI-1, GRAPH)."""
    if asked.task not in config.tasks:
        return Refusal(("CLI-1",))
    names = graph.order({name: task.deps for name, task in config.tasks.items()}, asked.task)
    match names:
        case Unknown():
            return Refusal(("GRAPH-2",))
        case Circle(path=met):
            return Refusal(("GRAPH-3",), circle_line(met))
        case _:
            return tuple(config.tasks[name] for name in names)


# --- packages --------------------------------------------------------------------------------------------------------


def _packages(space: Workspace, config: Config, asked: Request, tasks: tuple[Task, ...]) -> Packages | Refusal:
    """The package graph, what each task selects, and what is passed over."""
    entries = [entry for task in tasks for entry in task.packages or ()]
    needed = any(task.packages is not None for task in tasks) or asked.resume_from is not None
    needed = needed or asked.since is not None
    for entry in (*config.members, *entries):
        refusal = pkg.judge_prefix(space, entry)
        if refusal is not None:
            return refusal
    if not needed:
        return Packages({}, {})
    found = pkg.find_packages(space, config.members)
    if isinstance(found, Refusal):
        return found
    selected = {}
    for task in tasks:
        if task.packages is not None:
            chosen = pkg.select(found, task.packages)
            if chosen is None:
                return Refusal(("PKG-4",))
            selected[task.name] = chosen
    space.notes.by("PKG-1", "PKG-2", *(("PKG-4", "PKG-5") if selected else ()))
    depends = pkg.depends(found)
    passed = _passed(found, depends, asked)
    if isinstance(passed, Refusal):
        return passed
    space.notes.by(*(("PKG-12",) if passed else ()))
    return Packages(depends, selected, passed)


def _passed(
    found: tuple[pkg.Package, ...], depends: Mapping[str, tuple[str, ...]], asked: Request
) -> frozenset[str] | Refusal:
    """The packages that count as done (PKG-12)."""
    if asked.resume_from is None:
        return frozenset()
    start = pkg.named(found, asked.resume_from)
    if start is None:
        return Refusal(("PKG-12",))
    order = pkg.topological(depends)
    if len(order) < len(depends):
        return Refusal(("PKG-13",))
    return frozenset(order[: order.index(start)])


def _behind_done(
    space: Workspace, deps: Deps, packages: Packages, units: tuple[Unit, ...], asked: Request
) -> tuple[Packages, tuple[Unit, ...]]:
    """The same packages and units, or those without what only units that count as done wait for (PKG-12)."""
    without = replace(packages, leaves_out=True)
    fewer = graph.units(deps, without, asked.task)
    assert not isinstance(fewer, Circle), "leaving something out closes no circle"
    if fewer != units and space.notes.choose("behind_done") == "leave out":
        return without, fewer
    return packages, units


def _judge_circles(space: Workspace, deps: Deps, packages: Packages, asked: Request) -> Refusal | None:
    """Refuses packages in a circle, where `^` needs an order of them (PKG-13)."""
    if not packages.depends:
        return None
    units = graph.awaited(deps, packages, asked.task)
    fanned = {unit.package for unit in units if unit.package and any(dep.upstream for dep in deps[unit.task])}
    if pkg.circle(packages.depends, {package for package in fanned if package is not None}):
        return Refusal(("PKG-13",))
    has_upstream = any(dep.upstream for unit in units for dep in deps[unit.task])
    if not has_upstream or not pkg.circle(packages.depends, packages.depends):
        return None
    return Refusal(("PKG-13",)) if space.notes.choose("package_circle") == "any" else None


# --- commands (FORM) -------------------------------------------------------------------------------------------------


def _work(space: Workspace, task: Task, unit: Unit) -> Work | Refusal | None:
    """A unit with its command; None for an aggregate (FORM-1, CLI-10)."""
    if task.aggregate:
        return None
    directory = unit.package or ("." if task.dir is None else task.dir)
    words = task.delegate or task.run
    if words is None:
        ecosystem = _ecosystem(space, directory)
        if isinstance(ecosystem, Refusal):
            return ecosystem
        space.notes.by("FORM-3")
        words = detected(ecosystem, task)
    elif task.delegate:
        space.notes.by("FORM-2", *(("FORM-1",) if task.run else ()))
    return Work(unit.label, task, directory, words, unit.package)


def _ecosystem(space: Workspace, directory: str) -> Ecosystem | Refusal:
    """That of a task's directory, which nobody looks into if it lies outside: it will be refused (FENCE-1)."""
    if not isinstance(fence.content(space.files, space.root, space.bounds, path(directory)), Allowed):
        return "npm"
    number = kernel.stat(space.files, space.root, path(directory))
    if isinstance(number, str) or not isinstance(space.files.nodes[number], Directory):
        return Refusal(("CLI-10",))
    marker = pkg.marker_in(space, number)
    if isinstance(marker, Refusal):
        return marker
    return Refusal(("CLI-10",)) if marker is None else marker.ecosystem
