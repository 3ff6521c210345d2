"""Runs of two tasks over a few packages: what is refused, what runs, behind what, and in which orders (GRAPH, PKG)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, combinations, pairwise, product
from typing import Literal, TypeAlias

from tsr_model import graph, workload
from tsr_model.choices import OURS
from tsr_model.command_line import Request
from tsr_model.config import Config, Task
from tsr_model.fence import Bounds
from tsr_model.filesystem import Directory, File, FileSystem, Node, Number
from tsr_model.graph import Dep, Packages
from tsr_model.names import Place
from tsr_model.packages import Workspace
from tsr_model.refusal import Notes, Refusal
from tsr_model.schedule import Order, may_start
from tsr_model.shell import Sequence, parse
from tsr_model.workload import Workload
from tsr_proofs.closure import closure
from tsr_proofs.packages.dependencies import smallest_order
from tsr_spec.case import Declared

TASKS = ("a", "b")
PACKAGES = ("p", "q", "r")


def _parsed(text: str) -> Sequence:
    found = parse(text)
    assert isinstance(found, Sequence)
    return found


RUN = _parsed("x")
"""A command that stands for all."""


@dataclass(slots=True)
class Run:
    """What each task depends on and runs in, what each package depends on; `a` is asked for.

    `bare`: these tasks have no `run`, and are aggregates unless they have packages. `resumed`: a package to resume
    from.
    """

    deps: dict[str, tuple[Dep, ...]]
    selected: dict[str, tuple[str, ...]]
    needs: dict[str, tuple[str, ...]]
    parallel: frozenset[str] = frozenset()
    bare: frozenset[str] = frozenset()
    resumed: str | None = None
    _load: Workload | Refusal | None = field(default=None, init=False, repr=False)

    @property
    def load(self) -> Workload | Refusal:
        """The work of the run, as the model puts it together, or why it refuses; asked for once."""
        if self._load is None:
            files = _files(len(self.needs))
            declared: dict[Place, Declared] = {
                (one, "Cargo.toml"): Declared("", one, others) for one, others in self.needs.items()
            }
            space = Workspace(files, 0, Bounds(()), declared, Notes(OURS))
            values = {} if self.resumed is None else {"--resume-from": self.resumed}
            self._load = workload.workload(space, self._config(), Request("a", values=values))
        return self._load

    def _config(self) -> Config:
        tasks = {}
        for task, deps in self.deps.items():
            run = None if task in self.bare else RUN
            tasks[task] = Task(task, run, packages=self.selected.get(task), deps=deps, parallel=task in self.parallel)
        return Config(tasks, members=("*",))

    def __str__(self) -> str:
        told = []
        for task, deps in self.deps.items():
            words = [f"[{', '.join('^' * dep.upstream + dep.task for dep in deps)}]"]
            words += [f"in {', '.join(self.selected[task])}"] if task in self.selected else []
            words += ["parallel"] * (task in self.parallel) + ["without run"] * (task in self.bare)
            told.append(f"{task}: {' '.join(words)}")
        told += [f"{one} needs {', '.join(others)}" for one, others in self.needs.items() if others]
        told += [f"--resume-from {self.resumed}"] if self.resumed else []
        return "; ".join(told)


Varied: TypeAlias = Literal["parallel", "resumed", "all"]


@lru_cache(maxsize=8)
def _files(count: int) -> FileSystem:
    """A root that holds so many packages."""
    nodes: dict[Number, Node] = {0: Directory({name: at + 1 for at, name in enumerate(PACKAGES[:count])}, 0)}
    for at in range(count):
        nodes |= {at + 1: Directory({"Cargo.toml": count + at + 1}, 0), count + at + 1: File("")}
    return FileSystem(nodes)


def runs(most: int, packages: int, varied: Varied) -> Iterator[Run]:
    """Every run of two tasks with up to `most` deps each, over every graph of so many packages.

    `varied`: with both tasks parallel or neither; resumed from each package, or from none; or each parallel or not,
    `b` without `run` or not, and resumed or not.
    """
    places = PACKAGES[:packages]
    fans: list[tuple[str, ...] | None] = [("*",), (places[0],), None]
    none, both = frozenset[str](), frozenset(TASKS)
    flags = {"parallel": [none, both], "resumed": [none], "all": [*map(frozenset, _subsets(TASKS))]}[varied]
    bares = [none, frozenset("b")] if varied == "all" else [none]
    from_on = {"parallel": (None,), "resumed": places, "all": (None, *places)}[varied]
    needs = list(product(*([some for some in _subsets(places) if one not in some] for one in places)))
    for fan_of_a, fan_of_b in product(fans, fans):
        fanned = {task: fan for task, fan in zip(TASKS, (fan_of_a, fan_of_b), strict=True) if fan is not None}
        ways = [_lists(task in fanned, most) for task in TASKS]
        for deps, needed, parallel, bare, resumed in product(product(*ways), needs, flags, bares, from_on):
            if bare and (not deps[1] or "b" in fanned):
                continue  # it would be no aggregate
            yield Run(
                dict(zip(TASKS, deps, strict=True)),
                fanned,
                dict(zip(places, needed, strict=True)),
                parallel,
                bare,
                resumed,
            )


def _lists(has_packages: bool, most: int) -> list[tuple[Dep, ...]]:
    one = [Dep(name, mark) for mark in (False, True)[: 1 + has_packages] for name in TASKS]
    return [deps for length in range(most + 1) for deps in product(one, repeat=length)]


def _subsets(names: Collection[str]) -> list[tuple[str, ...]]:
    return list(chain.from_iterable(combinations(names, count) for count in range(len(names) + 1)))


# --- the second reading: what each unit waits for, as it is said of it -----------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    """What the clauses say of a run: what each unit waits for, in the end; which there are, which have a command."""

    waits: dict[str, set[str]]
    reached: set[str]
    commands: set[str]


def _label(task: str, package: str) -> str:
    return f"{task} ({package})"


def said(case: Run, passed: Collection[str], only: Collection[str] = PACKAGES) -> Said:
    """Fan-outs are over what is among `only`; in what is `passed` no unit has a command."""
    leads = closure(case.needs)
    units: dict[str, set[str]] = {}
    for task, deps in case.deps.items():
        ordinary = {dep.task for dep in deps if not dep.upstream}
        units[task] = ordinary | {_label(task, one) for one in _own(case, task) if one in only}
        for package in case.needs:
            units[_label(task, package)] = ordinary | {
                _label(dep.task, one) for dep in deps if dep.upstream for one in leads[package]
            }
    over = {_label(task, one) for task in case.deps for one in passed}
    waits = closure(units)
    reached = {"a"} | waits["a"]
    return Said(waits, reached, {unit for unit in reached - over if _has_command(case, unit)})


def _own(case: Run, task: str) -> tuple[str, ...]:
    entries = case.selected.get(task, ())
    return tuple(case.needs) if "*" in entries else entries


def _has_command(case: Run, unit: str) -> bool:
    task = unit.partition(" ")[0]
    return task not in case.bare and (unit != task or task not in case.selected)


def _passed(case: Run) -> tuple[str, ...]:
    """The packages before the one that a run is resumed from."""
    order = smallest_order(case.needs)
    return order[: order.index(case.resumed)] if case.resumed in order else ()


# --- claims ----------------------------------------------------------------------------------------------------------


def refused_iff_in_a_circle(case: Run) -> str | None:
    """PKG-13, GRAPH-3: a run is refused exactly if tasks wait for one another, or some packages depend on each other
    when it is resumed from one, or a unit with a `^` dep is in one that is or leads to such, or units wait for one
    another; by the first of these."""
    found = case.load.clauses[0] if isinstance(case.load, Refusal) else None
    expected = _circle(case)
    return None if found == expected else f"the model: {found}, the second reading: {expected}"


def _circle(case: Run) -> str | None:
    ordinary = closure({task: {d.task for d in deps if not d.upstream} for task, deps in case.deps.items()})
    reached = {"a"} | closure({task: {d.task for d in deps} for task, deps in case.deps.items()})["a"]
    if any(task in ordinary[task] for task in reached):
        return "GRAPH-3"
    leads = closure(case.needs)
    looped = {one for one in leads if one in leads[one]}
    if case.resumed and looped:
        return "PKG-13"
    told = said(case, _passed(case))
    tasks = [task for task, deps in case.deps.items() if any(dep.upstream for dep in deps)]
    inside = {one for one in leads for task in tasks if _label(task, one) in told.reached}
    if any(one in looped or leads[one] & looped for one in inside):
        return "PKG-13"
    return "GRAPH-3" if any(unit in told.waits[unit] for unit in told.reached) else None


def nothing_is_refused(case: Run) -> str | None:
    """Witness: no run is refused."""
    return f"refused by {case.load.clauses}" if isinstance(case.load, Refusal) else None


def reached_are_planned(case: Run) -> str | None:
    """GRAPH-7, PKG-5, GRAPH-4: a run has a unit for each package of a fan-out, and for each that one of its units
    depends on, through others too, by `^`, selected or not; each once, in the plan behind all that it waits for."""
    if isinstance(case.load, Refusal) or case.resumed:
        return None
    return _planned(case, ())


def resumed_runs_the_rest(case: Run) -> str | None:
    """PKG-12: a run that is resumed has exactly the units that it would have, without those in the packages before,
    each behind all others that it waits for; and all that a package before depends on is before."""
    if isinstance(case.load, Refusal) or not case.resumed:
        return None
    passed = _passed(case)
    late = [one for one in passed for other in case.needs[one] if other not in passed]
    return f"{late[0]} depends on what is not before" if late else _planned(case, passed)


def _planned(case: Run, passed: Collection[str]) -> str | None:
    assert isinstance(case.load, Workload)
    plan, told = [work.label for work in case.load.works], said(case, passed)
    if len(set(plan)) < len(plan) or set(plan) != told.commands:
        return f"the model: {plan}, the second reading: {sorted(told.commands)}"
    for at, unit in enumerate(plan):
        if not told.waits[unit] & told.commands <= set(plan[:at]):
            return f"in the plan {plan}, {unit} comes too early"
    return None


def planned_as_written_out(case: Run) -> str | None:
    """PLAN-1, GRAPH-7, PKG-5: the plan has a unit where it is first needed: of a task its deps come first and then its
    packages as they are selected; of a unit its task's deps and then what it names by `^`, and of that first what
    others depend on, by path."""
    if isinstance(case.load, Refusal):
        return None
    over = {_label(task, one) for task in case.deps for one in _passed(case)}
    whole = [unit for unit in dict.fromkeys(_written_out(case, "a", None)) if unit not in over]
    plan, expected = [work.label for work in case.load.works], [unit for unit in whole if _has_command(case, unit)]
    return None if plan == expected else f"the model: {plan}, the second reading: {expected}"


def _written_out(case: Run, task: str, package: str | None) -> Iterator[str]:
    """A unit behind all that it waits for, however often that comes."""
    deps = case.deps[task]
    for dep in deps:
        if not dep.upstream:
            yield from _written_out(case, dep.task, None)
    if package is None:
        inside = [(task, one) for one in _own(case, task)]
    else:
        upstream = [dep.task for dep in deps if dep.upstream]
        inside = [(other, one) for other in upstream for one in dict.fromkeys(_depended_on(case, package))]
    for other, one in inside:
        yield from _written_out(case, other, one)
    yield task if package is None else _label(task, package)


def _depended_on(case: Run, package: str) -> Iterator[str]:
    """What a package depends on, each behind what it depends on itself."""
    for other in sorted(case.needs[package]):
        yield from _depended_on(case, other)
        yield other


def by_path_alone(case: Run) -> str | None:
    """Witness: units of a task come by path."""
    plan = () if isinstance(case.load, Refusal) else case.load.works
    inside = [(work.task.name, work.package) for work in plan if work.package]
    return next((f"{[*inside]}" for one, other in pairwise(inside) if one[0] == other[0] and one > other), None)


def everything_runs(case: Run) -> str | None:
    """Witness: each task of a run runs in each package, or none."""
    if isinstance(case.load, Refusal):
        return None
    inside = [work.package for work in case.load.works if work.package]
    return f"only in {inside}" if 0 < len(set(inside)) < len(case.needs) else None


def every_play_runs_all(case: Run) -> str | None:
    """GRAPH-10, GRAPH-7, GRAPH-1: in whatever order units end, each is started once, behind all that it waits for, and
    all of them are in the end; they are the same without `parallel`, and then come one by one, as the plan has them."""
    if isinstance(case.load, Refusal):
        return None
    told, labels = said(case, _passed(case)), [work.label for work in case.load.works]
    order = Order(case.load.awaited, case.load.parallel, "a", frozenset(labels))
    todo: list[tuple[tuple[str, ...], frozenset[str]]] = [((), frozenset())]
    met = set()
    while todo:
        done, running = todo.pop()
        if (frozenset(done), running) in met:
            continue
        met.add((frozenset(done), running))
        may = [unit for unit in may_start(order, done) if unit not in running]
        if any(unit in done or not told.waits[unit] & told.commands <= set(done) for unit in may):
            return f"behind {done}, {may} may start"
        if not may and not running and set(done) != told.commands:
            return f"behind {done} nothing may start"
        if not case.parallel and (len(may) + len(running) > 1 or list(done) != labels[: len(done)]):
            return f"behind {done}, {may} may start beside {sorted(running)}, and the plan is {labels}"
        todo += [(done, running | {unit}) for unit in may]
        todo += [((*done, unit), running - {unit}) for unit in running]
    return None


def one_may_start(case: Run) -> str | None:
    """Witness: never may more than one unit start."""
    if isinstance(case.load, Refusal):
        return None
    labels = frozenset(work.label for work in case.load.works)
    found = may_start(Order(case.load.awaited, case.load.parallel, "a", labels), ())
    return f"{found}" if len(found) > 1 else None


def narrowed_keeps_upstream(case: Run) -> str | None:
    """GIT-3, GRAPH-7: whatever fan-outs are narrowed to, what is left has all that it depends on by `^`, and waits for
    the same units as before; nothing else runs in packages."""
    if isinstance(case.load, Refusal) or case.resumed or case.parallel:
        return None
    depends = {one: tuple(sorted(others)) for one, others in case.needs.items()}
    whole = graph.awaited(case.deps, Packages(depends, {task: _own(case, task) for task in case.selected}), "a")
    for affected in _subsets(tuple(case.needs)):
        own = {task: tuple(one for one in _own(case, task) if one in affected) for task in case.selected}
        found = graph.awaited(case.deps, Packages(depends, own), "a")
        units = {unit.label for unit in found if unit.package}
        expected = {unit for unit in said(case, (), affected).reached if " " in unit}
        if units != expected:
            return f"narrowed to {affected}: {sorted(units)}, the second reading: {sorted(expected)}"
        lost = [unit for unit in found if unit.package and set(found[unit]) != set(whole[unit])]
        if lost:
            return f"narrowed to {affected}: {lost[0].label} waits for other units than before"
    return None


def narrowed_is_all(case: Run) -> str | None:
    """Witness: a run that is narrowed to the first package runs in that only."""
    if isinstance(case.load, Refusal) or not case.selected:
        return None
    depends = {one: tuple(sorted(others)) for one, others in case.needs.items()}
    first = dict.fromkeys(case.selected, PACKAGES[:1])
    units = graph.awaited(case.deps, Packages(depends, first), "a")
    return next((f"{unit.label} runs" for unit in units if unit.package not in (None, *PACKAGES[:1])), None)
