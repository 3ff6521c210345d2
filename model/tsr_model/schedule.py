"""The units of a run, begun when they may start, and whether what was observed is such an order (GRAPH, TREE-4).

What ran side by side may have come in any order, so that a run with parallel units is not foretold but checked: the
starts and ends of its programs, as they were observed, are gone through one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tsr_model.choices import Choices
from tsr_model.exit_code import Failure, Signal, admissible
from tsr_model.graph import Deps, Task, startable_commands
from tsr_model.sequence import Played


@dataclass(frozen=True, slots=True)
class Order:
    """What the order of a run rests on. `commands`: the tasks that have one; all others are aggregates (GRAPH-4)."""

    deps: Deps
    parallel: frozenset[Task]
    named: Task
    commands: frozenset[Task]
    bail: bool = True

    @property
    def side_by_side(self) -> bool:
        """Whether units of the run may run at the same time."""
        return any(len(self.deps[task]) > 1 for task in self.parallel if task in self.deps)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit that was begun, and how it ends if nobody ends it: with a status, not at all, or by a runner-level error.

    `children`: its programs in order, by their positions among all.
    """

    task: Task
    end: Literal["ended", "held", "error"]
    status: int
    children: tuple[int, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether it fails by itself."""
        return self.end == "ended" and self.status != 0


def may_start(order: Order, done: Collection[Task]) -> tuple[Task, ...]:
    """The tasks with a command that may start once this is done (GRAPH-10)."""
    return startable_commands(order.deps, order.parallel, order.named, done, order.commands)


def done_by(order: Order, units: Collection[Unit]) -> set[Task]:
    """What counts as done: what went well, and with `--no-bail` what failed (GRAPH-11)."""
    return {unit.task for unit in units if unit.end == "ended" and not (unit.failed and order.bail)}


def commands_awaited(order: Order, task: Task) -> set[Task]:
    """The tasks that a task depends on and that have a command, directly or by way of aggregates only."""
    found: set[Task] = set()
    for dep in order.deps[task]:
        found |= {dep.task} if dep.task in order.commands else commands_awaited(order, dep.task)
    return found


# --- played ----------------------------------------------------------------------------------------------------------


def play_units(run: Played, order: Order, choices: Choices, play: Callable[[Task], Iterator[str]]) -> tuple[Unit, ...]:
    """Plays each unit that is begun, when it may start (GRAPH-10), until none is left that may (GRAPH-5, GRAPH-11).

    One that waits for another unit's program goes on once that is up. The units in the order in which they end.
    """
    units: dict[Task, Unit] = {}
    waiting: dict[Task, tuple[str, Iterator[str]]] = {}
    left_out: set[Task] = set()
    while True:
        done = done_by(order, units.values()) | left_out
        task = next((task for task in may_start(order, done) if task not in units and task not in waiting), None)
        if task is not None and _is_left_out(run, order, choices, task, units, left_out):
            left_out.add(task)
            continue
        if task is not None:
            going = play(task)
        else:
            task = next((task for task, (awaited, _) in waiting.items() if awaited in _up(run)), None)
            if task is None:
                return (*units.values(), *(Unit(task, "held", 0, _children(run, task)) for task in waiting))
            _, going = waiting.pop(task)
        awaited = _played(run, task, going, units)
        if awaited:
            waiting[task] = awaited, going


def _is_left_out(
    run: Played, order: Order, choices: Choices, task: Task, units: Mapping[Task, Unit], left_out: Collection[Task]
) -> bool:
    """Whether it depends on what has failed, and is left out for that (GRAPH-11)."""
    failed = {unit.task for unit in units.values() if unit.failed} | set(left_out)
    if not failed & commands_awaited(order, task):
        return False
    run.open |= {"behind_a_failure"}
    return choices.behind_a_failure == "leave out"


def _up(run: Played) -> set[str]:
    return {program.name for program in run.programs}


def _children(run: Played, task: Task) -> tuple[int, ...]:
    return tuple(at for at, owner in enumerate(run.owners) if owner == task)


def _played(run: Played, task: Task, going: Iterator[str], units: dict[Task, Unit]) -> str:
    """Plays a unit until it waits for a program that is not up yet, whose name this gives; or to its end."""
    run.status, run.held, run.stopped = 0, False, False
    awaited = next((name for name in going if name not in _up(run)), "")
    if not awaited:
        end: Literal["ended", "held", "error"] = "error" if run.stopped else "held" if run.held else "ended"
        units[task] = Unit(task, end, run.status, _children(run, task))
    return awaited


# --- observed --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moment:
    """One child, by its position among those foretold, was seen to begin, or to end by itself."""

    child: int
    what: Literal["begins", "ends"]


def disorder(order: Order, units: Sequence[Unit], seen: Sequence[Moment]) -> str | None:
    """What began too early, in words; None where each child began when it might (GRAPH-1, GRAPH-5, GRAPH-10)."""
    of = {child: unit for unit in units for child in unit.children}
    ended: set[int] = set()
    for moment in seen:
        unit = of[moment.child]
        in_front = unit.children[: unit.children.index(moment.child)]
        if moment.what == "ends":
            ended.add(moment.child)
        elif not ended.issuperset(in_front):
            return f"a command of '{unit.task}' began before the one in front of it had ended"
        elif not in_front and unit.task not in _might_start(order, units, ended):
            return f"'{unit.task}' began before what it waits for was done"
    return None


def _might_start(order: Order, units: Sequence[Unit], ended: Collection[int]) -> set[Task]:
    """What might have started by now; a unit whose programs have all ended counts as over, one without as soon as it
    might start."""
    over: list[Unit] = []
    while True:
        found = set(may_start(order, done_by(order, over)))
        new = [u for u in units if u.task in found and set(u.children) <= set(ended) and done_by(order, [u])]
        if not new:
            return found
        over += new


def exits(order: Order, units: Sequence[Unit], interrupts: Sequence[Signal], seen: Sequence[Moment]) -> frozenset[int]:
    """The codes that the run may end with, as far as what was observed decides which failure was the first (EXIT-6)."""
    began = {moment.child: at for at, moment in enumerate(seen) if moment.what == "begins"}
    ended = {moment.child for moment in seen if moment.what == "ends"}
    failures = [
        Failure(unit.status, began[unit.children[-1]] if unit.children else 0, _noticed(order, units, unit, began))
        for unit in units
        if unit.failed and ended.issuperset(unit.children[-1:])
    ]
    return admissible(interrupts, failures, any(unit.end == "error" for unit in units))


def _noticed(order: Order, units: Sequence[Unit], failed: Unit, began: Mapping[int, int]) -> int:
    """The first moment at which the runner must have known of a failure: when something began that waits for it."""
    starts = (
        began[unit.children[0]]
        for unit in units
        if unit.children and unit.children[0] in began and waits_for(order, unit.task, failed.task)
    )
    return min(starts, default=len(began) * 2)


def waits_for(order: Order, task: Task, other: Task) -> bool:
    """Whether a unit may not start before another one is done, whatever else is."""
    done: set[Task] = set()
    while True:
        found = set(may_start(order, done))
        if found <= done | {other}:
            return task not in found | done
        done |= found - {other}
