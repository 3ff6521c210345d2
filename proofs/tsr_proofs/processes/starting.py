"""What may start, and which children have a group of their own, on every small graph (GRAPH-10, TREE-1, TREE-7)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise, permutations, product

from tsr_model import graph, isolation
from tsr_model.graph import Dep, Deps, Task

NAMES = ("a", "b", "c", "d")


@dataclass(slots=True)
class Walk:
    """Some tasks of which some are parallel and some are done; `a` is asked for."""

    deps: dict[Task, tuple[Dep, ...]]
    parallel: frozenset[Task]
    done: frozenset[Task]

    def __str__(self) -> str:
        said = "; ".join(
            f"{task}{' (parallel)' * (task in self.parallel)}: "
            f"[{', '.join('^' * dep.upstream + dep.task for dep in deps)}]"
            for task, deps in self.deps.items()
        )
        return f"{said} | done: {', '.join(sorted(self.done)) or 'nothing'}"


def walks(count: int, marked: bool) -> Iterator[Walk]:
    """Every graph without circles of so many tasks, each task `parallel` or not, and each choice of what is done.

    Deps come later in the alphabet, which leaves no graph out but for its names. With `^` where `marked`.
    """
    names = NAMES[:count]
    for deps, flags, over in product(graphs(count, marked), _flags(count), _flags(count)):
        yield Walk(deps, _chosen(names, flags), _chosen(names, over))


def graphs(count: int, marked: bool) -> Iterator[dict[Task, tuple[Dep, ...]]]:
    """Every graph of so many tasks, in which a task depends on later ones, in any order, each once."""
    names = NAMES[:count]
    lists: list[list[tuple[Dep, ...]]] = []
    for at in range(count):
        later = [Dep(name, mark) for name in names[at + 1 :] for mark in (False, True)[: 1 + marked]]
        most = range(len(names[at + 1 :]) + 1)
        lists.append([found for length in most for found in permutations(later, length)])
    for chosen in product(*lists):
        yield dict(zip(names, chosen, strict=True))


def _flags(count: int) -> list[tuple[bool, ...]]:
    return list(product((False, True), repeat=count))


def _chosen(names: tuple[Task, ...], flags: tuple[bool, ...]) -> frozenset[Task]:
    return frozenset(name for name, is_set in zip(names, flags, strict=True) if is_set)


# --- the second reading: chains instead of a walk --------------------------------------------------------------------


def come_to(deps: Deps, parallel: Collection[Task], named: Task, done: Collection[Task]) -> tuple[Task, ...]:
    """What may start, aggregates that may counting as done: tasks with nothing left to wait for that a chain leads to.

    A link of a chain leads from a task that is parallel to any dep that isn't done, from another to the first such.
    Of two tasks that may start the one whose chain takes the earlier deps comes first.
    """
    left = {task: [d.task for d in its if not d.upstream and d.task not in done] for task, its in deps.items()}
    links = {task: its if task in parallel else its[:1] for task, its in left.items()}
    ends: dict[Task, tuple[int, ...]] = {}
    others = [task for task in deps if task not in done and task != named]
    for length in range(len(others) + 1):
        for tail in permutations(others, length):
            chain = (named, *tail)
            taken = _taken(links, chain)
            if taken is not None and not left[chain[-1]] and named not in done:
                ends[chain[-1]] = min(taken, ends.get(chain[-1], taken))
    return tuple(sorted(ends, key=lambda task: ends[task]))


def _taken(links: Mapping[Task, list[Task]], chain: tuple[Task, ...]) -> tuple[int, ...] | None:
    """Which link a chain takes at each of its tasks; None where there is no such link."""
    taken = []
    for here, there in pairwise(chain):
        if there not in links[here]:
            return None
        taken.append(links[here].index(there))
    return tuple(taken)


# --- claims ----------------------------------------------------------------------------------------------------------


def may_start_alike(case: Walk) -> str | None:
    """GRAPH-10, GRAPH-1: what may start is what the second reading says, each once, in the order of the walk."""
    found = graph.startable(case.deps, case.parallel, "a", case.done)
    expected = come_to(case.deps, case.parallel, "a", case.done)
    return None if found == expected else f"the model: {found}, the second reading: {expected}"


def one_may_start(case: Walk) -> str | None:
    """Witness: never may more than one task start."""
    found = graph.startable(case.deps, case.parallel, "a", case.done)
    return f"{found}" if len(found) > 1 else None


def starting_comes_through(case: Walk) -> str | None:
    """GRAPH-10, GRAPH-8: until the task asked for is done something may start, nothing that is done may; and where no
    task is parallel, starting what may start runs everything in the order of GRAPH-8."""
    if case.done:
        found = graph.startable(case.deps, case.parallel, "a", case.done)
        return f"{found}" if bool(found) != ("a" not in case.done) or case.done & set(found) else None
    begun: list[Task] = []
    while "a" not in begun:
        found = graph.startable(case.deps, case.parallel, "a", begun)
        if not found or set(found) & set(begun):
            return f"behind {begun}: {found}"
        begun.append(found[0])
    ordinary = {task: tuple(dep for dep in its if not dep.upstream) for task, its in case.deps.items()}
    wanted = graph.reach(ordinary, "a")
    same = tuple(begun) == wanted if not case.parallel else sorted(begun) == sorted(wanted)
    return None if same else f"in the order {begun}, not {wanted}"


def all_begin_with_the_last(case: Walk) -> str | None:
    """Witness: what may start first is what was declared last."""
    found = graph.startable(case.deps, case.parallel, "a", case.done)
    return f"{found}" if found and found[0] != max(found) else None


# --- groups ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Arrangement:
    """Some tasks, of which some are parallel, and whether standard input is a terminal; `a` is asked for."""

    walk: Walk
    terminal: bool

    def __str__(self) -> str:
        return f"{self.walk}, {'a terminal' if self.terminal else 'no terminal'}"


def arrangements(count: int) -> Iterator[Arrangement]:
    """Every graph of so many tasks, with `^`, each task parallel or not, with a terminal and without."""
    names = NAMES[:count]
    for deps, flags, terminal in product(graphs(count, True), _flags(count), (False, True)):
        yield Arrangement(Walk(deps, _chosen(names, flags), frozenset()), terminal)


def own_groups(case: Arrangement) -> str | None:
    """TREE-1, TREE-7: children have groups of their own unless standard input is a terminal and no task that the run
    leads to, by `^` too, is parallel; and a child in a group of its own never reads the terminal."""
    deps, parallel = case.walk.deps, case.walk.parallel
    found = isolation.isolated(case.terminal, (task in parallel for task in graph.reach(deps, "a")))
    reads = isolation.stdin_of_a_child(case.terminal, found)
    shares = case.terminal and not any(_leads_to(deps, task) for task in parallel)
    if found == shares:
        return f"groups of their own: {found}"
    return None if (reads == "null") == (case.terminal and found) else f"groups of their own: {found}, stdin {reads}"


def _leads_to(deps: Mapping[Task, tuple[Dep, ...]], task: Task) -> bool:
    """Whether `a` leads to a task: it is it, or something that `a` leads to names it."""
    return task == "a" or any(_leads_to(deps, other) for other, its in deps.items() if task in {d.task for d in its})


def a_terminal_is_shared(case: Arrangement) -> str | None:
    """Witness: where standard input is a terminal, children share it."""
    flags = (task in case.walk.parallel for task in graph.reach(case.walk.deps, "a"))
    return "a group of its own" if case.terminal and isolation.isolated(True, flags) else None
