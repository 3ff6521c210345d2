"""In which order units run, how often, and with what the run ends (GRAPH, EXIT-6)."""

from __future__ import annotations

from tsr_model.exit_code import admissible
from tsr_model.graph import Task
from tsr_model.run_machine import Finish, Refuse, Run, Setting, Start
from tsr_proofs.processes import starting
from tsr_proofs.processes.exploration import Moment
from tsr_proofs.processes.seen import halted, unit_of

RANK = {"waiting": 0, "running": 1, "clearing": 2, "ok": 3, "failed": 3, "stopped": 3}

# --- definitions -----------------------------------------------------------------------------------------------------


def is_done(setting: Setting, run: Run, task: Task) -> bool:
    """Whether a task is done: a unit that went well, or with `--no-bail` failed; an aggregate whose deps are."""
    unit = next((unit for unit in run.units if unit.task == task), None)
    if unit is None:
        return all(is_done(setting, run, dep.task) for dep in setting.deps[task])
    return unit.stage == "ok" or (unit.stage == "failed" and not setting.bail)


# --- claims ----------------------------------------------------------------------------------------------------------


def each_once(moment: Moment) -> str | None:
    """GRAPH-1: each unit is started at most once: from waiting it goes forward, and never comes back."""
    for move in moment.moves:
        for unit, later in zip(moment.run.units, move.run.units, strict=True):
            if RANK[later.stage] < RANK[unit.stage]:
                return f"{move.event}: {unit.task} from {unit.stage} to {later.stage}"
        if isinstance(move.event, Start | Refuse) and unit_of(moment.run, move.event.task).stage != "waiting":
            return f"{move.event} again"
    return None


def behind_its_deps(moment: Moment) -> str | None:
    """GRAPH-1, GRAPH-4: what is started is started when all that it depends on is done."""
    for move in moment.moves:
        if isinstance(move.event, Start | Refuse):
            late = [d for d in moment.setting.deps[move.event.task] if not is_done(moment.setting, moment.run, d.task)]
            if late:
                return f"{move.event} before {late[0].task} is done"
    return None


def what_may_start_is_started(moment: Moment) -> str | None:
    """GRAPH-10, GRAPH-11: as long as nothing ends the run, what can be started is what the second reading of GRAPH-10
    says, all of it, and nothing else."""
    if halted(moment.setting, moment.seen) or moment.run.phase == "over":
        return None
    done = frozenset(task for task in moment.setting.deps if is_done(moment.setting, moment.run, task))
    may = starting.come_to(moment.setting.deps, moment.setting.parallel, moment.setting.named, done)
    wanted = {task for task in may if unit_of(moment.run, task).stage == "waiting"}
    found = {move.event.task for move in moment.moves if isinstance(move.event, Start)}
    return None if found == wanted else f"may start {sorted(found)}, not {sorted(wanted)}"


def one_at_a_time(moment: Moment) -> str | None:
    """Witness: one unit runs at a time."""
    count = sum(unit.stage == "running" for unit in moment.run.units)
    return f"{count} run" if count > 1 else None


def all_has_run(moment: Moment) -> str | None:
    """GRAPH-11, GRAPH-5: a run that nothing ended before has run everything; a unit of it has failed only with
    `--no-bail`."""
    if moment.run.phase != "over" or halted(moment.setting, moment.seen):
        return None
    left = [unit.task for unit in moment.run.units if not is_done(moment.setting, moment.run, unit.task)]
    return f"{left[0]} is not done" if left else None


def all_has_always_run(moment: Moment) -> str | None:
    """Witness: a run that is over has run everything."""
    waiting = [unit.task for unit in moment.run.units if unit.stage == "waiting"]
    return f"{waiting[0]} has not run" if waiting and moment.run.phase == "over" else None


def exit_is_admissible(moment: Moment) -> str | None:
    """EXIT-6, GRAPH-5, GRAPH-11, TREE-4: a run ends with a code that what was seen of it admits: an interrupt's, else
    that of a failure that none came before, or 64 for a runner-level error, else 0; what was torn down counts not."""
    if moment.run.phase != "over":
        return None
    seen = moment.seen
    codes = admissible(seen.signals, [failure for _, failure in seen.failures], seen.error)
    return None if moment.run.exit in codes else f"exit {moment.run.exit}, not {sorted(codes)}"


def any_failure_will_do(moment: Moment) -> str | None:
    """Witness: a run in which something failed ends with the status of what is first in the plan."""
    failures = dict(moment.seen.failures)
    first = next((failures[unit.task].status for unit in moment.run.units if unit.task in failures), None)
    other = moment.run.phase == "over" and first is not None and moment.run.exit != first
    return f"exit {moment.run.exit}, not {first}" if other else None


def ends_when_nothing_is_left(moment: Moment) -> str | None:
    """GRAPH-5, GRAPH-11: as long as nothing ends the run it goes on until no unit runs and none may start."""
    if halted(moment.setting, moment.seen):
        return None
    events = [move.event for move in moment.moves]
    busy = any(unit.stage in ("running", "clearing") for unit in moment.run.units)
    busy = busy or any(isinstance(event, Start) for event in events)
    return "it ends too early" if busy and Finish() in events else None
