"""Units and what may start (GRAPH-7, GRAPH-10, PKG-5): the runner's graph against the rules as they are written."""

from __future__ import annotations

import random

import pytest

from tsr_impl.config import Task
from tsr_impl.graph import Graph, Order
from tsr_impl.manifests import Manifest
from tsr_impl.packages import Package, Packages
from tsr_impl.report import ConfigFault
from tsr_impl.units import Unit

COMMANDS = 0.7  # of the tasks have one of their own


def task(name: str, deps: list[str], parallel: bool, run: bool = True, packages: list[str] | None = None) -> Task:
    table: dict[str, object] = {"deps": deps, "parallel": parallel}
    if run or not deps:
        table["run"] = "true"
    if packages is not None:
        table["packages"] = packages
    return Task(name, table)


def some_packages(chance: random.Random) -> Packages:
    """Packages `p0`, `p1`, …, of which each may depend on those in front of it."""
    made = []
    for number in range(chance.randint(0, 6)):
        requires = [f"p{n}" for n in range(number) if chance.random() < 0.4]
        made.append(Package(f"p{number}", f"/p{number}", "npm", Manifest(f"p{number}", requires)))
    chance.shuffle(made)
    return Packages(made)


def some_tasks(chance: random.Random, there: Packages) -> dict[str, Task]:
    tasks: dict[str, Task] = {}
    count = chance.randint(1, 9)
    for number in range(count):
        deps = [f"t{chance.randrange(number)}" for _ in range(chance.randint(0, 3))] if number else []
        packages = None
        if there.all and chance.random() < 0.5:
            packages = [one.path for one in chance.sample(there.all, chance.randint(1, len(there.all)))]
            # Mostly of those in front, lest all go in circles.
            deps += [
                f"^t{chance.randrange(number + 1 if chance.random() < 0.75 else count)}"
                for _ in range(chance.randint(0, 2))
            ]
            chance.shuffle(deps)
        name = f"t{number}"
        tasks[name] = task(name, deps, chance.random() < 0.5, chance.random() < COMMANDS, packages)
    return tasks


class Literally:
    """The rules, word for word. A unit is the name of a task, or that and a package."""

    def __init__(self, tasks: dict[str, Task], there: Packages, done: frozenset[Package]) -> None:
        self.tasks = tasks
        self.there = there
        self.gone = done

    def upstream(self, package: Package, found: dict[Package, None] | None = None) -> list[Package]:
        """All that a package depends on, those first that others depend on."""
        found = {} if found is None else found
        for dependency in self.there.dependencies(package):
            self.upstream(dependency, found)
            found[dependency] = None
        return list(found)

    def waits_for(self, unit: str) -> list[str]:
        name, _, path = unit.partition(" ")
        task = self.tasks[name]
        found = [dep for dep in task.deps if not dep.startswith("^")]
        if not path:
            packages = self.there.chosen(task) if task.packages else []
            return found + [f"{name} ({one.path})" for one in packages]
        package = next(one for one in self.there.all if f"({one.path})" == path)
        for dep in task.deps:
            if dep.startswith("^"):
                found += [f"{dep[1:]} ({one.path})" for one in self.upstream(package)]
        return found

    def has_command(self, unit: str) -> bool:
        name, _, path = unit.partition(" ")
        task = self.tasks[name]
        if any(path == f"({one.path})" for one in self.gone):
            return False
        return not task.is_aggregate() and (task.packages is None or bool(path))

    def startable(self, named: str, done: set[str]) -> list[str]:
        """The walk of GRAPH-10; what has no command becomes done on the way."""
        while True:
            found: dict[str, None] = {}
            pending = [named]
            visited = set()
            while pending:
                unit = pending.pop()
                if unit in visited or unit in done:
                    continue
                visited.add(unit)
                undone = [one for one in self.waits_for(unit) if one not in done]
                if not undone:
                    found[unit] = None
                pending += reversed(undone if self.tasks[unit.partition(" ")[0]].parallel else undone[:1])
            without = {unit for unit in found if not self.has_command(unit)}
            if not without:
                return list(found)
            done |= without

    def is_circular(self, named: str) -> bool:
        """Whether some unit waits for itself."""
        edges: dict[str, list[str]] = {}
        pending = [named]
        while pending:
            unit = pending.pop()
            if unit not in edges:
                edges[unit] = self.waits_for(unit)
                pending += edges[unit]
        left = dict(edges)
        while free := [unit for unit, waits_for in left.items() if not any(one in left for one in waits_for)]:
            for unit in free:
                del left[unit]
        return bool(left)


def labels(units: list[Unit]) -> list[str]:
    return [unit.label for unit in units if unit.has_command]


@pytest.mark.parametrize("seed", range(600))
def test_the_walk_goes_on_as_if_it_began_anew(seed: int) -> None:
    """GRAPH-10: whatever ends first, the same units are free to start, and each starts once (GRAPH-1)."""
    chance = random.Random(seed)
    there = some_packages(chance)
    tasks = some_tasks(chance, there)
    # What is done is done with all that it depends on (PKG-12).
    done_packages = frozenset(one for one in there.all if one.path < "p2") if chance.random() < 0.3 else frozenset()
    literally = Literally(tasks, there, done_packages)
    named = list(tasks)[-1]
    chosen = {name: there.chosen(one) for name, one in tasks.items() if one.packages}
    graph = Graph(tasks, tasks[named], chosen, there.dependencies, done_packages)
    if literally.is_circular(named):
        with pytest.raises(ConfigFault, match="circle"):
            graph.in_order()
        return
    in_order = labels(graph.in_order())
    order = Order(graph.named)
    done: set[str] = set()
    running = order.begin()
    assert labels(running) == literally.startable(named, done)
    started = labels(running)
    while running:
        ended = running.pop(chance.randrange(len(running)))
        done.add(ended.label)
        new = order.after(ended)
        assert not set(started) & set(labels(new))
        started += labels(new)
        running += new
        assert sorted(labels(running)) == sorted(literally.startable(named, done))
    assert named in done or tasks[named].packages
    assert sorted(started) == sorted(in_order)
    if not any(one.parallel for one in tasks.values()):
        assert started == in_order


@pytest.mark.parametrize("seed", range(100))
def test_without_parallel_the_plan_is_the_order(seed: int) -> None:
    """PLAN-1: the order that is shown is that of the walk if nothing is parallel."""
    chance = random.Random(seed)
    there = some_packages(chance)
    tasks = some_tasks(chance, there)
    for one in tasks.values():
        one.parallel = False
    named = list(tasks)[-1]
    if Literally(tasks, there, frozenset()).is_circular(named):
        return
    chosen = {name: there.chosen(one) for name, one in tasks.items() if one.packages}
    graph = Graph(tasks, tasks[named], chosen, there.dependencies)
    order = Order(graph.named)
    running, started = order.begin(), []
    while running:
        (unit,) = running
        started.append(unit)
        running = order.after(unit)
    assert labels(started) == labels(graph.in_order())


class Counted(list[Unit]):
    looks = 0

    def __iter__(self):  # type: ignore[no-untyped-def]
        for one in super().__iter__():
            Counted.looks += 1
            yield one


def looks(graph: Graph) -> tuple[int, int]:
    """How many units start when the run is played through, and how often one is looked at."""
    units, pending = {graph.named}, [graph.named]
    while pending:
        for one in pending.pop().waits_for:
            if one not in units:
                units.add(one)
                pending.append(one)
    for unit in units:
        unit.waits_for = Counted(unit.waits_for)
    Counted.looks = 0
    order = Order(graph.named)
    running = order.begin()
    started = 0
    while running:
        started += 1
        running += order.after(running.pop())
    return started, Counted.looks


def test_many_deps_are_each_looked_at_once() -> None:
    """GRAPH-10: the work is proportional to the deps, in a wide graph and in a deep one."""
    count = 20_000
    wide = {f"a{n}": task(f"a{n}", [], False) for n in range(count)}
    deep = {f"b{n}": task(f"b{n}", [f"b{n + 1}"] if n < count else [], True) for n in range(count + 1)}
    tasks = {**wide, **deep, "t": task("t", [*wide, "b0"], True)}
    graph = Graph(tasks, tasks["t"], {}, lambda package: [])
    assert looks(graph) == (len(tasks), 2 * count + 1)


@pytest.mark.parametrize("parallel", [False, True])
@pytest.mark.parametrize("upstream", ["t", "u"])
def test_a_long_chain_of_packages_is_looked_at_once(parallel: bool, upstream: str) -> None:
    """GRAPH-7: the work is proportional to the packages, though the last depends on all others."""
    count = 3000
    manifests = [Manifest(f"p{n}", [f"p{n - 1}"] if n else []) for n in range(count)]
    there = Packages([Package(f"p{n}", f"/p{n}", "npm", manifest) for n, manifest in enumerate(manifests)])
    tasks = {"t": task("t", [f"^{upstream}"], parallel, packages=["*"]), "u": task("u", [], False)}
    graph = Graph(tasks, tasks["t"], {"t": there.all}, there.dependencies)
    units = count if upstream == "t" else 2 * count - 1
    assert len(labels(graph.in_order())) == units
    started, looked = looks(graph)
    assert started == units
    assert looked < 5 * count
