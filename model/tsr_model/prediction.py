"""`predict`: what a run of `tsr` does, composed of the rules, in the order in which the runner decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tsr_model import fence, kernel
from tsr_model.builtins import BUILTINS
from tsr_model.choices import OURS, Choices
from tsr_model.command_line import Misuse, Request, Told, request
from tsr_model.config import Config, ConfigError, Task, parse_config
from tsr_model.discovery import NotDiscovered, discover
from tsr_model.effect import Call, Effect, Message, Verb
from tsr_model.fence import Bounds, Refused
from tsr_model.filesystem import Directory, File, FileSystem, Number, place_of
from tsr_model.globs import glob
from tsr_model.names import Place, path
from tsr_model.resolver import TooManyLinks, start_of
from tsr_model.shell import Expanded, commands, expand, undefined, verbatim
from tsr_model.world import World, path_in_world, world
from tsr_spec.case import Child, Given

MISUSE = 64

Stage: TypeAlias = Literal["load", "run"]


@dataclass(frozen=True, slots=True)
class Step:
    """One command that was started: its words, the clauses that decided it, what it said, what it touched."""

    argv: tuple[str, ...]
    clauses: tuple[str, ...]
    messages: tuple[Message, ...] = ()
    touched: tuple[tuple[Verb, Place], ...] = ()


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
    if task.later or config.later or ".env" in here.files.directory(root).entries or task.run is None:
        return refused(here, "CLI-10", bounds=bounds)
    directory = path(task.dir) if task.dir is not None else path(".")
    decision = fence.content(here.files, root, bounds, directory)
    if isinstance(decision, TooManyLinks):
        return refused(here, "FENCE-2", bounds=bounds)
    if isinstance(decision, Refused) or (task.dir is not None and directory.empty):
        return refused(here, "FENCE-1", "FENCE-10", bounds=bounds)
    if undefined(task.run, here.environment) is not None:
        return refused(here, "SHELL-8", bounds=bounds)
    if choices.static_refusal == "load" and _statically_refused(here, root, bounds, task, choices):
        return refused(here, "FENCE-10", bounds=bounds)
    start = kernel.stat(here.files, root, directory)
    if isinstance(start, str) or not isinstance(here.files.nodes[start], Directory):
        return refused(here, "FENCE-15", bounds=bounds)
    return _play(here, start, bounds, _with_arguments(task, asked.arguments, here.environment), choices)


def _with_arguments(task: Task, typed: tuple[str, ...], environment: Mapping[str, str]) -> _Plan:
    """The commands with their variables resolved; `args` and the typed words go to the last one (CLI-4)."""
    assert task.run is not None
    every = [tuple(expand(word, environment) for word in command) for command in commands(task.run)]
    every[-1] += tuple(verbatim(word) for word in (*task.args, *typed))
    return tuple(zip(("", *(operator for operator, _ in task.run.rest)), every, strict=True))


_Plan: TypeAlias = tuple[tuple[str, tuple[Expanded, ...]], ...]


def _statically_refused(here: World, root: Number, bounds: Bounds, task: Task, choices: Choices) -> bool:
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


# --- run --------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Run:
    """What has happened since the first command started."""

    files: FileSystem
    stdin: str
    status: int = 0
    stdout: str = ""
    messages: tuple[Message, ...] = ()
    children: tuple[Child, ...] = ()
    touched: tuple[tuple[Verb, Place], ...] = ()
    clauses: dict[str, None] | None = None
    optional: frozenset[Place] = frozenset()
    open: frozenset[str] = frozenset()
    steps: tuple[Step, ...] = ()
    stopped: bool = False

    def by(self, *clauses: str) -> None:
        self.clauses = {**(self.clauses or {}), **dict.fromkeys(clauses)}

    def stop(self, clause: str) -> None:
        """A runner-level error: nothing more is started, not even behind `||` (EXIT-4)."""
        self.status, self.stopped = MISUSE, True
        self.by("EXIT-4", clause)


def _play(here: World, cwd: Number, bounds: Bounds, plan: _Plan, choices: Choices) -> Prediction:
    """The commands in order, each started or passed over by its operator (SHELL-9, SHELL-17)."""
    run = _Run(here.files, here.stdin)
    run.by("SHELL-1")
    for operator, words in plan:
        if operator:
            run.by("SHELL-9", "SHELL-17")
        if (operator == "&&" and run.status) or (operator == "||" and not run.status):
            continue
        _command(run, here, cwd, bounds, words, choices)
        if run.stopped:
            break
    return Prediction(
        exit=run.status,
        stage="run",
        clauses=tuple(run.clauses or ()),
        files=run.files,
        bounds=bounds,
        stdout=run.stdout,
        messages=run.messages,
        children=run.children,
        touched=run.touched,
        optional=run.optional,
        steps=run.steps,
        open=run.open | ({"static_refusal"} if _any_refused(run.messages) else frozenset()),
    )


def _any_refused(messages: tuple[Message, ...]) -> bool:
    return any(isinstance(message.reason, Refused) for message in messages)


def _command(
    run: _Run, here: World, cwd: Number, bounds: Bounds, words: tuple[Expanded, ...], choices: Choices
) -> None:
    """One command: its patterns are matched now (SHELL-16); a builtin's name is that builtin (SHELL-40)."""
    globbed = [glob(run.files, cwd, word) for word in words]
    if any(names != (word.text,) for names, word in zip(globbed, words, strict=True)):
        run.by("SHELL-10", "SHELL-16")
    argv = tuple(name for names in globbed for name in names)
    if argv[0] in BUILTINS:
        call = Call(run.files, cwd, bounds, here.umask, run.stdin, choices)
        _add(run, argv, BUILTINS[argv[0]](call, argv[1:]))
        return
    run.steps += (Step(argv, ("SHELL-41", "SHELL-42")),)
    program = find_program(run.files, cwd, here.environment, argv[0])
    if program is None:
        return run.stop("SHELL-44")
    run.by("SHELL-41", "SHELL-42", "EXIT-2")
    run.children += (Child(argv, path_in_world(place_of(run.files, cwd))),)
    run.status = program


def _add(run: _Run, argv: tuple[str, ...], effect: Effect) -> None:
    run.files, run.status = effect.files, effect.status
    run.stdin = "" if effect.read_stdin else run.stdin
    run.stdout += effect.stdout
    run.messages += tuple(effect.messages)
    run.touched += tuple(effect.touched)
    run.optional |= effect.optional
    run.open |= effect.open
    run.by(*effect.clauses)
    run.steps += (Step(argv, tuple(effect.clauses), tuple(effect.messages), tuple(effect.touched)),)


def find_program(files: FileSystem, cwd: Number, environment: Mapping[str, str], name: str) -> int | None:
    """The status with which the program of this name ends, or None where none can be run (SHELL-41)."""
    if not name:
        return None
    if "/" in name:
        return _status(files, cwd, name)
    for directory in environment.get("PATH", "/usr/bin:/bin").split(":"):
        status = _status(files, cwd, f"{directory or '.'}/{name}")
        if status is not None:
            return status
    return None


def _status(files: FileSystem, cwd: Number, name: str) -> int | None:
    number = kernel.stat(files, cwd, path(name))
    node = None if isinstance(number, str) else files.nodes[number]
    return node.program if isinstance(node, File) and node.mode & 0o111 else None
