"""A sequence, played: its commands one after another, each a builtin or a program (SHELL)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from tsr_model import kernel
from tsr_model.builtins import BUILTINS
from tsr_model.choices import Choices
from tsr_model.conduct import ends_by_itself
from tsr_model.effect import Call, Effect, Message, Verb
from tsr_model.fence import Bounds, Judged
from tsr_model.filesystem import File, FileSystem, Number, place_of
from tsr_model.globs import glob
from tsr_model.names import Place, path
from tsr_model.shell import Expanded, Operator
from tsr_model.world import path_in_world
from tsr_spec.case import CaseError, Child, Program

MISUSE = 64
"""The runner itself could not go on (EXIT-4)."""

DEFAULT_PATH = "/usr/bin:/bin"
"""Where programs are looked for while `PATH` is not set (SHELL-41)."""

Plan: TypeAlias = tuple[tuple[Operator, tuple[Expanded, ...]], ...]
"""Commands whose variables are resolved, each with the operator in front of it; the first has `;`."""


@dataclass(frozen=True, slots=True)
class Step:
    """One command that was started: its words, the clauses that decided it, what it said, what it touched; and the
    paths that were judged on the way."""

    argv: tuple[str, ...]
    clauses: tuple[str, ...]
    messages: tuple[Message, ...] = ()
    touched: tuple[tuple[Verb, Place], ...] = ()
    judged: tuple[Judged, ...] = field(default=(), compare=False, repr=False)


@dataclass(slots=True)
class Played:
    """What has happened since the first command was started.

    `stopped`: the runner itself could not go on. `held`: the last command waits for something that never comes.
    Each child has its environment, its program, and the label of the unit that it is a command of.
    """

    files: FileSystem
    stdin: str
    status: int = 0
    stdout: str = ""
    children: tuple[Child, ...] = ()
    environments: tuple[Mapping[str, str], ...] = ()
    programs: tuple[Program, ...] = ()
    owners: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    clauses: dict[str, None] = field(default_factory=dict)
    optional: frozenset[Place] = frozenset()
    open: frozenset[str] = frozenset()
    refusal: tuple[str, ...] = ()
    stopped: bool = False
    held: bool = False

    def by(self, *clauses: str) -> None:
        """Notes the clauses that a step was taken by."""
        self.clauses.update(dict.fromkeys(clauses))

    def stop(self, *clauses: str) -> None:
        """A runner-level error: nothing more is started, not even behind `||` (EXIT-4)."""
        self.status, self.stopped, self.refusal = MISUSE, True, clauses
        self.by("EXIT-4", *clauses)


@dataclass(frozen=True, slots=True)
class Stage:
    """What a task's commands are played in: its directory, where that was when the task began, and environment, the
    bounds, the umask, and how strictly.

    `terminal`: standard input is a terminal, where what was typed is followed by no end; for programs it is one only
    where they are not `isolated` (TREE-7). `delegated`: it is no `run` string, so that no builtin answers (FORM-2).
    """

    cwd: Number
    place: Place
    environment: Mapping[str, str]
    bounds: Bounds
    umask: int
    choices: Choices
    strict: bool = False
    terminal: bool = False
    isolated: bool = True
    label: str = ""
    delegated: bool = False


def play(run: Played, stage: Stage, plan: Plan) -> Iterator[str]:
    """The commands in order, each started or passed over by its operator (SHELL-9, SHELL-17).

    Gives the name of a program whenever it can only go on once that is up; something else may be played meanwhile.
    """
    run.by("SHELL-1", *(("SHELL-9", "SHELL-17") if len(plan) > 1 else ()))
    status = 0
    for operator, words in plan:
        if (operator == "&&" and status) or (operator == "||" and not status):
            continue
        awaited = _command(run, stage, words)
        status = run.status
        if awaited:
            yield awaited
        if run.stopped or run.held:
            break
    run.status = status


def _command(run: Played, stage: Stage, words: tuple[Expanded, ...]) -> str:
    """One command: its patterns are matched now (SHELL-16); the first word is expanded like the others (SHELL-45), and
    a builtin's name is that builtin (SHELL-40). Gives the name of the program that it waits for, if it does."""
    cwd = stage.cwd
    _refuse_to_tell(run, stage, words[0].text)
    globbed = [glob(run.files, cwd, word) for word in words]
    if any(names != (word.text,) for names, word in zip(globbed, words, strict=True)):
        run.by("SHELL-10", "SHELL-16")
    argv = tuple(name for names in globbed for name in names)
    if argv[0] in BUILTINS and not stage.delegated:
        call = Call(run.files, cwd, stage.bounds, stage.umask, run.stdin, stage.choices)
        effect = BUILTINS[argv[0]](call, argv[1:])
        _add(run, argv, effect)
        run.held = effect.read_stdin and stage.terminal
        if stage.strict and effect.refused:
            run.stop("FENCE-10")
        return ""
    run.steps += (Step(argv, ("SHELL-41", "SHELL-42")),)
    program = find_program(run.files, cwd, stage.environment, argv[0])
    if program is None:
        run.stop("SHELL-44")
        return ""
    return _program_started(run, stage, argv, program)


def _refuse_to_tell(run: Played, stage: Stage, word: str) -> None:
    """Raises CaseError for what tells where it is, in a directory that was moved or removed (BUILTIN-18)."""
    tells = word == "pwd" or word not in BUILTINS or stage.delegated
    if tells and (run.files.directory(stage.cwd).removed or place_of(run.files, stage.cwd) != stage.place):
        raise CaseError(
            f"a command has moved or removed the directory of its task, and what {word!r} says then is open"
        )


def _program_started(run: Played, stage: Stage, argv: tuple[str, ...], program: Program) -> str:
    """A program, with the status that it ends with: its code, or 128 and its signal (EXIT-2, EXIT-3)."""
    run.by("SHELL-41", "SHELL-42", "SHELL-43", "EXIT-2")
    run.children += (Child(argv, path_in_world(stage.place)),)
    run.environments += (stage.environment,)
    run.programs += (program,)
    run.owners += (stage.label,)
    has_a_line = not (stage.terminal and not stage.isolated) or "\n" in run.stdin
    run.held, run.status = not ends_by_itself(program, has_a_line=has_a_line), program.status
    if program.reads and not (stage.terminal and stage.isolated):
        run.stdin = run.stdin.partition("\n")[2]
    return program.after


def _add(run: Played, argv: tuple[str, ...], effect: Effect) -> None:
    run.files, run.status = effect.files, effect.status
    run.stdin = "" if effect.read_stdin else run.stdin
    run.stdout += effect.stdout
    run.optional |= effect.optional
    run.open |= effect.open
    run.by(*effect.clauses)
    run.steps += (
        Step(argv, tuple(effect.clauses), tuple(effect.messages), tuple(effect.touched), tuple(effect.judged)),
    )


def find_program(files: FileSystem, cwd: Number, environment: Mapping[str, str], name: str) -> Program | None:
    """The program of this name, or None where none can be run (SHELL-41)."""
    if not name:
        return None
    if "/" in name:
        return _program(files, cwd, name)
    for directory in environment.get("PATH", DEFAULT_PATH).split(":"):
        program = _program(files, cwd, f"{directory or '.'}/{name}")
        if program is not None:
            return program
    return None


def _program(files: FileSystem, cwd: Number, name: str) -> Program | None:
    number = kernel.stat(files, cwd, path(name))
    node = None if isinstance(number, str) else files.nodes[number]
    return node.program if isinstance(node, File) and node.mode & 0o111 else None
