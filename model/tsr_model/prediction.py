"""`predict`: what a run of `tsr` does, composed of the rules, in the order in which the runner decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from tsr_model import fence, kernel
from tsr_model.builtins import BUILTINS
from tsr_model.choices import OURS, Choices
from tsr_model.command_line import Misuse, Request, Told, request
from tsr_model.config import Config, ConfigError, Task, parse_config
from tsr_model.discovery import NotDiscovered, discover
from tsr_model.effect import Call, Message, Verb
from tsr_model.fence import Bounds, Refused
from tsr_model.filesystem import Directory, File, FileSystem, Number, place_of
from tsr_model.names import Place, path
from tsr_model.resolver import TooManyLinks, start_of
from tsr_model.sequence import MISUSE, Plan, Played, Step, play
from tsr_model.shell import Operator, commands, expand, undefined, verbatim
from tsr_model.world import World, world
from tsr_spec.case import Child, Given

Stage: TypeAlias = Literal["load", "run"]


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a run does, and why. `stdout` of None is not foretold. `optional`: places that may as well be as before.

    `stage` is "load" where the run ended before its first command. `open` names the choices that were come upon.
    """

    exit: int
    stage: Stage
    clauses: tuple[str, ...]
    files: FileSystem
    bounds: Bounds | None = None
    stdout: str | None = ""
    messages: tuple[Message, ...] = ()
    children: tuple[Child, ...] = ()
    touched: tuple[tuple[Verb, Place], ...] = ()
    optional: frozenset[Place] = frozenset()
    open: frozenset[str] = frozenset()
    steps: tuple[Step, ...] = ()


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
    found = discover(here.files, here.cwd, here.home)
    if isinstance(found, NotDiscovered):
        return refused(here, found.clause)
    file = here.files.nodes[found.file]
    assert isinstance(file, File)
    config = parse_config(file.data)
    if isinstance(config, ConfigError):
        return refused(here, config.clause)
    if isinstance(asked, Told):
        return Prediction(0, "load", ("CLI-2",), here.files, stdout=None)
    return _run(here, found.root, config, asked, choices)


def refused(here: World, *clauses: str, bounds: Bounds | None = None) -> Prediction:
    """A run that ends before its first command, with 64 (EXIT-4)."""
    return Prediction(MISUSE, "load", ("EXIT-4", *clauses), here.files, bounds)


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
    """The named task: judged at load, then its commands one after another."""
    bounds = bounds_of(here.files, root, config.allow_paths)
    if isinstance(bounds, TooManyLinks):
        return refused(here, "FENCE-2")
    task = config.tasks.get(asked.task)
    if task is None:
        return refused(here, "CLI-1", bounds=bounds)
    if task.later or config.later or _has_env_file(here.files, root) or task.run is None:
        return refused(here, "CLI-10", bounds=bounds)
    directory = path(task.dir) if task.dir is not None else path(".")
    decision = fence.content(here.files, root, bounds, directory)
    if isinstance(decision, TooManyLinks):
        return refused(here, "FENCE-2", bounds=bounds)
    if isinstance(decision, Refused):
        return refused(here, "FENCE-1", "FENCE-10", bounds=bounds)
    if undefined(task.run, here.environment) is not None:
        return refused(here, "SHELL-8", bounds=bounds)
    if choices.static_refusal == "load" and _statically_refused(here, root, bounds, task):
        return refused(here, "FENCE-10", bounds=bounds)
    start = kernel.stat(here.files, root, directory)
    if isinstance(start, str) or not isinstance(here.files.nodes[start], Directory):
        return refused(here, "FENCE-15", bounds=bounds)
    plan = _with_arguments(task, asked.arguments, here.environment)
    return _told(play(here, start, bounds, plan, choices), bounds)


def _told(played: Played, bounds: Bounds) -> Prediction:
    """The prediction of a run that got past load. A refusal could as well have come at load (FENCE-10)."""
    messages = tuple(message for step in played.steps for message in step.messages)
    refused = any(isinstance(message.reason, Refused) for message in messages)
    return Prediction(
        exit=played.status,
        stage="run",
        clauses=tuple(played.clauses),
        files=played.files,
        bounds=bounds,
        stdout=played.stdout,
        messages=messages,
        children=played.children,
        touched=tuple(touch for step in played.steps for touch in step.touched),
        optional=played.optional,
        open=played.open | {"static_refusal"} if refused else played.open,
        steps=played.steps,
    )


def _has_env_file(files: FileSystem, root: Number) -> bool:
    """Whether the root has a `.env`, which later versions load; a directory of that name is none (CLI-10)."""
    if ".env" not in files.directory(root).entries:
        return False
    number = kernel.stat(files, root, path(".env"))
    return isinstance(number, str) or not isinstance(files.nodes[number], Directory)


def _with_arguments(task: Task, typed: tuple[str, ...], environment: Mapping[str, str]) -> Plan:
    """The commands with their variables resolved; `args` and the typed words go to the last one (CLI-4)."""
    assert task.run is not None
    every = [tuple(expand(word, environment) for word in command) for command in commands(task.run)]
    every[-1] += tuple(verbatim(word) for word in (*task.args, *typed))
    operators: list[Operator] = [";", *(operator for operator, _ in task.run.rest)]
    return tuple(zip(operators, every, strict=True))


def _statically_refused(here: World, root: Number, bounds: Bounds, task: Task) -> bool:
    """Whether a builtin's operand that is written out would be refused by the tree as it is now (FENCE-10)."""
    assert task.run is not None
    for command in commands(task.run):
        words = tuple(expand(word, here.environment).text for word in command)
        if words[0] in BUILTINS:
            call = Call(here.files, root, bounds, here.umask, here.stdin)
            effect = BUILTINS[words[0]](call, words[1:])
            if any(isinstance(message.reason, Refused) and message.path in words for message in effect.messages):
                return True
    return False
