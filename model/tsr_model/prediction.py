"""`predict`: what a run of `tsr` does, composed of the rules, in the order in which the runner decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from tsr_model import fence
from tsr_model.builtins import BUILTINS
from tsr_model.choices import OURS, Choices
from tsr_model.command_line import Misuse, Request, Told, request
from tsr_model.config import Config, ConfigError, Task, parse_config
from tsr_model.discovery import CONFIG, NotDiscovered, discover
from tsr_model.effect import Call, Message, Verb
from tsr_model.exit_code import Signal
from tsr_model.fence import Bounds, Refused
from tsr_model.filesystem import File, FileSystem, Number, place_of
from tsr_model.graph import Circle, Unknown, order
from tsr_model.guards import Environment, Guards, Notes, Refusal, judge, judge_config
from tsr_model.isolation import Stdin
from tsr_model.messages import circle_line
from tsr_model.names import Place, path
from tsr_model.performance import Performance, lines_of_table, marks, perform, survivors, unsaid
from tsr_model.plan import plan
from tsr_model.resolver import TooManyLinks, start_of
from tsr_model.schedule import Order, Unit
from tsr_model.sequence import MISUSE, Step
from tsr_model.shell import commands, expand
from tsr_model.world import World, world
from tsr_spec.case import Child, Given

Moment: TypeAlias = Literal["load", "run"]


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a run does, and why. `stdout` of None is not foretold. `optional`: places that may as well be as before.

    `stage` is "load" where the run ended before its first command; `says` is then the line that it is refused with,
    where its wording is fixed. `refusal`: the clauses by which the runner itself ended the run, at load or later.
    `environments` has that of each child. `open` names the choices that were come upon.

    `order`: what the order of the `units` rests on. `interrupts`: the signals that reach the runner. Where units run
    side by side, `exit` and `children` are those of one order of several; `partial`: some of them may not have begun,
    or not ended by themselves. `marks`: what programs say when they are torn down, by name; `unsaid`: what they have
    no time for; `survivors`: the programs of which something outlives the run; `isolated`: whether each child leads a
    group of its own; `stdin`: what the children read. `table`: the lines of OUT-3, None where they are not foretold.
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
    return _told(perform(here, guards, tasks, asked, judged), bounds, notes)


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


def _told(performance: Performance, bounds: Bounds, notes: Notes) -> Prediction:
    """The prediction of a run that got past load: 0 where all went well (EXIT-1), the runner itself silent.

    A refusal could as well have come at load (FENCE-10).
    """
    played = performance.played
    messages = tuple(message for step in played.steps for message in step.messages)
    refused = any(isinstance(message.reason, Refused) for message in messages)
    touched = tuple(touch for step in played.steps for touch in step.touched)
    maybe = frozenset(place for _, place in touched) if performance.ended_early else frozenset()
    alone = len(performance.tasks) == 1 or not performance.order.side_by_side
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
        table=lines_of_table(performance),
    )


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
