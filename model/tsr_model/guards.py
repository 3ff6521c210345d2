"""What is judged before a task's first command: places, files of variables, assignments (FENCE, PERM, ENV, PATH).

All of it holds unless it is lifted (TIER-1). At load it is judged for all that the run reaches, in one order; and
again, by the same rules, for each task when it starts (ENV-7). What has been judged is what is used: the environments
that the tasks get come from here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from tsr_model import fence, kernel
from tsr_model.config import Config, Task
from tsr_model.dotenv import Unreadable, parse_dotenv
from tsr_model.environment import Assignment, Source, assigned, merge
from tsr_model.fence import Allowed, Bounds, Judged, Refused
from tsr_model.filesystem import Directory, File, FileSystem, Number
from tsr_model.guarded import guarded
from tsr_model.messages import guard_line, permission_line
from tsr_model.names import Path, path
from tsr_model.permissions import Writable, judge_file, judge_strictly, walked
from tsr_model.refusal import Notes, Refusal
from tsr_model.resolver import TooManyLinks
from tsr_model.search_path import PATH, judge_path
from tsr_model.shell import undefined

DOTENV = ".env"

Environment: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Guards:
    """What the guards need to know: the files as they are now, the bounds, the config, what was asked for.

    `inherited`: the process environment, which nobody judges (ENV-3). `strict` adds to what is refused and takes
    nothing away (CLI-14). `again`: the task starts, and something has run before it. `dotenv`: the root's `.env`
    counts. `read`: what the files of variables hold that have been read.
    """

    files: FileSystem
    root: Number
    bounds: Bounds
    config: Config
    inherited: Environment
    strict: bool
    unsafe_env: bool
    notes: Notes
    again: bool = False
    dotenv: bool = True
    read: dict[Source, tuple[Assignment, ...] | Refusal] = field(default_factory=dict)


def judge(guards: Guards, tasks: tuple[Task, ...]) -> dict[str, Environment] | Refusal:
    """The environment of each task, or the first refusal: places, then files, then assignments, then references."""
    return (
        _judge_places(guards, tasks) or _judge_files(guards, tasks) or _judge_assignments(guards, tasks)
    ) or _environments(guards, tasks)


# --- places (FENCE-1, FENCE-8, FENCE-15) -----------------------------------------------------------------------------


def directory_of(task: Task) -> Path:
    """The directory of a task, as a path from the root (CLI-5)."""
    return path("." if task.dir is None else task.dir)


def env_file_path(task: Task, written: str) -> Path:
    """The path of an `env_file`, which starts at the task's directory (ENV-12)."""
    inner = path(written)
    return inner if inner.absolute else Path(directory_of(task).absolute, directory_of(task).parts + inner.parts)


def _judge_places(guards: Guards, tasks: tuple[Task, ...]) -> Refusal | None:
    others = tuple(task for task in guards.config.tasks.values() if task not in tasks and (task.dir or task.env_files))
    if others and not guards.again and guards.notes.choose("fence_reach") == "file":
        tasks += others
    of_root = _judge_place(guards, path(DOTENV), "FENCE-8") if guards.dotenv else None
    return of_root or next(
        (refusal for task in tasks for refusal in [_judge_task_places(guards, task)] if refusal is not None), None
    )


def _judge_task_places(guards: Guards, task: Task) -> Refusal | None:
    refusal = _judge_place(guards, directory_of(task), "FENCE-15")
    for written in task.env_files:
        refusal = refusal or _judge_place(guards, env_file_path(task, written), "FENCE-8")
    return refusal


def _judge_place(guards: Guards, written: Path, at_start: str) -> Refusal | None:
    """Refuses what lies outside; at a task's start by the clause for that."""
    decision = fence.content(guards.files, guards.root, guards.bounds, written)
    guards.notes.judged.append(Judged("content", at_start, written, guards.files, guards.root, decision))
    match decision:
        case Allowed():
            return None
        case TooManyLinks():
            return Refusal(("FENCE-2",))
        case Refused() if guards.again:
            skipped = at_start == "FENCE-8" and guards.notes.choose("env_file_swapped") == "skip"
            return None if skipped else Refusal(("FENCE-1", at_start))
        case Refused():
            return Refusal(("FENCE-1", "FENCE-10"))


# --- files (ENV-12, ENV-8, PERM) -------------------------------------------------------------------------------------


def _judge_files(guards: Guards, tasks: tuple[Task, ...]) -> Refusal | None:
    if guards.dotenv:
        found = read_file(guards, path(DOTENV), Source(DOTENV))
        if isinstance(found, Refusal):
            return found
    for task in tasks:
        for written in task.env_files:
            found = read_file(guards, env_file_path(task, written), Source(written, task.name))
            if isinstance(found, Refusal):
                return found
    return None


def read_file(guards: Guards, written: Path, source: Source) -> tuple[Assignment, ...] | Refusal:
    """The assignments of a file of variables, which is read once: what has been judged is what is used."""
    if source not in guards.read:
        guards.read[source] = _assignments(guards, written, source)
    return guards.read[source]


def _assignments(guards: Guards, written: Path, source: Source) -> tuple[Assignment, ...] | Refusal:
    """What a file of variables assigns; nothing where it is missing, or is a directory called `.env` (ENV-12)."""
    decision = fence.content(guards.files, guards.root, guards.bounds, written)
    if not isinstance(decision, Allowed):
        return ()  # judged before: only what was to be skipped comes here
    if decision.landing.popped and guards.notes.choose("missing_dots") == "textual":
        written = Path(True, decision.landing.place)
    number = kernel.stat(guards.files, guards.root, written)
    node = None if isinstance(number, str) else guards.files.nodes[number]
    if node is None:
        return _judge_unread(guards, written) or ()
    if isinstance(node, Directory) and source.task is None:
        return _judge_unread(guards, written) or ()
    if not isinstance(node, File):
        return Refusal(("ENV-12",))
    writable = judge_file(guards.files, guards.root, written, guards.strict)
    if writable is not None:
        return _writable(writable, "what environment commands get")
    read = parse_dotenv(node.data, guards.notes.choose)
    if isinstance(read, Unreadable):
        return Refusal((read.clause,))
    guards.notes.by("ENV-10", "ENV-12", "ENV-14", "ENV-8", "PERM-1")
    return tuple(
        Assignment(line.name, line.value, Source(source.file, source.task, line.number), line.literal)
        for line in read.lines
    )


def _judge_unread(guards: Guards, written: Path) -> Refusal | None:
    """Where a file of variables is missing or ignored, another user may not be able to put one there (PERM-3)."""
    if not guards.strict:
        return None
    steps = tuple(walked(guards.files, guards.root, written))
    return None if judge_strictly(guards.files, guards.root, steps) is None else Refusal(("PERM-3",))


def judge_config(files: FileSystem, root: Number, config: Path, strict: bool) -> Refusal | None:
    """Refuses a config that somebody else may write, before it is read (PERM-1)."""
    writable: Writable | None = judge_file(files, root, config, strict)
    if writable is None:
        return None
    return _writable(writable, "what commands run")


def _writable(writable: Writable, decides: str) -> Refusal:
    return Refusal(tuple(dict.fromkeys(("PERM-1", writable.clause))), permission_line(writable, decides))


# --- assignments (ENV-1, PATH-1, PATH-2) -----------------------------------------------------------------------------


def _judge_assignments(guards: Guards, tasks: tuple[Task, ...]) -> Refusal | None:
    first = None if guards.unsafe_env else next(wrong_assignments(guards, tasks), None)
    if first is None:
        return None
    return Refusal((first.clause,), guard_line(first.clause, first.assignment.name, first.assignment.source))


@dataclass(frozen=True, slots=True)
class Wrong:
    """An assignment that no config may make, and the clause that says so."""

    assignment: Assignment
    clause: str


def wrong_assignments(guards: Guards, tasks: tuple[Task, ...]) -> Iterator[Wrong]:
    """Those of every source that the run reaches, also of one that a later one overrides (ENV-1, ENV-4)."""
    merged = dict(guards.inherited)
    yield from _wrong_in_layer(guards, shared_assignments(guards), merged)
    for task in tasks:
        yield from _wrong_in_layer(guards, own_assignments(guards, task), dict(merged))


def _wrong_in_layer(guards: Guards, layer: tuple[Assignment, ...], merged: dict[str, str]) -> Iterator[Wrong]:
    for one in layer:
        clause = guarded(one.name, strict=guards.strict)
        if clause is None and one.name == PATH:
            clause = judge_path(one.value, one.literal, merged, guards.strict)
        if clause is not None:
            yield Wrong(one, clause)
        guards.notes.by("ENV-10", "ENV-11", "ENV-1", *(("PATH-1", "PATH-2") if one.name == PATH else ()))
        merged[one.name] = assigned(one, merged)


def shared_assignments(guards: Guards) -> tuple[Assignment, ...]:
    """The layers that every task has: the root `.env`, then `[env]` (ENV-10)."""
    table = tuple(Assignment(name, value, Source()) for name, value in guards.config.env)
    return (_read(guards, path(DOTENV), Source(DOTENV)) if guards.dotenv else ()) + table


def own_assignments(guards: Guards, task: Task) -> tuple[Assignment, ...]:
    """A task's own layers: its files from left to right, then its `env` (ENV-10)."""
    files = [_read(guards, env_file_path(task, file), Source(file, task.name)) for file in task.env_files]
    table = tuple(Assignment(name, value, Source(None, task.name)) for name, value in task.env)
    return sum(files, ()) + table


def _read(guards: Guards, written: Path, source: Source) -> tuple[Assignment, ...]:
    found = read_file(guards, written, source)
    assert not isinstance(found, Refusal), "files are judged before assignments"
    return found


# --- the environments (ENV-10, SHELL-8) ------------------------------------------------------------------------------


def _environments(guards: Guards, tasks: tuple[Task, ...]) -> dict[str, Environment] | Refusal:
    """What each task's programs get; refused where a `run` string refers to what is not set (SHELL-8)."""
    shared = shared_assignments(guards)
    found: dict[str, Environment] = {}
    for task in tasks:
        environment = merge(guards.inherited, shared + own_assignments(guards, task))
        if task.run is not None and task.delegate is None and undefined(task.run, environment) is not None:
            return Refusal(("SHELL-8",))
        found[task.name] = environment
    return found
