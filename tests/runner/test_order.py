"""What may start (GRAPH-10): the incremental walk against the rule as it is written."""

from __future__ import annotations

import random

import pytest

from tsr_impl.config import Task
from tsr_impl.graph import Order


def task(name: str, deps: list[str], parallel: bool, aggregate: bool = False) -> Task:
    table: dict[str, object] = {"deps": deps, "parallel": parallel}
    if not (aggregate and deps):
        table["run"] = "true"
    return Task(name, table)


def literally(tasks: dict[str, Task], named: str, done: set[str]) -> list[str]:
    """The walk of GRAPH-10 from the named task, word for word; aggregates become done on the way."""
    while True:
        found: dict[str, None] = {}
        pending = [named]
        visited = set()
        while pending:
            name = pending.pop()
            if name in visited or name in done:
                continue
            visited.add(name)
            undone = [dep for dep in tasks[name].deps if dep not in done]
            if not undone:
                found[name] = None
            pending += reversed(undone if tasks[name].parallel else undone[:1])
        aggregates = [name for name in found if tasks[name].is_aggregate()]
        if not aggregates:
            return list(found)
        done |= set(aggregates)


def some_tasks(seed: int) -> dict[str, Task]:
    chance = random.Random(seed)
    tasks: dict[str, Task] = {}
    for number in range(chance.randint(1, 12)):
        deps = [f"t{chance.randrange(number)}" for _ in range(chance.randint(0, 4))] if number else []
        name = f"t{number}"
        tasks[name] = task(name, deps, chance.random() < 0.5, chance.random() < 0.3)
    return tasks


@pytest.mark.parametrize("seed", range(300))
def test_the_walk_goes_on_as_if_it_began_anew(seed: int) -> None:
    """GRAPH-10: whatever ends first, the same tasks are free to start, and each starts once (GRAPH-1)."""
    tasks = some_tasks(seed)
    named = list(tasks)[-1]
    chance = random.Random(seed + 1000)
    order = Order(tasks[named], tasks.__getitem__)
    running = [one.name for one in order.begin()]
    done: set[str] = set()
    assert running == literally(tasks, named, done)
    started = set(running)
    while running:
        ended = running.pop(chance.randrange(len(running)))
        done.add(ended)
        new = [one.name for one in order.after(tasks[ended])]
        assert not started & set(new)
        started |= set(new)
        running += new
        assert set(running) == set(literally(tasks, named, done))
    assert named in done


def test_many_deps_are_each_looked_at_once() -> None:
    """GRAPH-10: the work is proportional to the deps, in a wide graph and in a deep one."""
    count = 20_000

    class Counted(list[str]):
        looks = 0

        def __iter__(self):  # type: ignore[no-untyped-def]
            for one in super().__iter__():
                Counted.looks += 1
                yield one

    wide = {f"a{n}": task(f"a{n}", [], False) for n in range(count)}
    deep = {f"b{n}": task(f"b{n}", [f"b{n + 1}"] if n < count else [], True) for n in range(count + 1)}
    tasks = {**wide, **deep, "t": task("t", [*wide, "b0"], True)}
    for one in tasks.values():
        one.deps = Counted(one.deps)
    order = Order(tasks["t"], tasks.__getitem__)
    running = order.begin()
    ended = 0
    while running:
        ended += 1
        running += order.after(running.pop())
    assert ended == len(tasks)
    assert Counted.looks == 2 * count + 1
