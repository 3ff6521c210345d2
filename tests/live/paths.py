"""Ways through the machine of a run that a test can take in lock-step, and few of them that cover much.

A state of the machine is *settled* when neither the runner nor the kernel has anything to do but to wait: then the
test chooses what happens next, a *move*; or time does, where a grace runs. What the runner and the kernel do about it,
up to the next settled state, is no choice. Tasks that play the same part are told apart by nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations
from typing import Literal, TypeAlias

from tsr_model.graph import Dep, order
from tsr_model.process_tree import Process
from tsr_model.run_machine import (
    Die,
    End,
    Event,
    Finish,
    Fork,
    GraceOver,
    Leave,
    Notice,
    Receive,
    Refuse,
    Run,
    Setting,
    Start,
    Unit,
    Yield,
    enabled,
    start,
    step,
)

Kind: TypeAlias = Literal["program", "builtin", "failing builtin", "missing"]


@dataclass(frozen=True)
class Scene:
    """A setting of the machine, and what its tasks run. `alike`: tasks that play the same part."""

    name: str
    deps: Mapping[str, tuple[str, ...]]
    parallel: tuple[str, ...] = ()
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    terminal: bool = False
    bail: bool = True
    strict: bool = False
    descendants: int = 1
    alike: tuple[str, ...] = ()
    aggregates: tuple[str, ...] = ()

    @property
    def isolated(self) -> bool:
        return not self.terminal or bool(self.parallel)

    @property
    def setting(self) -> Setting:
        return Setting(
            deps={task: tuple(map(Dep, deps)) for task, deps in self.deps.items()},
            named="t",
            parallel=frozenset(self.parallel),
            isolated=self.isolated,
            bail=self.bail,
            strict=self.strict,
            descendants=self.descendants,
        )

    def kind(self, task: str) -> Kind:
        return self.kinds.get(task, "program")

    def start(self) -> Run:
        tasks = order(self.setting.deps, "t")
        assert isinstance(tasks, tuple)
        return start(self.setting, tuple(task for task in tasks if task not in self.aggregates))


def done_at_once(scene: Scene, run: Run, event: Event) -> bool:
    """Whether the runner or the kernel does this without waiting for anything."""
    match event:
        case Start(task=task, builtin=builtin):
            return scene.kind(task) in (("builtin", "failing builtin") if builtin else ("program",))
        case Refuse(task=task):
            return scene.kind(task) == "missing"
        case Notice() | Yield() | Finish():
            return True
        case Die(task=task, number=number):
            command = unit_of(run, task).command
            return command is not None and command.processes[number].killed
        case _:
            return False


def unit_of(run: Run, task: str) -> Unit:
    return next(unit for unit in run.units if unit.task == task)


def settled(scene: Scene, run: Run) -> Run:
    """What it comes to when the runner and the kernel have done what they do at once. No order makes a difference."""
    while True:
        event = next((event for event in enabled(scene.setting, run) if done_at_once(scene, run, event)), None)
        if event is None:
            return run
        run = step(scene.setting, run, event)


def moves(scene: Scene, run: Run) -> Iterator[Event]:
    """What the test can do in a settled state, and that a grace is over."""
    for event in enabled(scene.setting, run):
        match event:
            case Start() | Refuse() | Notice() | Yield() | Finish():
                continue
            case Receive(signal="TERM" | "QUIT"):  # the player takes them in turn with SIGHUP
                continue
            case GraceOver(task=str()) if run.phase != "working":  # the run's own is waited for
                continue
            case End(task=task, status=status) if scene.kind(task) != "program":
                if bool(status) == (scene.kind(task) == "failing builtin") and run.phase == "working":
                    yield End(task, min(status, 1))
            case _:
                yield event


Class: TypeAlias = tuple[str, ...]
"""What is the same about moves that are alike."""


@dataclass(frozen=True)
class Move:
    """An event in a settled state, and the settled state that comes of it.

    `exact`: all of the state, up to the names of tasks that play the same part; `local`: where the run is, what is so
    of the units that it happens to, and in which stage the others are; `brief`: the same, but for which of its
    descendants are deaf, and which have left.
    """

    event: Event
    to: Run
    exact: Class
    local: Class

    @property
    def brief(self) -> Class:
        return tuple(re.sub(r" deaf\b| inside\b", "", part) for part in self.local)


@cache
def _named_as(alike: tuple[str, ...]) -> tuple[dict[str, str], ...]:
    return tuple(dict(zip(alike, other, strict=True)) for other in permutations(alike))


@cache
def _of_unit(unit: Unit) -> str:
    command = "" if unit.command is None else "; ".join(map(_of_process, unit.command.processes))
    return f"{unit.stage}{' torn' * unit.torn}{' failed' * bool(unit.status)} ({command})"


@cache
def _of_process(process: Process) -> str:
    names = ("inside", "deaf", "alive", "stopped", "told", "killed")
    return " ".join(name for name in names if getattr(process, name))


def _of_event(scene: Scene, run: Run, event: Event, name: str) -> str:
    match event:
        case End(status=status):
            return f"{name} ends{' failing' * bool(status)}"
        case Receive(signal=signal):
            return f"SIG{signal}" if not scene.isolated and run.phase == "working" else "a signal"
        case Fork(deaf=deaf):
            return f"{name} starts {'a deaf' if deaf else 'a'} descendant"
        case Die(number=number) | Leave(number=number):
            return f"{name} {type(event).__name__} {number}"
        case _:
            return f"{name} {type(event).__name__}"


def classes_of(scene: Scene, run: Run, event: Event) -> tuple[Class, Class]:
    """The exact and the local class of an event in a state."""
    where = (
        run.phase,
        f"failure: {bool(run.failure)}",
        f"error: {run.error}",
        f"interrupt: {run.interrupt is not None}",
    )
    task = getattr(event, "task", None)
    exact = []
    for names in _named_as(scene.alike):
        units = sorted(f"{names.get(unit.task, unit.task)} {_of_unit(unit)}" for unit in run.units)
        exact.append((_of_event(scene, run, event, names.get(task or "", task or "")), *where, *units))
    about = sorted(_of_unit(unit) for unit in run.units if task in (unit.task, None))
    others = sorted(f"{unit.stage}{' torn' * unit.torn}" for unit in run.units if task not in (unit.task, None))
    return min(exact), (_of_event(scene, run, event, "one"), *where, *about, *others)


class Graph:
    """All settled states of a scene and the moves from them. It has no circles: every move leaves less to happen."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.first = settled(scene, scene.start())
        self.moves: dict[Run, tuple[Move, ...]] = {}
        waiting = [self.first]
        while waiting:
            run = waiting.pop()
            if run not in self.moves:
                self.moves[run] = tuple(self._from(run))
                waiting += [move.to for move in self.moves[run]]
        self._ordered = list(self._backwards())
        self._before: dict[Run, dict[Move | None, None]] = {run: {} for run in self.moves}
        self._before[self.first][None] = None
        for move in (move for moves in self.moves.values() for move in moves):
            self._before[move.to][move] = None

    def _from(self, run: Run) -> Iterator[Move]:
        seen = set()
        for event in moves(self.scene, run):
            exact, local = classes_of(self.scene, run, event)
            if exact not in seen:
                seen.add(exact)
                yield Move(event, settled(self.scene, step(self.scene.setting, run, event)), exact, local)

    def _backwards(self) -> Iterator[Run]:
        """The states, each behind all that it leads to."""
        done: set[Run] = set()
        stack = [(self.first, iter(self.moves[self.first]))]
        while stack:
            run, left = stack[-1]
            following = next((move.to for move in left if move.to not in done), None)
            if following is None:
                stack.pop()
                done.add(run)
                yield run
            else:
                stack.append((following, iter(self.moves[following])))

    def cover(self, kind: Callable[[Move], Hashable], *, pairs: bool = False) -> Iterator[tuple[tuple[Move, ...], int]]:
        """Ways from the first state to an end, until a move of each kind has been made, or each pair of kinds that
        can follow each other: greedily, the way with most that is new. With each goes how many things it adds."""
        met: set[Hashable] = set()
        kinds = {move: kind(move) for moves in self.moves.values() for move in moves}

        def met_by(before: Move | None, move: Move) -> Hashable:
            return (kinds[before] if pairs and before else None, kinds[move])

        while True:
            best: dict[tuple[Move | None, Run], tuple[int, Move | None]] = {}
            for run in self._ordered:
                for before in self._before[run] if pairs else (None,):
                    worth = (
                        (int(met_by(before, move) not in met) + best[move if pairs else None, move.to][0], move)
                        for move in self.moves[run]
                    )
                    best[before, run] = max(worth, key=lambda found: found[0], default=(0, None))
            way: list[Move] = []
            move = best[None, self.first][1]
            while move is not None:
                way.append(move)
                move = best[move if pairs else None, move.to][1]
            new = {met_by(before, move) for before, move in zip([None, *way], way, strict=False)} - met
            if not new:
                return
            met |= new
            yield tuple(way), len(new)
