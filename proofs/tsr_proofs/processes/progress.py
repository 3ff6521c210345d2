"""A run comes to an end (INT-1, INT-2, TREE-2, TREE-8).

No chain of moves goes on for ever: `left_to_happen` is a number, and every move that changes anything makes it less.
So what remains to be said is that in no state but the last all is at a standstill. What has to happen for the end to
be reached, happens: the runner's own moves and the end of a grace by themselves, deaths since SIGTERM or SIGKILL was
sent, and the end of a program that nobody interrupts as that program likes.
"""

from __future__ import annotations

from tsr_model.process_tree import Process
from tsr_model.run_machine import Die, Finish, Fork, GraceOver, Leave, Receive, Run, Setting, Stop, Unit, Yield
from tsr_proofs.processes.exploration import Moment, Move

_PHASES = {"working": 4, "forewarned": 3, "terminating": 2, "killing": 1, "over": 0}
_STAGES = {"waiting": 4, "running": 2, "clearing": 1, "ok": 0, "failed": 0, "stopped": 0}

# --- how much is left ------------------------------------------------------------------------------------------------


def left_to_happen(setting: Setting, run: Run) -> int:
    """How much can still happen in a run, at the most."""
    units = sum(_of_unit(setting, unit) for unit in run.units)
    return units + _PHASES[run.phase] + (run.interrupt is None)


def _of_unit(setting: Setting, unit: Unit) -> int:
    """A unit can be started, ended, noticed, cleared; its command can start processes, each with its own life."""
    a_process = _of_process(Process())
    if unit.command is None:
        started = unit.stage != "waiting"
        return _STAGES[unit.stage] + (0 if started else (setting.descendants + 1) * (a_process + 1))
    to_come = setting.descendants - len(unit.command.descendants)
    return _STAGES[unit.stage] + to_come * (a_process + 1) + sum(map(_of_process, unit.command.processes))


def _of_process(process: Process) -> int:
    """A process can stop (once more after a signal, which lets it go on), leave its group, be signalled twice, die."""
    if not process.alive:
        return 0
    return 1 + 2 * (not process.told) + 2 * (not process.killed) + (not process.stopped) + process.inside


def less_is_left(moment: Moment) -> str | None:
    """TREE-2: every move that changes anything leaves less to happen, so that no run goes on for ever."""
    left = left_to_happen(moment.setting, moment.run)
    for move in moment.moves:
        if move.run != moment.run and left_to_happen(moment.setting, move.run) >= left:
            return f"{move.event}"
    return None


def two_less_is_left(moment: Moment) -> str | None:
    """Witness: every move that changes anything leaves less by two."""
    left = left_to_happen(moment.setting, moment.run)
    changed = (move for move in moment.moves if move.run != moment.run)
    return next((f"{m.event}" for m in changed if left_to_happen(moment.setting, m.run) > left - 2), None)


# --- no standstill ---------------------------------------------------------------------------------------------------


def an_interrupted_run_ends(moment: Moment) -> str | None:
    """INT-1, TREE-2: behind a first signal, or a failure or an error that ends the run, there is at any time a move
    towards the end that no process can hold up: one of the runner's, a grace that is over, or a death."""
    if moment.run.phase in ("working", "over"):
        return "the run goes on" if moment.seen.signals and moment.run.phase == "working" else None
    return None if any(_is_forced(moment, move) for move in moment.moves) else "all is at a standstill"


def _is_forced(moment: Moment, move: Move) -> bool:
    return isinstance(move.event, Die | GraceOver | Finish | Yield) and move.run != moment.run


def deaths_are_enough(moment: Moment) -> str | None:
    """Witness: behind a first signal a death or the runner's end is possible at any time, without a grace."""
    if moment.run.phase in ("working", "over"):
        return None
    enough = any(isinstance(move.event, Die | Finish | Yield) for move in moment.moves)
    return None if enough else "only the grace is left"


def ends_unless_stopped(moment: Moment) -> str | None:
    """TREE-8: a run that nobody interrupts, and of which no child is stopped, can always go on to its end."""
    return None if _some_child_is_stopped(moment) else _standstill(moment)


def ends_uninterrupted(moment: Moment) -> str | None:
    """TREE-8: a run that nobody interrupts can always go on to its end."""
    return _standstill(moment)


def _some_child_is_stopped(moment: Moment) -> bool:
    return any(unit.command is not None and unit.command.leader.stopped for unit in moment.run.units)


def _standstill(moment: Moment) -> str | None:
    if moment.run.phase == "over":
        return None
    idle = (Receive, Fork, Leave, Stop)
    goes_on = any(not isinstance(move.event, idle) and move.run != moment.run for move in moment.moves)
    return None if goes_on else "without a signal nothing happens any more"
