"""A run as a machine: what the runner does, what its processes do by themselves, what signals do (GRAPH, TREE, INT).

`step` gives the state after an event and `enabled` the events that a state allows: those of the runner, those of the
processes, those of whoever sends it signals. Time is not in it but for one event, that a grace is over, which may come
as soon as something has been sent SIGTERM. Only what ends by itself, and what a runner decides, is in the machine:
which commands a unit has in sequence is not, so a unit is one program or one builtin.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from tsr_model.exit_code import RUNNER_LEVEL, Signal, exit_code
from tsr_model.graph import Deps, Task, startable_commands
from tsr_model.process_tree import (
    Command,
    Process,
    dead,
    dealt_with,
    killed,
    lives,
    may_die,
    signalled,
    terminated,
)

Stage: TypeAlias = Literal["waiting", "running", "clearing", "ok", "failed", "stopped"]
"""Where a unit is. `clearing`: it has ended, and what it left in its group is torn down (`--strict`)."""

Phase: TypeAlias = Literal["working", "forewarned", "terminating", "killing", "over"]
"""Where the run is. `forewarned`: what shares the terminal has heard of a Ctrl-C, and has time before it is sent
anything (INT-5); `terminating`: SIGTERM has been sent, the grace runs; `killing`: SIGKILL has been sent."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What does not change during a run. `descendants`: how many processes a command starts at most.

    A task of `deps` that is no unit of the run is an aggregate (GRAPH-4).
    """

    deps: Deps
    named: Task
    parallel: frozenset[Task] = frozenset()
    isolated: bool = True
    bail: bool = True
    strict: bool = False
    ignored: frozenset[Signal] = frozenset()
    descendants: int = 1


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: its command once it is a program that was started, and the status that it has ended with.

    `torn`: a tear-down has reached it. A builtin has no command.
    """

    task: Task
    stage: Stage = "waiting"
    command: Command | None = None
    status: int | None = None
    torn: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """The state of a run: its units in the plan's order, and what it has come to. `exit` is set when it is over.

    `failure`: the status of the unit that failed first, 0 while none has. `error`: the runner itself could not go on.
    """

    units: tuple[Unit, ...]
    phase: Phase = "working"
    failure: int = 0
    error: bool = False
    interrupt: Signal | None = None
    exit: int | None = None


# --- events ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Start:
    """The runner starts a unit: a program, or a builtin."""

    task: Task
    builtin: bool = False


@dataclass(frozen=True, slots=True)
class Refuse:
    """The runner can't start what may start: a program that is not there, say (SHELL-44)."""

    task: Task


@dataclass(frozen=True, slots=True)
class End:
    """A program, or a builtin, ends by itself with this status."""

    task: Task
    status: int


@dataclass(frozen=True, slots=True)
class Notice:
    """The runner notices that a program has ended by itself."""

    task: Task


@dataclass(frozen=True, slots=True)
class Fork:
    """A program starts a process in its group, which may be one that SIGTERM does nothing to."""

    task: Task
    deaf: bool


@dataclass(frozen=True, slots=True)
class Leave:
    """A descendant leaves its group (TREE-N1)."""

    task: Task
    number: int


@dataclass(frozen=True, slots=True)
class Stop:
    """A program is stopped: by itself, or since it used the terminal from the background (TREE-8)."""

    task: Task


@dataclass(frozen=True, slots=True)
class Die:
    """A process ends of a signal that it was sent; number 0 is the program itself."""

    task: Task
    number: int


@dataclass(frozen=True, slots=True)
class Yield:
    """A builtin comes to a safe point, and ends there since the run is being torn down (INT-3)."""

    task: Task


@dataclass(frozen=True, slots=True)
class Receive:
    """The runner receives a signal."""

    signal: Signal


@dataclass(frozen=True, slots=True)
class GraceOver:
    """Two seconds have passed since the tear-down began, or since the SIGTERM of this unit's clearing."""

    task: Task | None = None


@dataclass(frozen=True, slots=True)
class Finish:
    """The runner has nothing left to do: it ends."""


Event: TypeAlias = Start | Refuse | End | Notice | Fork | Leave | Stop | Die | Yield | Receive | GraceOver | Finish


def start(setting: Setting, tasks: tuple[Task, ...]) -> Run:
    """The state before anything has been started."""
    return Run(tuple(Unit(task) for task in tasks))


# --- what may happen -------------------------------------------------------------------------------------------------

FAILING = 3
"""The status of a unit that fails, plus its position, so that a failure can be told from another."""


def enabled(setting: Setting, run: Run) -> Iterator[Event]:
    """Every event that the state allows."""
    if run.phase == "over":
        return
    yield from (Receive(signal) for signal in ("INT", "TERM", "HUP", "QUIT") if signal not in setting.ignored)
    if run.phase == "working":
        for task in may_start(setting, run):
            yield from (Start(task), Start(task, builtin=True), Refuse(task))
    for position, unit in enumerate(run.units):
        yield from _of_unit(setting, run, unit, position)
    if run.phase in ("forewarned", "terminating") and any(_is_left(setting, unit) for unit in run.units):
        yield GraceOver()
    if _nothing_left(setting, run):
        yield Finish()


def may_start(setting: Setting, run: Run) -> tuple[Task, ...]:
    """What the runner may start now: what GRAPH-10 says, once; after a failure only with `--no-bail` (GRAPH-11)."""
    done = {unit.task for unit in run.units if unit.stage == "ok" or (unit.stage == "failed" and not setting.bail)}
    stages = {unit.task: unit.stage for unit in run.units}
    found = startable_commands(setting.deps, setting.parallel, setting.named, done, stages)
    return tuple(task for task in found if stages[task] == "waiting")


def _of_unit(setting: Setting, run: Run, unit: Unit, position: int) -> Iterator[Event]:
    """What the processes of a unit may do, and the runner about it."""
    command = unit.command
    if unit.stage == "running" and command is None:
        yield from (End(unit.task, 0), End(unit.task, FAILING + position))
        if run.phase != "working":
            yield Yield(unit.task)
    if command is None:
        return
    leader = command.leader
    if leader.alive and not leader.stopped and not leader.killed:
        yield from (End(unit.task, 0), Stop(unit.task))
        if run.phase == "working":  # later it makes no difference any more
            yield End(unit.task, FAILING + position)
        if len(command.descendants) < setting.descendants:
            yield from (Fork(unit.task, deaf=False), Fork(unit.task, deaf=True))
    if unit.stage == "running" and not leader.alive and run.phase == "working":
        yield Notice(unit.task)
    for number, process in enumerate(command.processes):
        if may_die(process):
            yield Die(unit.task, number)
        if number and process.alive and process.inside and not process.killed:
            yield Leave(unit.task, number)
    if unit.stage == "clearing" and lives(command, isolated=True):
        yield GraceOver(unit.task)


def _is_left(setting: Setting, unit: Unit) -> bool:
    """Whether the tear-down has to wait for something of this unit."""
    if unit.stage == "running" and unit.command is None:
        return True
    return unit.torn and unit.command is not None and lives(unit.command, isolated=setting.isolated)


def _nothing_left(setting: Setting, run: Run) -> bool:
    """Whether the runner may end: all is done, or all that it tears down is dealt with."""
    if run.phase == "working":
        busy = any(unit.stage in ("running", "clearing") for unit in run.units)
        return not busy and not may_start(setting, run)
    if any(unit.stage == "running" and unit.command is None for unit in run.units):
        return False
    torn = (unit.command for unit in run.units if unit.torn and unit.command is not None)
    if run.phase == "killing":
        return all(dealt_with(command, isolated=setting.isolated) for command in torn)
    return not any(lives(command, isolated=setting.isolated) for command in torn)


# --- what it leads to ------------------------------------------------------------------------------------------------


def step(setting: Setting, run: Run, event: Event) -> Run:
    """The state after an event that `enabled` has."""
    match event:
        case Start(task=task, builtin=builtin):
            return _with(run, task, stage="running", command=None if builtin else Command())
        case Refuse(task=task):
            refused = _with(run, task, stage="failed", status=RUNNER_LEVEL)
            return torn_down(setting, replace(refused, error=True))
        case End(task=task, status=status):
            return _ended(setting, run, task, status)
        case Notice(task=task):
            return _noticed(setting, run, task)
        case Receive(signal=signal):
            return received(setting, run, signal)
        case GraceOver(task=None):
            return grace_over(setting, run)
        case Yield(task=task):
            return _with(run, task, stage="stopped")
        case Finish():
            return _finished(setting, run)
        case _:
            return _of_processes(run, event)


def _ended(setting: Setting, run: Run, task: Task, status: int) -> Run:
    """A program has ended, of which the runner does not know yet; or a builtin, of which it does."""
    command = _unit(run, task).command
    if command is not None:
        return _with(run, task, status=status, command=replace(command, leader=dead(command.leader)))
    if run.phase != "working":
        return _with(run, task, stage="stopped")  # it makes no difference any more
    return _over(setting, _with(run, task, status=status), task)


def _noticed(setting: Setting, run: Run, task: Task) -> Run:
    """A program that has ended by itself: `--strict` clears away what it has left in its group (TREE-G1)."""
    unit = _unit(run, task)
    assert unit.command is not None
    if setting.strict and setting.isolated and lives(unit.command, isolated=True):
        command = signalled(unit.command, terminated, isolated=True)
        run = _with(run, task, stage="clearing", command=command, torn=True)
        return run if not unit.status else _failed(setting, run, unit.status)
    return _over(setting, run, task)


def _over(setting: Setting, run: Run, task: Task) -> Run:
    """A unit is over: it went well, or it failed."""
    status = _unit(run, task).status
    if not status:
        return _with(run, task, stage="ok")
    return _failed(setting, _with(run, task, stage="failed"), status)


def _failed(setting: Setting, run: Run, status: int) -> Run:
    """A failure: the first one's status counts, and it ends the run but for `--no-bail` (GRAPH-5, GRAPH-11)."""
    run = replace(run, failure=run.failure or status)
    return torn_down(setting, run) if setting.bail else run


def torn_down(setting: Setting, run: Run) -> Run:
    """The tear-down begins: SIGTERM to all that runs, and one grace for all (TREE-2 to TREE-5)."""
    units = tuple(_terminated(setting, unit) for unit in run.units)
    return replace(run, units=units, phase="terminating")


def _terminated(setting: Setting, unit: Unit) -> Unit:
    if unit.command is None or unit.stage not in ("running", "clearing"):
        return unit
    return replace(unit, torn=True, command=signalled(unit.command, terminated, isolated=setting.isolated))


def received(setting: Setting, run: Run, signal: Signal) -> Run:
    """A first signal begins the tear-down, or finds one under way (INT-1, INT-4, INT-6); a second ends it (INT-2)."""
    if run.interrupt is not None:
        return _finished(setting, _killed(setting, run))
    run = replace(run, interrupt=signal)
    if run.phase != "working":
        return run
    if signal == "INT" and not setting.isolated:
        units = tuple(replace(unit, torn=unit.command is not None and unit.stage == "running") for unit in run.units)
        return replace(run, phase="forewarned", units=units)
    return torn_down(setting, run)


def grace_over(setting: Setting, run: Run) -> Run:
    """Behind the time that a Ctrl-C gives comes SIGTERM, and behind the grace SIGKILL (INT-5, TREE-2)."""
    return torn_down(setting, run) if run.phase == "forewarned" else _killed(setting, run)


def _killed(setting: Setting, run: Run) -> Run:
    units = tuple(
        replace(unit, torn=True, command=signalled(unit.command, killed, isolated=setting.isolated))
        if unit.command is not None and (unit.torn or unit.stage == "running")
        else unit
        for unit in run.units
    )
    return replace(run, units=units, phase="killing")


def _finished(setting: Setting, run: Run) -> Run:
    """The end: what was begun and not ended is stopped, and the code is said (EXIT-6)."""
    units = tuple(replace(unit, stage="stopped") if unit.stage == "running" else _cleared(unit) for unit in run.units)
    return replace(run, units=units, phase="over", exit=exit_code(run.interrupt, run.failure, run.error))


def _cleared(unit: Unit) -> Unit:
    return replace(unit, stage="failed" if unit.status else "ok") if unit.stage == "clearing" else unit


def _of_processes(run: Run, event: Event) -> Run:
    """What processes do among themselves; a unit whose group is cleared away with it is over."""
    assert isinstance(event, Fork | Leave | Stop | Die | GraceOver)
    assert event.task is not None
    unit = _unit(run, event.task)
    command = unit.command
    assert command is not None
    match event:
        case Fork(deaf=deaf):
            command = replace(command, descendants=(*command.descendants, Process(deaf=deaf)))
        case Stop():
            command = replace(command, leader=replace(command.leader, stopped=True))
        case Leave(number=number):
            command = _changed(command, number, replace(command.processes[number], inside=False))
        case Die(number=number):
            command = _changed(command, number, dead(command.processes[number]))
        case GraceOver():
            command = signalled(command, killed, isolated=True)
    unit = replace(unit, command=command)
    if unit.stage == "clearing" and dealt_with(command, isolated=True):
        unit = _cleared(unit)
    return replace(run, units=tuple(unit if one.task == unit.task else one for one in run.units))


def _changed(command: Command, number: int, process: Process) -> Command:
    processes = list(command.processes)
    processes[number] = process
    return Command(processes[0], tuple(processes[1:]))


def _unit(run: Run, task: Task) -> Unit:
    return next(unit for unit in run.units if unit.task == task)


def _with(run: Run, task: Task, **changes: object) -> Run:
    units = tuple(replace(unit, **changes) if unit.task == task else unit for unit in run.units)  # type: ignore[arg-type]
    return replace(run, units=units)
