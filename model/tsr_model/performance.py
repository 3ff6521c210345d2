"""A run that has got past load: its units played, and what signals make of it (SHELL, GRAPH, TREE, INT)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tsr_model import fence, kernel
from tsr_model.command_line import Request
from tsr_model.conduct import leaves_something, marks_of_tear_down, may_say, signal_of
from tsr_model.exit_code import Signal, exit_code
from tsr_model.fence import Allowed
from tsr_model.filesystem import Directory, place_of
from tsr_model.forms import with_installed
from tsr_model.guards import Environment, Guards, judge
from tsr_model.isolation import Stdin, isolated, stdin_of_a_child
from tsr_model.messages import in_unicode, shown
from tsr_model.names import path
from tsr_model.refusal import Refusal
from tsr_model.schedule import Order, Unit, play_units
from tsr_model.sequence import Plan, Played, Stage, play
from tsr_model.shell import Expanded, Operator, commands, expand, verbatim
from tsr_model.table import Row, table
from tsr_model.workload import Work, Workload
from tsr_model.world import World
from tsr_spec.case import KEYS, CaseError, Program
from tsr_spec.event_text import summary_text, unit_text


@dataclass(frozen=True, slots=True)
class Performance:
    """What a run has come to, if its units are played in one of the orders in which they may.

    `labels`: of the units that have a command, in the plan's order. `sent`: the signals that reach the runner, each
    with the mark that it is sent at; `typed`: keys are among them.
    """

    played: Played
    order: Order
    labels: tuple[str, ...]
    units: tuple[Unit, ...]
    sent: tuple[tuple[str, Signal], ...]
    typed: bool
    isolated: bool
    stdin: Stdin
    strict: bool

    @property
    def interrupts(self) -> tuple[Signal, ...]:
        """The signals that reach the runner, in order."""
        return tuple(signal for _, signal in self.sent)

    @property
    def failure(self) -> int:
        """The status of the unit that failed first, 0 where none has."""
        return next((unit.status for unit in self.units if unit.failed), 0)

    @property
    def error(self) -> bool:
        """Whether the runner itself could not go on somewhere."""
        return any(unit.end == "error" for unit in self.units)

    @property
    def exit(self) -> int:
        """Its exit code (EXIT-6)."""
        return exit_code(self.interrupts[0] if self.interrupts else None, self.failure, self.error)

    @property
    def ended_early(self) -> bool:
        """Whether units that might have begun, or ended, may not have: others were ended for it (GRAPH-5, TREE-4)."""
        bailed = self.failure and self.order.bail
        return bool(bailed or self.error or self.interrupts) and self.order.side_by_side


def perform(
    here: World, guards: Guards, load: Workload, asked: Request, judged: Mapping[str, Environment]
) -> Performance:
    """Plays the units, each when it may start. Raises CaseError where nothing would ever end the run."""
    run = Played(here.files, here.stdin)
    run.by(*guards.notes.clauses)
    labels = tuple(work.label for work in load.works)
    by_label = dict(zip(labels, load.works, strict=True))
    order = Order(load.awaited, load.parallel, asked.task, frozenset(labels), asked.bail)
    own_group = isolated(here.terminal, (task.parallel for task in load.tasks))

    def play_work(label: str) -> Iterator[str]:
        now = replace(guards, files=run.files, again=True, read={}) if run.steps else guards
        return _play_work(run, now, by_label[label], asked, judged, here, own_group)

    units = play_units(run, order, guards.notes.choices, play_work)
    typed = any(text in KEYS and signal_of(text) not in here.ignored for _, text in here.signals)
    stdin = stdin_of_a_child(here.terminal, own_group)
    sent = tuple(_received(here, run, own_group))
    performance = Performance(run, order, labels, units, sent, typed, own_group, stdin, asked.strict)
    if any(unit.end == "held" for unit in units) and not (sent or performance.ended_early):
        raise CaseError("nothing ends this run: what waits is never sent a signal")
    _note(performance, here.terminal)
    return performance


def _play_work(
    run: Played,
    guards: Guards,
    work: Work,
    asked: Request,
    judged: Mapping[str, Environment],
    here: World,
    own_group: bool,
) -> Iterator[str]:
    """One unit: judged again where something has run before it (ENV-7), its directory entered, its commands played."""
    task = work.task
    found: Mapping[str, Environment] | Refusal = judge(guards, (task,)) if guards.again else judged
    if isinstance(found, Refusal):
        run.stop("ENV-7", *found.clauses)
        return
    run.by(*(("ENV-7",) if guards.again and "ENV-10" in guards.notes.clauses else ()))
    if not isinstance(fence.content(run.files, guards.root, guards.bounds, path(work.directory)), Allowed):
        run.stop("ENV-7", "FENCE-1", "FENCE-15")
        return
    cwd = kernel.stat(run.files, guards.root, path(work.directory))
    if isinstance(cwd, str) or not isinstance(run.files.nodes[cwd], Directory):
        run.stop("FENCE-15")
        return
    if len(judged) > 1:
        run.by("GRAPH-1")
    typed = asked.arguments if task.name == asked.task else ()
    environment = with_installed(run.files, cwd, guards.bounds.root, dict(found[task.name]))
    if environment != found[task.name]:
        run.by("FORM-4")
    stage = Stage(
        cwd=cwd,
        place=place_of(run.files, cwd),
        environment=environment,
        bounds=guards.bounds,
        umask=here.umask,
        choices=guards.notes.choices,
        strict=guards.strict,
        terminal=here.terminal,
        isolated=own_group,
        label=work.label,
        delegated=isinstance(work.command, tuple),
    )
    yield from play(run, stage, _plan(work, typed, found[task.name]))


def _plan(work: Work, typed: tuple[str, ...], environment: Mapping[str, str]) -> Plan:
    """The commands with their variables resolved; `args` and the typed words go to the last one (CLI-4)."""
    operators: list[Operator] = [";"]
    every: list[tuple[Expanded, ...]]
    if isinstance(work.command, tuple):
        every = [tuple(verbatim(word) for word in work.command)]
    else:
        operators += [operator for operator, _ in work.command.rest]
        every = [tuple(expand(word, environment) for word in command) for command in commands(work.command)]
    every[-1] += tuple(verbatim(word) for word in (*work.task.args, *typed))
    return tuple(zip(operators, every, strict=True))


# --- signals ---------------------------------------------------------------------------------------------------------


def _received(here: World, run: Played, own_group: bool) -> Iterator[tuple[str, Signal]]:
    """The signals that are sent, since their marks are said, and that the runner does not ignore (INT-4).

    A key reaches a program that shares the terminal too, and ends it before it says anything more (INT-5).
    """
    for mark, sent in here.signals:
        name, _, what = mark.partition(" ")
        if not any(program.name == name and may_say(program, what) for program in run.programs):
            return  # nor is what stands behind it: they are sent in their order
        if signal_of(sent) not in here.ignored:
            yield mark, signal_of(sent)
            if sent in KEYS and not own_group:
                return


def _torn_down(performance: Performance) -> Iterator[tuple[Program, bool]]:
    """Each program that was started, and whether its group is torn down: in its unit, or behind it (`--strict`)."""
    held = _held(performance.units)
    for child, program in enumerate(performance.played.programs):
        yield program, performance.isolated and (child in held or performance.strict)


def _held(units: tuple[Unit, ...]) -> set[int]:
    """The children that run until they are ended: the last one of each unit that does not end by itself."""
    return {unit.children[-1] for unit in units if unit.end == "held" and unit.children}


def _held_programs(performance: Performance) -> list[Program]:
    return [performance.played.programs[child] for child in sorted(_held(performance.units))]


def survivors(performance: Performance) -> frozenset[str]:
    """The programs of which something still lives when the runner has ended (TREE-G1, TREE-N1)."""
    left = (program for program, torn in _torn_down(performance) if leaves_something(program, torn_down=torn))
    return frozenset(program.name for program in left)


def marks(performance: Performance) -> tuple[str, ...]:
    """What programs say when they are torn down; where a second signal leaves no time for it, up to that (INT-2)."""
    if performance.typed and not performance.isolated:
        heard = _held_programs(performance) if performance.interrupts[:1] == ("INT",) else []
        return tuple(f"{program.name} {mark}" for program in heard if program.on_int for mark in ("INT", "clean"))
    if len(performance.sent) > 1 or performance.order.side_by_side:
        return (*(mark for mark, _ in performance.sent), *_said_behind_units(performance))
    held = _held(performance.units)
    said = []
    for child, (program, torn) in enumerate(_torn_down(performance)):
        if torn or child in held:
            said += [f"{program.name} {mark}" for mark in marks_of_tear_down(program, isolated=performance.isolated)]
    return tuple(said)


def _said_behind_units(performance: Performance) -> list[str]:
    """What is said with `--strict` by what a unit has left behind: all of that before the next one begins (TREE-G1)."""
    waiting = {program.name for program in _held_programs(performance)}
    signalled = {mark.partition(" ")[0] for mark, _ in performance.sent}
    if performance.order.side_by_side or not (performance.strict and performance.isolated and signalled <= waiting):
        return []
    before = [performance.played.programs[child] for unit in performance.units[:-1] for child in unit.children]
    return [f"{one.name} {mark}" for one in before for mark in marks_of_tear_down(one, isolated=True)]


def unsaid(performance: Performance) -> tuple[str, ...]:
    """What no program says: that it has cleaned up, where it is killed for a second signal (INT-2); and that SIGINT
    came, where it has a group of its own and the runner sends it something else (TREE-2)."""
    programs = _held_programs(performance)
    killed = [f"{program.name} clean" for program in programs if program.on_term and len(performance.sent) > 1]
    deaf = [f"{program.name} INT" for program in programs if program.on_int and performance.isolated]
    return (*killed, *deaf)


# --- what is said at the end -----------------------------------------------------------------------------------------


def lines_of_table(performance: Performance) -> tuple[str, ...] | None:
    """The table, if a unit has failed and no second signal ends the run (OUT-3); None where it depends on what was
    faster."""
    if not performance.failure or len(performance.sent) > 1:
        return ()
    if performance.ended_early:
        return None
    began = {unit.task: unit for unit in performance.units}
    return table([_row(label, began.get(label)) for label in performance.labels], performance.exit)


def _row(label: str, unit: Unit | None) -> Row:
    if unit is None:
        return Row(shown(label), "skipped")
    return Row(shown(label), "stopped") if unit.end == "held" else Row(shown(label), "ended", unit.status)


def events(performance: Performance, named: str) -> tuple[str, ...] | None:
    """What a reporter tells, in words (EVENT-3, EVENT-4); None where it depends on what was faster, or a second signal
    leaves no time for it."""
    if performance.ended_early or len(performance.sent) > 1:
        return None
    ended = [unit for unit in performance.units if unit.end != "held"]
    told = [unit_text(in_unicode(unit.task), unit.status or None) for unit in ended]
    failed = sum(1 for unit in ended if unit.status)
    return (
        *told,
        summary_text(named, performance.exit, len(ended) - failed, failed, error=performance.error),
    )


def _note(performance: Performance, terminal: bool) -> None:
    """Notes the clauses that decided how the run went as a whole."""
    run, units = performance.played, performance.units
    failure, interrupts = performance.failure, performance.interrupts
    held = any(unit.end == "held" for unit in units)
    shared = terminal and not performance.isolated
    noted = {
        "TREE-1": terminal,
        "TREE-7": terminal and performance.isolated,
        "GRAPH-10": performance.order.side_by_side,
        "GRAPH-11": not performance.order.bail and failure,
        "GRAPH-5": performance.order.bail and failure,
        "OUT-3": failure,
        "TREE-G1": any(program.leaves == "group" for program in run.programs),
        "TREE-N1": any(program.leaves == "apart" for program in run.programs),
        "TREE-2": held and performance.isolated,
        "TREE-3": held and shared,
        "TREE-4": held and (failure or performance.error),
        "TREE-5": held and any(program.leaves == "group" and program.on_term for program in run.programs),
        "INT-1": {"INT", "TERM"} & {*interrupts[:1]},
        "INT-4": {"HUP", "QUIT"} & {*interrupts[:1]},
        "INT-2": len(interrupts) > 1,
        "INT-3": any(unit.end == "held" and not unit.children for unit in units),
        "INT-5": shared and held and interrupts[:1] == ("INT",),
        "INT-6": failure and interrupts,
        "EXIT-6": interrupts or (failure and performance.error),
    }
    run.by(*(clause for clause, decided in noted.items() if decided))
