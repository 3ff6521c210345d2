"""What signals do to a run (INT)."""

from __future__ import annotations

from tsr_model.run_machine import Finish, GraceOver, Receive, Refuse, Start, Yield
from tsr_proofs.processes.exploration import Moment
from tsr_proofs.processes.seen import halted
from tsr_proofs.processes.tear_down import in_reach, lives_unkilled, running

CODES = {"INT": 130, "TERM": 130, "HUP": 129, "QUIT": 131}


def nothing_starts_any_more(moment: Moment) -> str | None:
    """INT-1, GRAPH-5, GRAPH-11: behind a signal, a runner-level error, or a failure without `--no-bail`, nothing is
    started; `--no-bail` overrides neither of the first two."""
    if not halted(moment.setting, moment.seen):
        return None
    for move in moment.moves:
        if isinstance(move.event, Start | Refuse):
            return f"{move.event}"
        for unit, later in zip(moment.run.units, move.run.units, strict=True):
            if unit.stage == "waiting" != later.stage:
                return f"{move.event} starts {unit.task}"
    return None


def something_starts(moment: Moment) -> str | None:
    """Witness: nothing is started, ever."""
    return next((f"{move.event}" for move in moment.moves if isinstance(move.event, Start)), None)


def the_second_ends_it(moment: Moment) -> str | None:
    """INT-2: a second signal ends the run in one step, with the first one's code, and everything in reach that runs is
    sent SIGKILL."""
    for move in moment.moves:
        if not isinstance(move.event, Receive) or not moment.seen.signals:
            continue
        if move.run.phase != "over" or move.run.exit != CODES[moment.seen.signals[0]]:
            return f"{move.event}: {move.run.phase}, exit {move.run.exit}"
        begun = {unit.task for unit in running(moment.run)}
        for unit in move.run.units:
            if unit.task in begun and any(map(lives_unkilled, in_reach(moment.setting, unit))):
                return f"{move.event}: something of {unit.task} isn't killed"
    return None


def one_signal_ends_it(moment: Moment) -> str | None:
    """Witness: a run is over as soon as a signal has come."""
    return f"{moment.run.phase}" if moment.seen.signals and moment.run.phase != "over" else None


def the_first_decides(moment: Moment) -> str | None:
    """INT-4, INT-1, INT-6, EXIT-6: a run that was sent signals ends with the code of the first, whatever has failed."""
    if moment.run.phase != "over" or not moment.seen.signals:
        return None
    code = CODES[moment.seen.signals[0]]
    return None if moment.run.exit == code else f"exit {moment.run.exit}, not {code}"


def no_failure_is_hidden(moment: Moment) -> str | None:
    """Witness: a run in which a unit failed ends with that failure's status."""
    statuses = {failure.status for _, failure in moment.seen.failures}
    hidden = moment.run.phase == "over" and statuses and moment.run.exit not in statuses
    return f"exit {moment.run.exit}" if hidden else None


def the_ignored_stay_ignored(moment: Moment) -> str | None:
    """INT-4: until it is over a run takes each of the four signals, but for those that were ignored at entry."""
    taken = {move.event.signal for move in moment.moves if isinstance(move.event, Receive)}
    wanted = set() if moment.run.phase == "over" else CODES.keys() - moment.setting.ignored
    return None if taken == wanted else f"takes {sorted(taken)}, not {sorted(wanted)}"


def all_four_are_taken(moment: Moment) -> str | None:
    """Witness: until it is over a run takes each of the four signals."""
    taken = {move.event.signal for move in moment.moves if isinstance(move.event, Receive)}
    return None if moment.run.phase == "over" or taken == CODES.keys() else f"takes {sorted(taken)}"


def forewarned_where_shared(moment: Moment) -> str | None:
    """INT-5: where the child shares the runner's group a first SIGINT sends nothing, and SIGTERM comes when a grace is
    over; in every other case a first signal sends SIGTERM at once."""
    if halted(moment.setting, moment.seen):
        return None
    for move in moment.moves:
        if not isinstance(move.event, Receive):
            continue
        waits = move.event.signal == "INT" and not moment.setting.isolated
        if (move.run.phase == "forewarned") != waits or (waits and move.sent):
            return f"{move.event}: {move.run.phase}"
    return None


def sigterm_behind_the_first_grace(moment: Moment) -> str | None:
    """INT-5: when the grace is over that a SIGINT gives, the child is sent SIGTERM, and a second grace begins."""
    if moment.run.phase != "forewarned":
        return None
    for move in moment.moves:
        if move.event != GraceOver():
            continue
        children = [unit.command.leader for unit in running(move.run) if unit.command is not None]
        told = all(child.told or not child.alive for child in children)
        if move.run.phase != "terminating" or not told or any(child.killed for child in children):
            return f"{move.event}: {move.run.phase}"
    return None


def sigint_is_as_sigterm(moment: Moment) -> str | None:
    """Witness: SIGINT does what SIGTERM or SIGHUP does."""
    phases = {move.run.phase for move in moment.moves if isinstance(move.event, Receive)}
    return f"{sorted(phases)}" if len(phases) > 1 else None


def the_grace_runs_on(moment: Moment) -> str | None:
    """INT-6: a first signal in the midst of a tear-down changes nothing of it: nothing is sent, no new grace begins."""
    if moment.seen.signals or not halted(moment.setting, moment.seen):
        return None
    for move in moment.moves:
        same = (move.run.units, move.run.phase) == (moment.run.units, moment.run.phase)
        if isinstance(move.event, Receive) and not same:
            return f"{move.event}: {move.run.phase}"
    return None


def a_first_signal_changes_nothing(moment: Moment) -> str | None:
    """Witness: a first signal changes no process and no unit."""
    if moment.seen.signals:
        return None
    changed = (m for m in moment.moves if isinstance(m.event, Receive) and m.run.units != moment.run.units)
    return next((f"{move.event}" for move in changed), None)


def builtins_come_to_an_end(moment: Moment) -> str | None:
    """INT-3: in a tear-down a builtin that runs can end at a safe point, and unless a second signal comes the run
    doesn't end before it has."""
    if not halted(moment.setting, moment.seen) or moment.run.phase == "over":
        return None
    builtins = {unit.task for unit in moment.run.units if unit.stage == "running" and unit.command is None}
    events = [move.event for move in moment.moves]
    if any(Yield(task) not in events for task in builtins):
        return "a builtin can't end"
    return "the run ends before a builtin" if builtins and Finish() in events else None


def no_builtin_is_interrupted(moment: Moment) -> str | None:
    """Witness: a builtin always runs to its end."""
    return next((f"{move.event}" for move in moment.moves if isinstance(move.event, Yield)), None)
