"""States that differ in nothing that matters are counted once.

Three things don't matter. What is dead does nothing and has nothing done to it (`alive` is asked first by everything
that looks at a process), so of a dead process only remains that there was one. The descendants of a command are told
apart by their position only, and every change of the machine does the same to each, so their order is dropped. Units
that are `alike` stand side by side under one parallel task, are named by it alone, and have the same deps: exchanging
them, with the statuses that they fail with, makes a state of the same run, with the moves exchanged. So `reduced`
leads from a state to one that has the same moves, up to `reduced`, and no claim tells the two apart: none names a
unit, and none looks at the dead. Both are checked besides, on every state of small runs: `alike-states-move-alike`.
"""

from __future__ import annotations

from dataclasses import replace

from tsr_model.exit_code import Failure
from tsr_model.graph import Task
from tsr_model.process_tree import Command, Process
from tsr_model.run_machine import FAILING, Run, Unit
from tsr_proofs.processes.scenarios import Shape
from tsr_proofs.processes.seen import Seen

GONE = Process(alive=False)
_Order = tuple[object, ...]


def reduced(shape: Shape, run: Run, seen: Seen) -> tuple[Run, Seen]:
    """The state that stands for this one and for all that differ from it in nothing that matters."""
    run = replace(run, units=tuple(map(_plain, run.units)))
    return _sorted(shape, run, seen) if shape.alike else (run, seen)


def _plain(unit: Unit) -> Unit:
    """A unit whose dead are just dead, and whose descendants are in order."""
    if unit.command is None:
        return unit
    leader, descendants = unit.command.leader, unit.command.descendants
    if descendants:
        descendants = tuple(sorted((one if one.alive else GONE for one in descendants), key=_bits))
    return replace(unit, command=Command(leader if leader.alive else GONE, descendants))


def _bits(process: Process) -> tuple[bool, ...]:
    return (process.alive, process.inside, process.deaf, process.stopped, process.told, process.killed)


def _sorted(shape: Shape, run: Run, seen: Seen) -> tuple[Run, Seen]:
    """The state with the units that are alike in order, each under the name of the place that it takes."""
    places = [place for place, unit in enumerate(run.units) if unit.task in shape.alike]
    ordered = sorted(places, key=lambda place: _look(run, seen, place))
    if ordered == places:
        return run, seen
    into = dict(zip(ordered, places, strict=True))
    names = {run.units[old].task: run.units[new].task for old, new in into.items()}
    codes = {FAILING + old: FAILING + new for old, new in into.items()}
    units = list(run.units)
    for old, new in into.items():
        unit = run.units[old]
        units[new] = replace(unit, task=run.units[new].task, status=codes.get(unit.status or 0, unit.status))
    run = replace(run, units=tuple(units), failure=codes.get(run.failure, run.failure))
    return replace(run, exit=codes.get(run.exit or 0, run.exit)), _renamed(seen, names, codes)


def _renamed(seen: Seen, names: dict[Task, Task], codes: dict[int, int]) -> Seen:
    if not seen.began and not seen.failures:
        return seen
    began = sorted((names.get(task, task), at) for task, at in seen.began)
    failures = {
        names.get(task, task): Failure(codes.get(one.status, one.status), one.began, one.ended)
        for task, one in seen.failures
    }
    return replace(seen, began=tuple(began), failures=tuple(sorted(failures.items(), key=lambda pair: pair[0])))


def _look(run: Run, seen: Seen, place: int) -> _Order:
    """All that there is of a unit, but for its name and which failing status is its own."""
    unit = run.units[place]
    own = unit.status == FAILING + place
    processes = tuple(map(_bits, unit.command.processes)) if unit.command is not None else ()
    failure = next(((one.began, one.ended) for task, one in seen.failures if task == unit.task), (-1, -1))
    began = next((at for task, at in seen.began if task == unit.task), -1)
    status = -1 if unit.status is None else -2 if own else unit.status
    return (unit.stage, status, run.failure == FAILING + place, unit.torn, processes, failure, began)
