"""Who is torn down, when, and what of it is left (TREE, GRAPH-5)."""

from __future__ import annotations

from collections.abc import Iterator

from tsr_model.process_tree import Process
from tsr_model.run_machine import Finish, GraceOver, Notice, Receive, Run, Setting, Unit
from tsr_proofs.processes.exploration import Moment, Move
from tsr_proofs.processes.seen import halted, unit_of

# --- definitions -----------------------------------------------------------------------------------------------------


def in_reach(setting: Setting, unit: Unit) -> Iterator[Process]:
    """What a signal to a command reaches: all that is in its group; where it has none of its own, the child."""
    if unit.command is not None:
        yield unit.command.leader
        yield from (process for process in unit.command.descendants if setting.isolated and process.inside)


def running(run: Run) -> Iterator[Unit]:
    """The units that have begun and are not over."""
    return (unit for unit in run.units if unit.stage in ("running", "clearing"))


def is_over(unit: Unit) -> bool:
    """Whether a unit has ended by itself, and nothing more is done about it."""
    return unit.stage in ("ok", "failed")


def lives_unkilled(process: Process) -> bool:
    """Whether a process is neither dead nor going to be."""
    return process.alive and not process.killed


# --- what is left ----------------------------------------------------------------------------------------------------


def torn_groups_are_dead(moment: Moment) -> str | None:
    """TREE-G1, TREE-3: at the end of a run every process still in a group that a tear-down has reached is dead or was
    sent SIGKILL, and so is a child that shares the runner's group."""
    if moment.run.phase != "over":
        return None
    for unit in moment.run.units:
        for process in in_reach(moment.setting, unit):
            if lives_unkilled(process) and (unit.stage == "stopped" or process.told):
                return f"of {unit.task} something was left alive"
    return None


def strict_leaves_nothing(moment: Moment) -> str | None:
    """TREE-G1: with `--strict` whatever a unit that is over has left in its group is dead or was sent SIGKILL."""
    if not (moment.setting.strict and moment.setting.isolated):
        return None
    for unit in moment.run.units:
        if is_over(unit) and any(map(lives_unkilled, in_reach(moment.setting, unit))):
            return f"{unit.task} is over, and has left something alive"
    return None


def nothing_is_left(moment: Moment) -> str | None:
    """TREE-G1: at the end of a run everything that its commands have put into being is dead or was sent SIGKILL, but
    for what has left its group."""
    if moment.run.phase != "over":
        return None
    for unit in moment.run.units:
        if any(map(lives_unkilled, in_reach(moment.setting, unit))):
            return f"{unit.task} has left something alive"
    return None


def nothing_outlives_a_run(moment: Moment) -> str | None:
    """Witness: at the end of a run all is dead."""
    if moment.run.phase != "over":
        return None
    lives = any(p.alive for unit in moment.run.units if unit.command is not None for p in unit.command.processes)
    return "something lives" if lives else None


# --- who is signalled ------------------------------------------------------------------------------------------------


def only_the_child_or_its_group(moment: Moment) -> str | None:
    """TREE-3, TREE-N1: a signal goes to the child, and to what is still in a group that the child leads, to nothing
    else."""
    for move in moment.moves:
        for sent in move.sent:
            if not sent.is_leader and not (moment.setting.isolated and sent.before.inside):
                return f"{move.event}: a signal to what is outside {sent.unit.task}"
    return None


def nothing_stale_is_signalled(moment: Moment) -> str | None:
    """TREE-2: a unit that is over is sent nothing any more, since its group could be another's by then."""
    for move in moment.moves:
        for sent in move.sent:
            if is_over(sent.unit):
                return f"{move.event}: a signal to {sent.unit.task}, which is over"
    return None


def all_that_runs_is_told(moment: Moment) -> str | None:
    """TREE-4, GRAPH-5, INT-1: what ends a run tears down all that runs, and at once: every process in reach is sent
    SIGTERM, but for the time that INT-5 gives first."""
    if halted(moment.setting, moment.seen):
        return None
    for move in moment.moves:
        if not halted(moment.setting, move.seen):
            continue
        if move.run.phase == "working":
            return f"{move.event}: the run goes on"
        if move.run.phase != "forewarned":
            for unit in running(move.run):
                if not all(process.told or not process.alive for process in in_reach(moment.setting, unit)):
                    return f"{move.event}: something of {unit.task} isn't sent SIGTERM"
    return None


def nothing_else_is_torn_down(moment: Moment) -> str | None:
    """TREE-4, GRAPH-11: as long as nothing ends the run, nothing that runs is sent a signal, but what `--strict` clears
    away of a unit that has ended."""
    if halted(moment.setting, moment.seen):
        return None
    for move in moment.moves:
        if halted(moment.setting, move.seen):
            continue
        for sent in move.sent:
            clears = moment.setting.strict and isinstance(move.event, Notice | GraceOver)
            if not clears or sent.unit.task != getattr(move.event, "task", None):
                return f"{move.event}: a signal to {sent.unit.task}"
    return None


def the_stopped_hear_it(moment: Moment) -> str | None:
    """INT-5, TREE-2: what is sent SIGTERM or SIGKILL is not stopped then, so that it can do something about it."""
    for move in moment.moves:
        if any(sent.after.stopped for sent in move.sent):
            return f"{move.event}: stopped, and signalled"
    return None


def nothing_is_signalled(moment: Moment) -> str | None:
    """Witness: nothing is ever sent a signal."""
    return next((f"{move.event}" for move in moment.moves if move.sent), None)


# --- the grace -------------------------------------------------------------------------------------------------------


def kills_behind_a_grace(moment: Moment) -> str | None:
    """TREE-2, INT-2: no SIGKILL is sent but when a grace that SIGTERM began is over, or at a second signal."""
    for move in moment.moves:
        if any(sent.is_kill for sent in move.sent) and not _may_kill(moment, move):
            return f"{move.event}: SIGKILL"
    return None


def _may_kill(moment: Moment, move: Move) -> bool:
    match move.event:
        case GraceOver(task=None):
            return halted(moment.setting, moment.seen) and moment.run.phase == "terminating"
        case GraceOver(task=task):
            return task is not None and unit_of(moment.run, task).stage == "clearing"
        case Receive():
            return bool(moment.seen.signals)
        case _:
            return False


def what_a_grace_leaves_is_killed(moment: Moment) -> str | None:
    """TREE-2: when the grace behind SIGTERM is over, everything in reach that still lives is sent SIGKILL."""
    if moment.run.phase != "terminating":
        return None
    for move in moment.moves:
        if move.event == GraceOver():
            for unit in running(move.run):
                if any(map(lives_unkilled, in_reach(moment.setting, unit))):
                    return f"something of {unit.task} isn't sent SIGKILL"
    return None


def the_grace_is_the_groups(moment: Moment) -> str | None:
    """TREE-5, TREE-2: the runner waits for its child, and for all of its group: it ends before the grace is over only
    if nothing of what it tears down lives, and never leaves a child behind."""
    for move in moment.moves:
        if not isinstance(move.event, Finish):
            continue
        for unit in running(moment.run):
            if unit.command is not None and unit.command.leader.alive:
                return f"the run ends, and {unit.task} lives"
            if any(map(lives_unkilled, in_reach(moment.setting, unit))):
                return f"the run ends in the grace of {unit.task}"
    return None


def clearing_waits_for_the_group(moment: Moment) -> str | None:
    """TREE-G1, TREE-5: what `--strict` clears away gets SIGTERM and a grace too, and the unit isn't over before."""
    for move in moment.moves:
        if not isinstance(move.event, Notice) or not moment.setting.strict:
            continue
        unit = unit_of(move.run, move.event.task)
        left = [process for process in in_reach(moment.setting, unit) if process.alive]
        if moment.setting.isolated and left and (is_over(unit) or not all(process.told for process in left)):
            return f"{move.event}: {unit.stage}"
    return None


def nothing_is_killed(moment: Moment) -> str | None:
    """Witness: SIGKILL is never needed."""
    return next((f"{move.event}" for move in moment.moves if any(sent.is_kill for sent in move.sent)), None)
