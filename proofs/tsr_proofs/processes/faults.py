"""Wrong runs: signals that miss, graces cut short, failures and interrupts mistaken, units out of order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from tsr_model import exit_code as codes
from tsr_model import graph, process_tree
from tsr_model import run_machine as machine
from tsr_model.exit_code import OF_SIGNAL, Failure, Signal
from tsr_model.graph import Deps, Task
from tsr_model.process_tree import Change, Command, Process
from tsr_model.run_machine import Event, GraceOver, Notice, Receive, Run, Setting, Start, Unit
from tsr_proofs.processes import reduction
from tsr_proofs.processes.scenarios import Shape
from tsr_proofs.seeding import Fault, Swap

# The right versions, kept before any is swapped.
_enabled, _may_start, _nothing_left, _is_left = (
    machine.enabled,
    machine.may_start,
    machine._nothing_left,
    machine._is_left,
)
_ended, _over, _noticed, _failed = machine._ended, machine._over, machine._noticed, machine._failed
_torn_down, _received, _killed, _finished = machine.torn_down, machine.received, machine._killed, machine._finished
_signalled, _killed_process, _startable, _reach = (
    process_tree.signalled,
    process_tree.killed,
    graph.startable,
    graph.reach,
)
_exit_code, _admissible = codes.exit_code, codes.admissible
_plain, _renamed = reduction._plain, reduction._renamed


# --- signals that miss -----------------------------------------------------------------------------------------------


def _not_signalled(command: Command, change: Change, *, isolated: bool) -> Command:
    return command


def _leader_only(command: Command, change: Change, *, isolated: bool) -> Command:
    return _signalled(command, change, isolated=False)


def _leader_spared(command: Command, change: Change, *, isolated: bool) -> Command:
    return Command(command.leader, _signalled(command, change, isolated=isolated).descendants)


def _leader_killed_only(command: Command, change: Change, *, isolated: bool) -> Command:
    return _signalled(command, change, isolated=isolated and change is not _killed_process)


def _shared_too(command: Command, change: Change, *, isolated: bool) -> Command:
    return _signalled(command, change, isolated=True)


def _outside_too(command: Command, change: Change, *, isolated: bool) -> Command:
    return Command(change(command.leader), tuple(map(change, command.descendants)))


def _without_sigcont(process: Process) -> Process:
    return replace(process, told=process.told or process.alive)


def _revived(process: Process) -> Process:
    return replace(process, told=True, killed=False)


def _deaf_to_sigkill(process: Process) -> Process:
    return process if process.deaf else _killed_process(process)


def _born_told(deaf: bool = False) -> Process:
    return Process(deaf=deaf, told=True)


def _stale_too(setting: Setting, unit: Unit) -> Unit:
    if unit.command is None:
        return unit
    return replace(
        unit, torn=True, command=_signalled(unit.command, process_tree.terminated, isolated=setting.isolated)
    )


def _leaderless_spared(setting: Setting, unit: Unit) -> Unit:
    lives = unit.command is not None and unit.command.leader.alive
    return _stale_too(setting, unit) if lives and unit.stage == "running" else unit


# --- graces ----------------------------------------------------------------------------------------------------------


def _no_grace(setting: Setting, run: Run) -> Run:
    return _killed(setting, _torn_down(setting, run))


def _leader_lives(command: Command, *, isolated: bool) -> bool:
    return command.leader.alive


def _unreaped(command: Command, *, isolated: bool) -> bool:
    return all(not each.alive or each.killed for each in command.processes if each.inside)


def _killed_unwarned(setting: Setting, run: Run) -> Run:
    return _killed(setting, run)


def _stopped_hold_it(setting: Setting, unit: Unit) -> bool:
    return _is_left(setting, unit) and not (unit.command is not None and unit.command.leader.stopped)


# --- failures --------------------------------------------------------------------------------------------------------


def _without_tear_down(setting: Setting, run: Run, status: int) -> Run:
    return replace(run, failure=run.failure or status, phase="terminating" if setting.bail else run.phase)


def _always_bails(setting: Setting, run: Run, status: int) -> Run:
    return _torn_down(setting, replace(run, failure=run.failure or status))


def _never_bails(setting: Setting, run: Run, status: int) -> Run:
    return replace(run, failure=run.failure or status)


def _last_counts(setting: Setting, run: Run, status: int) -> Run:
    return replace(_failed(setting, run, status), failure=status)


def _errors_overridden(setting: Setting, run: Run) -> Run:
    return run if run.error and not setting.bail and run.interrupt is None else _torn_down(setting, run)


def _torn_down_counts(setting: Setting, run: Run, task: Task, status: int) -> Run:
    after = _ended(setting, run, task, status)
    return replace(after, failure=status or run.failure) if after.phase != "working" else after


# --- interrupts ------------------------------------------------------------------------------------------------------


def _second_ignored(setting: Setting, run: Run, signal: Signal) -> Run:
    return run if run.interrupt is not None else _received(setting, run, signal)


def _second_leaves_alive(setting: Setting, run: Run, signal: Signal) -> Run:
    return _finished(setting, run) if run.interrupt is not None else _received(setting, run, signal)


def _second_decides(setting: Setting, run: Run, signal: Signal) -> Run:
    return _received(setting, run if run.interrupt is None else replace(run, interrupt=signal), signal)


def _interrupts_overridden(setting: Setting, run: Run, signal: Signal) -> Run:
    if run.interrupt is None and not setting.bail:
        return replace(run, interrupt=signal)
    return _received(setting, run, signal)


def _never_forewarned(setting: Setting, run: Run, signal: Signal) -> Run:
    if run.interrupt is None and run.phase == "working":
        return _torn_down(setting, replace(run, interrupt=signal))
    return _received(setting, run, signal)


def _always_forewarned(setting: Setting, run: Run, signal: Signal) -> Run:
    found = _received(setting, run, signal)
    begins = run.phase == "working" and signal == "INT"
    return replace(found, phase="forewarned", units=run.units) if begins else found


def _grace_anew(setting: Setting, run: Run, signal: Signal) -> Run:
    if run.interrupt is None and run.phase != "working":
        return replace(run, interrupt=signal, phase="forewarned")
    return _received(setting, run, signal)


def _sigterm_again(setting: Setting, run: Run, signal: Signal) -> Run:
    found = _received(setting, run, signal)
    return _torn_down(setting, found) if run.interrupt is None and run.phase == "terminating" else found


def _failure_outranks(interrupt: Signal | None, failure: int, error: bool) -> int:
    return failure or _exit_code(interrupt, 0, error)


def _error_forgotten(interrupt: Signal | None, failure: int, error: bool) -> int:
    return OF_SIGNAL[interrupt] if interrupt is not None else failure


def _error_outranks(interrupt: Signal | None, failure: int, error: bool) -> int:
    return OF_SIGNAL[interrupt] if interrupt is not None else 64 if error else failure


def _first_listed(interrupts: Any, failures: Any, error: bool) -> frozenset[int]:
    return _admissible(interrupts, (), error) if interrupts or not failures else frozenset({failures[0].status})


def _any_failure(interrupts: Any, failures: Any, error: bool) -> frozenset[int]:
    return _admissible(interrupts, [Failure(one.status, 0, 9) for one in failures], error)


# --- what may happen -------------------------------------------------------------------------------------------------


def _handles_ignored(setting: Setting, run: Run) -> Iterator[Event]:
    yield from _enabled(replace(setting, ignored=frozenset()), run)


def _but(dropped: Callable[[Run, Event], bool], setting: Setting, run: Run) -> Iterator[Event]:
    return (event for event in _enabled(setting, run) if not dropped(run, event))


def _starts_on(setting: Setting, run: Run) -> Iterator[Event]:
    yield from _enabled(setting, run)
    if run.phase == "terminating":
        yield from (Start(task) for task in _may_start(setting, run))


def _grace_is_no_time_for_signals(run: Run, event: Event) -> bool:
    return isinstance(event, Receive) and run.phase != "working"


def _never_noticed(run: Run, event: Event) -> bool:
    return isinstance(event, Notice)


def _no_safe_point(run: Run, event: Event) -> bool:
    return isinstance(event, machine.Yield)


def _endless_grace(run: Run, event: Event) -> bool:
    return event == GraceOver()


# --- the end of a unit -----------------------------------------------------------------------------------------------


def _never_cleared(setting: Setting, run: Run, task: Task) -> Run:
    return _over(setting, run, task)


def _not_waited_for(setting: Setting, run: Run, task: Task) -> Run:
    unit = machine._unit(run, task)
    assert unit.command is not None
    if setting.strict and setting.isolated:
        command = _signalled(unit.command, process_tree.terminated, isolated=True)
        run = machine._with(run, task, command=command)
    return _over(setting, run, task)


def _cleared_by_sigkill(setting: Setting, run: Run, task: Task) -> Run:
    found = _noticed(setting, run, task)
    unit = machine._unit(found, task)
    if unit.stage != "clearing" or unit.command is None:
        return found
    return machine._with(found, task, command=_signalled(unit.command, _killed_process, isolated=True))


def _builtin_cut(setting: Setting, run: Run) -> bool:
    kept = tuple(unit for unit in run.units if unit.command is not None or unit.stage != "running")
    return _nothing_left(setting, run if run.phase == "working" else replace(run, units=kept))


def _ends_too_early(setting: Setting, run: Run) -> bool:
    return _nothing_left(setting, run) or (run.phase == "working" and not _may_start(setting, run))


# --- the order -------------------------------------------------------------------------------------------------------


def _begun_again(setting: Setting, run: Run) -> tuple[Task, ...]:
    again = [unit.task for unit in run.units if unit.stage == "ok" and unit.task != setting.named]
    return tuple(dict.fromkeys((*_may_start(setting, run), *again)))


def _begun_is_done(setting: Setting, run: Run) -> tuple[Task, ...]:
    units = tuple(replace(unit, stage="ok") if unit.stage == "running" else unit for unit in run.units)
    return _may_start(setting, replace(run, units=units))


def _all_parallel(deps: Deps, parallel: Collection[Task], named: Task, done: Collection[Task]) -> tuple[Task, ...]:
    return _startable(deps, frozenset(deps), named, done)


def _none_parallel(deps: Deps, parallel: Collection[Task], named: Task, done: Collection[Task]) -> tuple[Task, ...]:
    return _startable(deps, frozenset(), named, done)


def _parallel_below(deps: Deps, parallel: Collection[Task], named: Task, done: Collection[Task]) -> tuple[Task, ...]:
    below = {other for task in parallel if task in deps for other in _reach(deps, task)}
    return _startable(deps, below, named, done)


def _once_for_each(deps: Deps, parallel: Collection[Task], named: Task, done: Collection[Task]) -> tuple[Task, ...]:
    def visit(task: Task) -> Iterator[Task]:
        waiting = [dep.task for dep in deps[task] if not dep.upstream and dep.task not in done]
        for dep in waiting if task in parallel else waiting[:1]:
            yield from visit(dep)
        if not waiting:
            yield task

    return () if named in done else tuple(visit(named))


def _upstream_waited_for(
    deps: Deps, parallel: Collection[Task], named: Task, done: Collection[Task]
) -> tuple[Task, ...]:
    ordinary = {task: tuple(replace(dep, upstream=False) for dep in its) for task, its in deps.items()}
    return _startable(ordinary, parallel, named, done)


def _last_dep_first(deps: Deps, parallel: Collection[Task], named: Task, done: Collection[Task]) -> tuple[Task, ...]:
    return _startable({task: its[::-1] for task, its in deps.items()}, parallel, named, done)


# --- groups ----------------------------------------------------------------------------------------------------------


def _terminal_alone(stdin_is_a_terminal: bool, parallel: Any) -> bool:
    return not stdin_is_a_terminal


def _parallel_alone(stdin_is_a_terminal: bool, parallel: Any) -> bool:
    return any(parallel)


def _upstream_overlooked(deps: Deps, named: Task) -> tuple[Task, ...]:
    return _reach({task: tuple(dep for dep in its if not dep.upstream) for task, its in deps.items()}, named)


def _terminal_handed_on(stdin_is_a_terminal: bool, is_isolated: bool) -> str:
    return "as it is"


# --- states that are counted once ------------------------------------------------------------------------------------


def _outside_is_gone(unit: Unit) -> Unit:
    if unit.command is None:
        return unit
    kept = tuple(each if each.inside and not each.killed else reduction.GONE for each in unit.command.descendants)
    return _plain(replace(unit, command=replace(unit.command, descendants=kept)))


def _codes_kept(seen: Any, names: dict[Task, Task], codes_of: dict[int, int]) -> Any:
    return _renamed(seen, names, {})


def _names_kept(shape: Shape, run: Run, seen: Any) -> tuple[Run, Any]:
    places = [place for place, unit in enumerate(run.units) if unit.task in shape.alike]
    stages = sorted(run.units[place].stage for place in places)
    units = list(run.units)
    for place, stage in zip(places, stages, strict=True):
        units[place] = replace(units[place], stage=stage)
    return replace(run, units=tuple(units)), seen


# --- the table -------------------------------------------------------------------------------------------------------


def _fault(name: str, says: str, attribute: str, replacement: object, module: str = "tsr_model.run_machine") -> Fault:
    return Fault(name, says, (Swap(module, attribute, replacement),))


NOT_SIGNALLED = _fault("not-signalled", "a tear-down signals nothing", "signalled", _not_signalled)
LEADER_ONLY = _fault("leader-only", "only the leader is signalled", "signalled", _leader_only)
LEADER_SPARED = _fault("leader-spared", "only descendants are signalled", "signalled", _leader_spared)
LEADER_KILLED_ONLY = _fault("leader-killed-only", "SIGKILL goes to the leader only", "signalled", _leader_killed_only)
SHARED_TOO = _fault("shared-too", "the runner's own group is signalled", "signalled", _shared_too)
OUTSIDE_TOO = _fault("outside-too", "what has left the group is signalled", "signalled", _outside_too)
SIGCONT_FORGOTTEN = _fault("sigcont-forgotten", "what is stopped stays so", "terminated", _without_sigcont)
DEAF_TO_SIGKILL = _fault("deaf-to-sigkill", "SIGKILL spares what is deaf", "killed", _deaf_to_sigkill)
STALE_TOO = _fault("stale-too", "units that are over are signalled", "_terminated", _stale_too)
LEADERLESS_SPARED = _fault(
    "leaderless-spared", "a group whose leader has ended is not torn down", "_terminated", _leaderless_spared
)

NO_GRACE = _fault("no-grace", "SIGKILL comes at once", "torn_down", _no_grace)
LEADER_ENDS_GRACE = _fault("leader-ends-grace", "the leader's death ends the grace", "lives", _leader_lives)
UNREAPED = _fault("unreaped", "the run ends before its child has", "dealt_with", _unreaped)
KILLED_UNWARNED = _fault("killed-unwarned", "behind a Ctrl-C comes SIGKILL", "grace_over", _killed_unwarned)
STOPPED_HOLD_IT = _fault("stopped-hold-it", "what is stopped holds the grace up", "_is_left", _stopped_hold_it)
ENDLESS_GRACE = _fault("endless-grace", "a grace has no end", "enabled", partial(_but, _endless_grace))

WITHOUT_TEAR_DOWN = _fault("no-tear-down", "a failure leaves the others running", "_failed", _without_tear_down)
ALWAYS_BAILS = _fault("always-bails", "`--no-bail` stops at a failure", "_failed", _always_bails)
NEVER_BAILS = _fault("never-bails", "a run goes on behind a failure", "_failed", _never_bails)
LAST_COUNTS = _fault("last-counts", "the last failure counts", "_failed", _last_counts)
ERRORS_OVERRIDDEN = _fault("error-overridden", "`--no-bail` goes on behind an error", "torn_down", _errors_overridden)
TORN_DOWN_COUNTS = _fault("torn-down-counts", "what is torn down decides the code", "_ended", _torn_down_counts)

SECOND_IGNORED = _fault("second-ignored", "a second signal is ignored", "received", _second_ignored)
SECOND_LEAVES_ALIVE = _fault("second-leaves", "a second signal kills nothing", "received", _second_leaves_alive)
SECOND_DECIDES = _fault("second-decides", "the second signal's code counts", "received", _second_decides)
INTERRUPTS_OVERRIDDEN = _fault(
    "interrupt-overridden", "`--no-bail` goes on behind a signal", "received", _interrupts_overridden
)
NEVER_FOREWARNED = _fault("never-forewarned", "SIGTERM follows a Ctrl-C at once", "received", _never_forewarned)
ALWAYS_FOREWARNED = _fault("always-forewarned", "SIGINT always waits a grace", "received", _always_forewarned)
GRACE_ANEW = _fault("grace-anew", "a signal in a grace begins a new one", "received", _grace_anew)
SIGTERM_AGAIN = _fault("sigterm-again", "a signal in a grace sends SIGTERM again", "received", _sigterm_again)
IGNORED_HANDLED = _fault("ignored-handled", "a signal ignored at entry is taken", "enabled", _handles_ignored)
NO_TIME_FOR_SIGNALS = _fault(
    "busy", "no signal is taken in a tear-down", "enabled", partial(_but, _grace_is_no_time_for_signals)
)
STARTS_ON = _fault("starts-on", "a tear-down starts what may start", "enabled", _starts_on)
NEVER_NOTICED = _fault("never-noticed", "nobody looks who has ended", "enabled", partial(_but, _never_noticed))
NO_SAFE_POINT = _fault("no-safe-point", "a builtin can't be interrupted", "enabled", partial(_but, _no_safe_point))
BUILTIN_CUT = _fault("builtin-cut", "a builtin is broken off", "_nothing_left", _builtin_cut)

FAILURE_OUTRANKS = _fault("failure-outranks", "a failure's code hides the signal's", "exit_code", _failure_outranks)
ERROR_FORGOTTEN = _fault("error-forgotten", "a runner-level error ends with 0", "exit_code", _error_forgotten)
ALL_130 = Fault(
    "all-130",
    "every signal ends with 130",
    (Swap("tsr_model.exit_code", "OF_SIGNAL", dict.fromkeys(("INT", "TERM", "HUP", "QUIT"), 130)),),
)
FIRST_LISTED = _fault("first-listed", "one failure only counts", "admissible", _first_listed, "tsr_model.exit_code")
ANY_FAILURE = _fault("any-failure", "any failure counts", "admissible", _any_failure, "tsr_model.exit_code")
CODE_OUTRANKED = _fault(
    "code-outranked", "a failure's code hides the signal's", "exit_code", _failure_outranks, "tsr_model.exit_code"
)

NEVER_CLEARED = _fault("never-cleared", "`--strict` clears nothing away", "_noticed", _never_cleared)
NOT_WAITED_FOR = _fault("not-waited-for", "what is cleared away isn't waited for", "_noticed", _not_waited_for)
CLEARED_BY_SIGKILL = _fault("cleared-by-sigkill", "`--strict` gives no grace", "_noticed", _cleared_by_sigkill)
ENDS_TOO_EARLY = _fault("ends-too-early", "a run ends while units run", "_nothing_left", _ends_too_early)

BEGUN_AGAIN = _fault("begun-again", "a dep runs twice", "may_start", _begun_again)
BEGUN_IS_DONE = _fault("begun-is-done", "nobody waits for a dep's end", "may_start", _begun_is_done)

ALL_PARALLEL, NONE_PARALLEL, PARALLEL_BELOW, ONCE_FOR_EACH, UPSTREAM_WAITED_FOR, LAST_DEP_FIRST = (
    _fault(name, says, "startable", replacement, "tsr_model.graph")
    for name, says, replacement in (
        ("walk-all-parallel", "all deps may start at the same time", _all_parallel),
        ("walk-none-parallel", "`parallel` is ignored", _none_parallel),
        ("parallel-below", "`parallel` covers the deps of deps", _parallel_below),
        ("once-for-each", "a dep may start for each that waits for it", _once_for_each),
        ("upstream-awaited", "`^` is waited for as a task", _upstream_waited_for),
        ("last-dep-first", "the last dep comes first", _last_dep_first),
    )
)

TERMINAL_ALONE = _fault(
    "terminal-alone", "a terminal alone decides", "isolated", _terminal_alone, "tsr_model.isolation"
)
PARALLEL_ALONE = _fault(
    "parallel-alone", "only parallel runs have groups", "isolated", _parallel_alone, "tsr_model.isolation"
)
TERMINAL_HANDED_ON = _fault(
    "terminal-handed-on",
    "a group of its own reads the terminal",
    "stdin_of_a_child",
    _terminal_handed_on,
    "tsr_model.isolation",
)
UPSTREAM_OVERLOOKED = _fault(
    "upstream-overlooked", "`parallel` behind `^` is overlooked", "reach", _upstream_overlooked, "tsr_model.graph"
)

MAPS_LEADER_ONLY = _fault(
    "map-leader-only", "only the leader counts", "signalled", _leader_only, "tsr_model.process_tree"
)
MAPS_LEADER_LIVES = _fault(
    "map-leader-lives", "only the leader lives", "lives", _leader_lives, "tsr_model.process_tree"
)
MAPS_UNREAPED = _fault("map-unreaped", "the leader needn't be dead", "dealt_with", _unreaped, "tsr_model.process_tree")

_REDUCTION = "tsr_proofs.processes.reduction"
OUTSIDE_IS_GONE = _fault("outside-is-gone", "what lives on counts as dead", "_plain", _outside_is_gone, _REDUCTION)
CODES_KEPT = _fault("codes-kept", "a failure keeps its code under another name", "_renamed", _codes_kept, _REDUCTION)
NAMES_KEPT = _fault("names-kept", "units exchange their stages only", "_sorted", _names_kept, _REDUCTION)

_LEMMAS = "tsr_proofs.processes.lemmas"
LEMMA_DEAF_TO_SIGKILL = _fault("deaf-to-sigkill", "SIGKILL spares what is deaf", "killed", _deaf_to_sigkill, _LEMMAS)
LEMMA_SIGCONT_FORGOTTEN = _fault(
    "sigcont-forgotten", "what is stopped stays so", "terminated", _without_sigcont, _LEMMAS
)
LEMMA_BORN_TOLD = _fault("born-told", "what begins counts as told", "Process", _born_told, _LEMMAS)
LEMMA_REVIVED = _fault("revived", "SIGTERM forgets a SIGKILL", "terminated", _revived, _LEMMAS)
LEMMA_KILLS_AT_ONCE = _fault("kills-at-once", "SIGTERM is SIGKILL", "terminated", process_tree.killed, _LEMMAS)
LEMMA_OUTSIDE_TOO = _fault("outside-too", "what has left the group is signalled", "signalled", _outside_too, _LEMMAS)
LEMMA_SHARED_TOO = _fault("shared-too", "the runner's own group is signalled", "signalled", _shared_too, _LEMMAS)
LEMMA_FAILURE_OUTRANKS = _fault(
    "failure-outranks", "a failure's code hides the signal's", "exit_code", _failure_outranks, _LEMMAS
)
LEMMA_ERROR_OUTRANKS = _fault("error-outranks", "64 hides a failure's code", "exit_code", _error_outranks, _LEMMAS)
LEMMA_ERROR_FORGOTTEN = _fault("error-forgotten", "an error ends with 0", "exit_code", _error_forgotten, _LEMMAS)
