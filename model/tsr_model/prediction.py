"""`predict`: what a run of `tsr` does, composed of the rules, in the order in which the runner decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from tsr_model import fence, kernel
from tsr_model.builtins import BUILTINS
from tsr_model.choices import OURS, Choices
from tsr_model.command_line import Misuse, Request, Told, request
from tsr_model.config import Config, ConfigError, Task, parse_config
from tsr_model.discovery import CONFIG, NotDiscovered, discover
from tsr_model.effect import Call, Message, Verb
from tsr_model.fence import Bounds, Refused
from tsr_model.filesystem import Directory, File, FileSystem, Number, place_of
from tsr_model.graph import Circle, Unknown, order
from tsr_model.guards import Environment, Guards, Notes, Refusal, directory_of, judge, judge_config
from tsr_model.messages import circle_line
from tsr_model.names import Place, path
from tsr_model.plan import plan
from tsr_model.resolver import TooManyLinks, start_of
from tsr_model.sequence import MISUSE, Plan, Played, Stage, Step, play
from tsr_model.shell import Operator, commands, expand, verbatim
from tsr_model.world import World, world
from tsr_spec.case import Child, Given

Moment: TypeAlias = Literal["load", "run"]


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a run does, and why. `stdout` of None is not foretold. `optional`: places that may as well be as before.

    `stage` is "load" where the run ended before its first command; `says` is then the line that it is refused with,
    where its wording is fixed. `refusal`: the clauses by which the runner itself ended the run, at load or later.
    `environments` has that of each child. `open` names the choices that were come upon.
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


@lru_cache(maxsize=8)
def predict(given: Given, choices: Choices = OURS) -> Prediction:
    """What `tsr` does with this world and this command line, under one set of admissible choices."""
    here = world(given)
    asked = request(given.argv)
    match asked:
        case Misuse(clause=clause):
            return refused(here, clause)
        case Told(needs_config=False):
            return Prediction(0, "load", ("CLI-2",), here.files, stdout=None)
        case Told() | Request():
            pass
    found = discover(here.files, here.cwd, (here.home,))
    if isinstance(found, NotDiscovered):
        return refused(here, found.clause)
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
    return _run(here, found.root, config, asked, choices)


def refused(here: World, *clauses: str, bounds: Bounds | None = None, says: str | None = None) -> Prediction:
    """A run that ends before its first command, with 64 (EXIT-4)."""
    return Prediction(MISUSE, "load", ("EXIT-4", *clauses), here.files, bounds, says=says, refusal=clauses)


def bounds_of(files: FileSystem, root: Number, allow_paths: tuple[str, ...]) -> Bounds | TooManyLinks:
    """The workspace root and what `allow_paths` admits, resolved physically, fixed for the run (FENCE-19, FENCE-21)."""
    allowed: list[Place] = []
    for entry in allow_paths:
        landed = fence.landing(files, start_of(path(entry), root), path(entry).parts)
        if isinstance(landed, TooManyLinks):
            return landed
        allowed.append(landed.place)
    return Bounds(place_of(files, root), tuple(allowed))


# --- load -------------------------------------------------------------------------------------------------------------


def _run(here: World, root: Number, config: Config, asked: Request, choices: Choices) -> Prediction:
    """The named task and what it depends on: judged at load (EXIT-10), then one task after another (GRAPH-1)."""
    bounds = bounds_of(here.files, root, config.allow_paths)
    if isinstance(bounds, TooManyLinks):
        return refused(here, "FENCE-2")
    tasks = _reach(config, asked)
    if isinstance(tasks, Refusal):
        return refused(here, *tasks.clauses, bounds=bounds, says=tasks.says)
    notes = Notes(choices)
    guards = Guards(here.files, root, bounds, config, here.environment, asked.strict, asked.unsafe_env, notes)
    judged = judge(guards, tasks)
    if isinstance(judged, Refusal):
        prediction = refused(here, *judged.clauses, bounds=bounds, says=judged.says)
        return replace(prediction, open=frozenset(notes.open))
    if choices.static_refusal == "load" and _statically_refused(guards, tasks, judged, here):
        return refused(here, "FENCE-10", bounds=bounds)
    if asked.dry_run:
        printed = plan(tasks, asked.task, asked.arguments)
        clauses, open = ("PLAN-1", "PLAN-2", "PLAN-3", "PLAN-4", *notes.clauses), frozenset(notes.open)
        return Prediction(0, "load", clauses, here.files, bounds, stdout=printed, open=open)
    run = Played(here.files, here.stdin)
    run.by(*notes.clauses)
    for task in tasks:
        if task.run is not None and not run.status:
            again = replace(guards, files=run.files, again=bool(run.steps))
            _play_task(run, again, task, asked, judged, here.umask)
    prediction = _told(run, bounds)
    return replace(prediction, open=prediction.open | notes.open)


def _reach(config: Config, asked: Request) -> tuple[Task, ...] | Refusal:
    """What the run reaches, in execution order; refused where it can't be run (CLI-1, GRAPH, CLI-10)."""
    if asked.task not in config.tasks:
        return Refusal(("CLI-1",))
    deps = {name: task.deps for name, task in config.tasks.items()}
    names = order(deps, asked.task)
    match names:
        case Unknown():
            return Refusal(("GRAPH-2",))
        case Circle(path=met):
            return Refusal(("GRAPH-3",), circle_line(met))
        case _:
            tasks = tuple(config.tasks[name] for name in names)
    if config.later or any(task.later or not (task.run or task.aggregate) for task in tasks):
        return Refusal(("CLI-10",))
    if asked.arguments and config.tasks[asked.task].aggregate:
        return Refusal(("GRAPH-9",))
    return tasks


# --- run --------------------------------------------------------------------------------------------------------------


def _play_task(
    run: Played,
    guards: Guards,
    task: Task,
    asked: Request,
    judged: Mapping[str, Environment],
    umask: int,
) -> None:
    """One task: judged again where something has run before it (ENV-7), its directory entered, its commands played."""
    found: Mapping[str, Environment] | Refusal = judge(guards, (task,)) if guards.again else judged
    if isinstance(found, Refusal):
        return run.stop("ENV-7", *found.clauses)
    run.by(*(("ENV-7",) if guards.again and "ENV-10" in guards.notes.clauses else ()))
    cwd = kernel.stat(run.files, guards.root, directory_of(task))
    if isinstance(cwd, str) or not isinstance(run.files.nodes[cwd], Directory):
        return run.stop("FENCE-15")
    if len(judged) > 1:
        run.by("GRAPH-1")
    typed = asked.arguments if task.name == asked.task else ()
    stage = Stage(cwd, found[task.name], guards.bounds, umask, guards.notes.choices, guards.strict)
    play(run, stage, _with_arguments(task, typed, stage.environment))
    if run.status:
        run.by("GRAPH-5")


def _told(played: Played, bounds: Bounds) -> Prediction:
    """The prediction of a run that got past load: 0 where all went well (EXIT-1), the runner itself silent.

    A refusal could as well have come at load (FENCE-10).
    """
    messages = tuple(message for step in played.steps for message in step.messages)
    refused = any(isinstance(message.reason, Refused) for message in messages)
    return Prediction(
        exit=played.status,
        stage="run" if played.steps else "load",
        clauses=tuple(played.clauses),
        files=played.files,
        bounds=bounds,
        stdout=played.stdout,
        messages=messages,
        children=played.children,
        environments=played.environments,
        touched=tuple(touch for step in played.steps for touch in step.touched),
        optional=played.optional,
        open=played.open | {"static_refusal"} if refused else played.open,
        steps=played.steps,
        refusal=played.refusal,
    )


def _with_arguments(task: Task, typed: tuple[str, ...], environment: Mapping[str, str]) -> Plan:
    """The commands with their variables resolved; `args` and the typed words go to the last one (CLI-4)."""
    assert task.run is not None
    every = [tuple(expand(word, environment) for word in command) for command in commands(task.run)]
    every[-1] += tuple(verbatim(word) for word in (*task.args, *typed))
    operators: list[Operator] = [";", *(operator for operator, _ in task.run.rest)]
    return tuple(zip(operators, every, strict=True))


def _statically_refused(
    guards: Guards, tasks: tuple[Task, ...], judged: Mapping[str, Environment], here: World
) -> bool:
    """Whether a builtin's operand that is written out would be refused by the tree as it is now (FENCE-10)."""
    for task in tasks:
        for command in () if task.run is None else commands(task.run):
            words = tuple(expand(word, judged[task.name]).text for word in command)
            if words[0] in BUILTINS:
                call = Call(here.files, guards.root, guards.bounds, here.umask, here.stdin)
                effect = BUILTINS[words[0]](call, words[1:])
                if any(isinstance(message.reason, Refused) and message.path in words for message in effect.messages):
                    return True
    return False
