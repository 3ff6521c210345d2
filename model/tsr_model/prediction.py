"""`predict`: what a run of `tsr` does, composed of the rules, in the order in which the runner decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from tsr_model import fence
from tsr_model.builtins import BUILTINS
from tsr_model.choices import OURS, Choices
from tsr_model.command_line import Misuse, Request, Told, request
from tsr_model.config import NAME, Config, ConfigError, Task, parse_config
from tsr_model.confinement import Said
from tsr_model.discovery import CONFIG, NotDiscovered, discover, discover_project
from tsr_model.effect import Call, Message, Verb
from tsr_model.exit_code import Signal
from tsr_model.fence import Bounds, Judged, Refused
from tsr_model.filesystem import Directory, File, FileSystem, Number, at_place, place_of, with_entry
from tsr_model.guards import Environment, Guards, judge, judge_config
from tsr_model.isolation import Stdin
from tsr_model.names import SLASH, Place, path
from tsr_model.packages import Workspace, marker_in
from tsr_model.performance import Performance, events, lines_of_table, marks, perform, survivors, unsaid
from tsr_model.plan import plan
from tsr_model.policy import bounds as policy_bounds
from tsr_model.policy import read as read_policy
from tsr_model.refusal import Notes, Refusal
from tsr_model.resolver import TooManyLinks, start_of
from tsr_model.schedule import Order, Unit
from tsr_model.sequence import MISUSE, Step
from tsr_model.shell import Sequence, commands, expand
from tsr_model.workload import Work, Workload, workload
from tsr_model.world import World, world
from tsr_spec.case import Child, Given

Moment: TypeAlias = Literal["load", "run"]


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a run does, and why. `stdout` of None is not foretold. `optional`: places that may as well be as before.

    `stage` is "load" where the run ended before its first command; `says` is then the line that it is refused with,
    where its wording is fixed. `refusal`: the clauses by which the runner itself ended the run, at load or later.
    `environments` has that of each child. `open` names the choices that were come upon. `judged`: the paths that were
    judged beside those of the `steps`: directories, files of variables, members.

    `order`: what the order of the `units` rests on. `interrupts`: the signals that reach the runner. Where units run
    side by side, `exit` and `children` are those of one order of several; `partial`: some of them may not have begun,
    or not ended by themselves. `marks`: what programs say when they are torn down, by name; `unsaid`: what they have
    no time for; `survivors`: the programs of which something outlives the run; `isolated`: whether each child leads a
    group of its own; `stdin`: what the children read. `table`: the lines of OUT-3, None where they are not foretold;
    `events`: what a reporter tells, None where it is not asked for, or not foretold.
    """

    exit: int
    stage: Moment
    clauses: tuple[str, ...]
    files: FileSystem
    bounds: Bounds | None = None
    stdout: str | None = ""
    messages: tuple[Message, ...] = ()
    children: tuple[Child, ...] = ()
    environments: tuple[Mapping[str, str], ...] = ()
    touched: tuple[tuple[Verb, Place], ...] = ()
    optional: frozenset[Place] = frozenset()
    open: frozenset[str] = frozenset()
    steps: tuple[Step, ...] = ()
    says: str | None = None
    refusal: tuple[str, ...] = ()
    order: Order | None = None
    units: tuple[Unit, ...] = ()
    interrupts: tuple[Signal, ...] = ()
    marks: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()
    survivors: frozenset[str] = frozenset()
    isolated: bool = True
    stdin: Stdin = "as it is"
    partial: bool = False
    table: tuple[str, ...] | None = ()
    events: tuple[str, ...] | None = None
    judged: tuple[Judged, ...] = field(default=(), compare=False, repr=False)


@lru_cache(maxsize=8)
def predict(given: Given, choices: Choices = OURS) -> Prediction:
    """What `tsr` does with this world and this command line, under one set of admissible choices."""
    here = world(given)
    asked = request(given.argv)
    match asked:
        case Misuse(clause=clause):
            return refused(here, clause)
        case Told(what="about"):
            return Prediction(0, "load", ("CLI-2",), here.files, stdout=None)
        case Told(what="init"):
            return _initialised(here)
        case Told(what="config"):
            return refused(here, "CLI-17")  # no case is at a terminal with both its hands
        case Told() | Request():
            pass
    found = discover(here.files, here.cwd, (here.home,))
    if isinstance(found, NotDiscovered):
        return refused(here, found.clause) if found.clause == "DISC-4" else _without_config(here, asked, choices)
    refusal = judge_config(here.files, found.root, path(CONFIG), isinstance(asked, Request) and asked.strict)
    if refusal is not None:
        return refused(here, *refusal.clauses, says=refusal.says)
    file = here.files.nodes[found.file]
    assert isinstance(file, File)
    config = parse_config(file.data)
    if isinstance(config, ConfigError):
        return refused(here, config.clause)
    if isinstance(asked, Told):
        return Prediction(0, "load", ("CLI-2",), here.files, stdout=None)
    return _run(here, found.root, config, asked, Notes(choices))


def _initialised(here: World) -> Prediction:
    """`--init`: a `tasks.toml` is made in the working directory, unless there is an entry of that name (CLI-15)."""
    if CONFIG in here.files.directory(here.cwd).entries:
        return refused(here, "CLI-15")
    files, _ = with_entry(here.files, here.cwd, CONFIG, File(""))
    made = frozenset({(*place_of(files, here.cwd), CONFIG)})
    return Prediction(0, "load", ("CLI-15",), files, stdout=None, optional=made)


def _without_config(here: World, asked: Request | Told, choices: Choices) -> Prediction:
    """A bare task at the nearest directory with a marker, as if a config had it and nothing else (CLI-12, DISC-3)."""
    root = discover_project(here.files, here.cwd, (here.home,))
    if isinstance(root, NotDiscovered):
        return refused(here, root.clause, "DISC-3")
    if isinstance(asked, Told):
        space = Workspace(here.files, root, Bounds(place_of(here.files, root)), here.declared, Notes(choices))
        marker = marker_in(space, root)
        if isinstance(marker, Refusal):
            return refused(here, *marker.clauses)
        return Prediction(0, "load", ("CLI-2", "CLI-12", "DISC-3"), here.files, stdout=None)
    if not NAME.fullmatch(asked.task) or asked.since is not None or asked.resume_from is not None:
        return refused(here, "CLI-12")
    notes = Notes(choices)
    notes.by("CLI-12", "DISC-3")
    dotenv = notes.choose("configless_dotenv") == "read"
    return _run(here, root, Config({asked.task: Task(asked.task)}), asked, notes, dotenv=dotenv)


def refused(here: World, *clauses: str, bounds: Bounds | None = None, says: str | None = None) -> Prediction:
    """A run that ends before its first command, with 64 (EXIT-4)."""
    return Prediction(MISUSE, "load", ("EXIT-4", *clauses), here.files, bounds, says=says, refusal=clauses)


def bounds_of(here: World, root: Number, config: Config, asked: Request) -> Bounds | Refusal:
    """What a run may touch: FENCE-19, and what the user's file adds and a boundary takes away (CONF-2)."""
    policy = read_policy(here, asked.user_config, asked.strict)
    if isinstance(policy, Refusal):
        return policy
    allowed = allowed_of(here.files, root, config.allow_paths)
    if isinstance(allowed, TooManyLinks):
        return Refusal(("FENCE-2", "FENCE-13"))
    said = Said("tsr", asked.confine, policy.confine, config.confine, True)
    return policy_bounds(here, place_of(here.files, root), allowed, policy, said)


def allowed_of(files: FileSystem, root: Number, allow_paths: tuple[str, ...]) -> tuple[Place, ...] | TooManyLinks:
    """What `allow_paths` admits beside the root: resolved physically, fixed for the run (FENCE-19, FENCE-21)."""
    allowed: list[Place] = []
    for entry in allow_paths:
        landed = fence.landing(files, start_of(path(entry), root), path(entry).parts)
        if isinstance(landed, TooManyLinks):
            return landed
        allowed.append(landed.place)
    return tuple(allowed)


# --- load -------------------------------------------------------------------------------------------------------------


def _run(here: World, root: Number, config: Config, asked: Request, notes: Notes, *, dotenv: bool = True) -> Prediction:
    """The named task and what it depends on: judged at load (EXIT-10), then one unit after another (GRAPH-1)."""
    bounds = bounds_of(here, root, config, asked)
    if isinstance(bounds, Refusal):
        return refused(here, *bounds.clauses)
    load = workload(Workspace(here.files, root, bounds, here.declared, notes), config, asked)
    guards = Guards(
        here.files, root, bounds, config, here.environment, asked.strict, asked.unsafe_env, notes, dotenv=dotenv
    )
    judged = load if isinstance(load, Refusal) else judge(guards, load.tasks)
    if isinstance(load, Refusal) or isinstance(judged, Refusal):
        refusal = load if isinstance(load, Refusal) else judged
        assert isinstance(refusal, Refusal)
        prediction = refused(here, *refusal.clauses, bounds=bounds, says=refusal.says)
        return replace(prediction, open=frozenset(notes.open), judged=tuple(notes.judged))
    if notes.choices.static_refusal == "load" and _statically_refused(guards, load.works, judged, here):
        return refused(here, "FENCE-10", bounds=bounds)
    if asked.since is not None:  # there is no git in the worlds of cases
        return refused(here, "GIT-4", bounds=bounds)
    if asked.dry_run:
        printed = plan(load.works, asked.task, asked.arguments)
        clauses, open = ("PLAN-1", "PLAN-2", "PLAN-3", "PLAN-4", *notes.clauses), frozenset(notes.open)
        places = tuple(notes.judged)
        return Prediction(0, "load", clauses, here.files, bounds, stdout=printed, open=open, judged=places)
    return _performed(here, guards, load, asked, judged)


def _performed(
    here: World, guards: Guards, load: Workload, asked: Request, judged: Mapping[str, Environment]
) -> Prediction:
    """The run itself, and what a reporter tells of it; the file for that is made first (EVENT-2)."""
    if asked.ndjson or asked.reporter_file is not None:
        by_stream, by_file = ("EVENT-1",) * asked.ndjson, ("EVENT-2",) * (asked.reporter_file is not None)
        guards.notes.by(*by_stream, *by_file, "EVENT-3", "EVENT-4")
    if asked.reporter_file is None:
        return _told(perform(here, guards, load, asked, judged), guards.bounds, guards.notes, asked)
    found = _reporter_file(here, asked.reporter_file)
    if found is None:
        return refused(here, "EVENT-2", bounds=guards.bounds)
    files, place = found
    opened = replace(guards, files=files)
    told = _told(perform(replace(here, files=files), opened, load, asked, judged), guards.bounds, guards.notes, asked)
    return replace(told, optional=told.optional | {place})


def _reporter_file(here: World, written: str) -> tuple[FileSystem, Place] | None:
    """The files with the reporter's file, and its place; None where it can't be opened, and a FIFO can't without
    somebody who reads it."""
    landed = fence.landing(here.files, start_of(path(written), here.cwd), path(written).parts)
    if isinstance(landed, TooManyLinks) or landed.popped or path(written).parts[-1:] == (SLASH,):
        return None
    holder = at_place(here.files, landed.place[:-1])
    if holder is None or not isinstance(here.files.nodes[holder], Directory):
        return None
    there = here.files.directory(holder).entries.get(landed.place[-1])
    if there is None:
        return with_entry(here.files, holder, landed.place[-1], File(""))[0], landed.place
    return (here.files, landed.place) if isinstance(here.files.nodes[there], File) else None


def _told(performance: Performance, bounds: Bounds, notes: Notes, asked: Request) -> Prediction:
    """The prediction of a run that got past load: 0 where all went well (EXIT-1), the runner itself silent.

    A refusal could as well have come at load (FENCE-10).
    """
    played = performance.played
    messages = tuple(message for step in played.steps for message in step.messages)
    refused = any(isinstance(message.reason, Refused) for message in messages)
    touched = tuple(touch for step in played.steps for touch in step.touched)
    maybe = frozenset(place for _, place in touched) if performance.ended_early else frozenset()
    alone = len(performance.labels) == 1 or not performance.order.side_by_side
    return Prediction(
        exit=performance.exit,
        stage="run" if played.steps else "load",
        clauses=tuple(played.clauses),
        files=played.files,
        bounds=bounds,
        stdout=played.stdout if alone else None,
        messages=messages,
        children=played.children,
        environments=played.environments,
        touched=touched,
        optional=played.optional | maybe,
        open=played.open | notes.open | ({"static_refusal"} if refused else set()),
        judged=tuple(notes.judged),
        steps=played.steps,
        refusal=played.refusal,
        order=performance.order,
        units=performance.units,
        interrupts=performance.interrupts,
        marks=marks(performance),
        unsaid=unsaid(performance),
        survivors=survivors(performance),
        isolated=performance.isolated,
        stdin=performance.stdin,
        partial=performance.ended_early,
        table=() if asked.ndjson else lines_of_table(performance),
        events=events(performance, asked.task) if asked.ndjson or asked.reporter_file is not None else None,
    )


def _statically_refused(
    guards: Guards, works: tuple[Work, ...], judged: Mapping[str, Environment], here: World
) -> bool:
    """Whether a builtin's operand that is written out would be refused by the tree as it is now (FENCE-10)."""
    for work in works:
        for command in commands(work.command) if isinstance(work.command, Sequence) else ():
            words = tuple(expand(word, judged[work.task.name]).text for word in command)
            if words[0] in BUILTINS:
                call = Call(here.files, guards.root, guards.bounds, here.umask, here.stdin)
                effect = BUILTINS[words[0]](call, words[1:])
                if any(isinstance(message.reason, Refused) and message.path in words for message in effect.messages):
                    return True
    return False
