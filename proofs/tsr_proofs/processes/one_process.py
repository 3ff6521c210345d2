"""A signal to a command as a map over its processes: what ties the lemmas about one process to the machine.

`signalled` changes each process that it reaches by one and the same function of that process, and `lives` and
`dealt_with` ask each process one and the same question. So what the lemmas say of an arbitrary process, they say of
every process of a command, however many there are. That it is such a map is what is checked here, for a few.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from tsr_model import process_tree
from tsr_model.process_tree import Change, Command, Process
from tsr_proofs.processes.exploration import Moment

ALL = tuple(
    Process(inside, deaf, alive, stopped, told, killed)
    for inside, deaf, alive, stopped, told, killed in product((True, False), repeat=6)
)
LEADERS = tuple(process for process in ALL if process.inside)
FEW = (Process(), Process(inside=False), Process(alive=False), Process(killed=True), Process(told=True, stopped=True))


@dataclass(slots=True)
class Group:
    """A command, in a group of its own or not."""

    command: Command
    isolated: bool

    def __str__(self) -> str:
        said = "; ".join(map(str, self.command.processes))
        return f"{said} ({'its own group' if self.isolated else 'the runner’s group'})"


def groups(count: int) -> Iterator[Group]:
    """Every command with up to so many descendants: two of any kind, the others of a few."""
    for length in range(count + 1):
        kinds = [LEADERS, *([ALL] * min(length, 1)), *([FEW] * (length - 1))]
        for chosen, isolated in product(product(*kinds), (True, False)):
            yield Group(Command(chosen[0], chosen[1:]), isolated)


def signals_are_maps(case: Group) -> str | None:
    """TREE-2, TREE-3, TREE-5: a signal to a command changes each process in reach as if it were alone, and no other;
    the tear-down waits for any that lives, and is dealt with when each is."""
    for change in (process_tree.terminated, process_tree.killed):
        found = process_tree.signalled(case.command, change, isolated=case.isolated).processes
        wanted = tuple(_alone(case, number, change) for number in range(len(case.command.processes)))
        if found != wanted:
            return f"{change.__name__}: {found}"
    reached = [process for number, process in enumerate(case.command.processes) if _is_reached(case, number)]
    if process_tree.lives(case.command, isolated=case.isolated) != any(process.alive for process in reached):
        return "something lives, or not"
    ended = not case.command.leader.alive and all(not process.alive or process.killed for process in reached)
    return None if process_tree.dealt_with(case.command, isolated=case.isolated) == ended else "dealt with, or not"


def _is_reached(case: Group, number: int) -> bool:
    return number == 0 or (case.isolated and case.command.processes[number].inside)


def _alone(case: Group, number: int, change: Change) -> Process:
    process = case.command.processes[number]
    return change(process) if _is_reached(case, number) else process


def everything_is_reached(case: Group) -> str | None:
    """Witness: a signal to a command changes every process that lives."""
    found = process_tree.signalled(case.command, process_tree.killed, isolated=case.isolated)
    return None if all(process.killed or not process.alive for process in found.processes) else f"{found}"


# --- the machine -----------------------------------------------------------------------------------------------------


def every_move_is_a_change(moment: Moment) -> str | None:
    """TREE-2, TREE-G1: every move changes each process as one event of the lemmas does, or not at all; what is sent to
    one process of a command is sent to all in reach; and nothing begins behind SIGKILL."""
    for move in moment.moves:
        for unit, later in zip(moment.run.units, move.run.units, strict=True):
            if later.command is None or later.command is unit.command:
                continue
            wrong = _of_command(unit.command or Command(), later.command, moment.setting.isolated)
            if wrong is not None:
                return f"{move.event}: {unit.task}: {wrong}"
    return None


def _of_command(command: Command, later: Command, isolated: bool) -> str | None:
    pairs = list(zip(command.processes, later.processes, strict=False))
    begun = later.processes[len(pairs) :]
    if begun and (command.leader.killed or any(each not in (Process(), Process(deaf=True)) for each in begun)):
        return "something begins, and should not"
    if any(changed not in _changes(process) for process, changed in pairs):
        return "no event is like that"
    for number, (process, changed) in enumerate(pairs):
        if (process.told, process.killed) != (changed.told, changed.killed):
            change = process_tree.killed if changed.killed and not process.killed else process_tree.terminated
            wanted = tuple(_alone(Group(command, isolated), at, change) for at in range(len(pairs)))
            return None if later.processes == wanted else f"only some are sent what process {number} is"
    return None


def _changes(process: Process) -> tuple[Process, ...]:
    """What one event of the lemmas may make of a process."""
    signalled = (process, process_tree.terminated(process), process_tree.killed(process), process_tree.dead(process))
    if not process.alive or process.killed:
        return signalled
    return (*signalled, replace(process, inside=False), replace(process, stopped=True))


def nothing_is_forked(moment: Moment) -> str | None:
    """Witness: no command has descendants."""
    return next((u.task for u in moment.run.units if u.command is not None and u.command.descendants), None)
