"""What the guards refuse before a run's first command: each place, file and assignment, not only the first of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tsr_model import fence, kernel
from tsr_model.config import Task
from tsr_model.discovery import CONFIG
from tsr_model.environment import Source
from tsr_model.fence import Allowed, Refused
from tsr_model.filesystem import File
from tsr_model.guards import DOTENV, Guards, directory_of, env_file_path, wrong_assignments
from tsr_model.messages import guard_line, shown
from tsr_model.names import Path, Place, path
from tsr_model.permissions import Writable, judge_file
from tsr_model.refusal import Refusal
from tsr_model.shell import undefined
from tsr_oracle.audit.finding import Finding, Level
from tsr_oracle.audit.governed import Governed, Loaded
from tsr_oracle.audit.toml_places import Keys
from tsr_oracle.walks import shown_place, walk_to
from tsr_spec.chapters import clauses

_OUTSIDE = "write a path within the workspace, or name the place in `[security] allow_paths`"


def refused_config(governed: Governed) -> Iterator[Finding]:
    """A config that is not followed at all: somebody else may write it, or it says what can't be."""
    if governed.refusal is None or governed.place is None:
        return
    clause, found = governed.refusal.clauses[-1], judge_file(governed.here.files, governed.root, path(CONFIG), True)
    if not governed.why and found is not None:
        yield _writable(governed, found, clause, governed.place, "what commands run", ())
        return
    what = f"{clauses()[clause].title}: {governed.why}"
    yield Finding("error", clause, governed.place, _line_of(governed), what, "no task runs until it is mended")


def refused(governed: Governed, loaded: Loaded) -> Iterator[Finding]:
    """All that is refused of a run; nothing exactly where it would get to its first command."""
    if loaded.refusal is None or loaded.refusal is governed.refusal:
        return
    found = [*_places(governed, loaded), *_files(governed, loaded)]
    found = found or list(_assignments(governed, loaded))
    if loaded.workload is None or not found:
        yield _other(governed, loaded, loaded.refusal)
    yield from found


# --- places (FENCE-1, FENCE-8, FENCE-15) -----------------------------------------------------------------------------


def _places(governed: Governed, loaded: Loaded) -> Iterator[Finding]:
    guards = loaded.guards
    if guards is None or governed.place is None:
        return
    if guards.dotenv:
        yield from _place(governed, guards, path(DOTENV), (*governed.root_place, DOTENV), 1, loaded.task)
    for task in loaded.tasks:
        if task.dir is not None:
            line = governed.line("tasks", task.name, "dir")
            yield from _place(governed, guards, directory_of(task), governed.place, line, task.name)
        for number, written in enumerate(task.env_files):
            line = env_file_line(governed, task, number)
            yield from _place(governed, guards, env_file_path(task, written), governed.place, line, task.name)


def _place(governed: Governed, guards: Guards, written: Path, where: Place, line: int, task: str) -> Iterator[Finding]:
    decision = fence.content(governed.here.files, governed.root, guards.bounds, written)
    match decision:
        case Allowed():
            return
        case Refused(landing=landed):
            what = f"`{_shown(written)}` leads to {shown_place(landed.place)}, outside the workspace"
            yield Finding("error", "FENCE-1", where, line, what, _OUTSIDE, (task,))
        case _:
            what = f"`{_shown(written)}` leads nowhere, after too many links"
            yield Finding("error", "FENCE-2", where, line, what, "name the place itself", (task,))


def _shown(written: Path) -> str:
    return shown(("/" if written.absolute else "") + "/".join(written.parts))


def env_file_line(governed: Governed, task: Task, number: int) -> int:
    """The line of one of a task's `env_file`s."""
    return governed.line("tasks", task.name, "env_file", str(number))


def missing_directories(governed: Governed, loaded: Loaded) -> Iterator[Finding]:
    """Directories that a unit can't run in: the run ends when it comes to that, if nothing has made it (FENCE-15)."""
    for number, work in enumerate(loaded.works if loaded.refusal is None else ()):
        if governed.directory_of(work) is None and governed.place is not None:
            what = f"runs in `{shown(work.directory)}`, which is no directory"
            line = governed.line("tasks", work.task.name, "dir")
            level: Level = "warning" if number else "error"  # a command before it may make it
            yield Finding(level, "FENCE-15", governed.place, line, what, "name one that is there", (work.task.name,))


# --- files (PERM, ENV-12, ENV-8) -------------------------------------------------------------------------------------


def _files(governed: Governed, loaded: Loaded) -> Iterator[Finding]:
    """Files of variables that somebody else may write."""
    guards = loaded.guards
    if guards is None:
        return
    for written, task in env_files(loaded):
        found = judge_file(governed.here.files, governed.root, written, guards.strict)
        number = kernel.stat(governed.here.files, governed.root, written)
        is_file = not isinstance(number, str) and isinstance(governed.here.files.nodes[number], File)
        if found is not None and is_file:
            place, tasks = walk_to(governed.here.files, governed.root, written) or found.place, (task or loaded.task,)
            yield _writable(governed, found, found.clause, place, "what environment commands get", tasks)


def env_files(loaded: Loaded) -> Iterator[tuple[Path, str]]:
    """Each file of variables that a run reaches and that lies within bounds, and the task that names it ("" for
    `.env`)."""
    guards = loaded.guards
    if guards is None:
        return
    written = [(path(DOTENV), "")] if guards.dotenv else []
    written += [(env_file_path(task, one), task.name) for task in loaded.tasks for one in task.env_files]
    for one, task in written:
        if isinstance(fence.content(guards.files, guards.root, guards.bounds, one), Allowed):
            yield one, task


def _writable(
    governed: Governed, found: Writable, clause: str, place: Place, decides: str, tasks: tuple[str, ...]
) -> Finding:
    kind = "directory" if found.directory else "file"
    what = f"others may write the {kind} {shown_place(found.place)}, and so {decides}"
    do = f"`chmod {'go-w' if clause == 'PERM-3' else 'o-w'} {shown_place(found.place)}`, and see whose it is"
    return Finding("error", clause, place, 1, what, do, tasks)


# --- assignments (ENV-1, PATH-1, PATH-2) -----------------------------------------------------------------------------


def _assignments(governed: Governed, loaded: Loaded) -> Iterator[Finding]:
    """Every assignment that no config may make; none where a file of variables can't be read at all."""
    guards = loaded.guards
    if guards is None or guards.unsafe_env or any(isinstance(one, Refusal) for one in guards.read.values()):
        return
    for wrong in wrong_assignments(guards, loaded.tasks):
        source = wrong.assignment.source
        place, line = place_of_source(governed, loaded, source, wrong.assignment.name)
        says = _without_mark(guard_line(wrong.clause, wrong.assignment.name, source))
        what, do = says.partition(" — ")[0], "take it out; `--allow-unsafe-env` is for whoever wants it all the same"
        yield Finding("error", wrong.clause, place, line, what, do, (source.task or loaded.task,))


def place_of_source(governed: Governed, loaded: Loaded, source: Source, name: str) -> tuple[Place, int]:
    """Where an assignment is written: the file, and the line."""
    config = governed.place or (*governed.root_place, DOTENV)
    if source.file is None:
        keys = ("env", name) if source.task is None else ("tasks", source.task, "env", name)
        return config, governed.line(*keys)
    task = next((one for one in loaded.tasks if one.name == source.task), None)
    written = path(DOTENV) if task is None else env_file_path(task, source.file)
    return walk_to(governed.here.files, governed.root, written) or config, source.line


# --- what else there is ----------------------------------------------------------------------------------------------

_KEYS = {"GRAPH": "deps", "SHELL": "run", "PKG": "packages", "ENV": "env_file"}
"""Where in a task it is written what a clause of this chapter refuses."""


def _other(governed: Governed, loaded: Loaded, refusal: Refusal) -> Finding:
    clause = refusal.clauses[-1]
    place = governed.place or governed.root_place
    keys: Keys = ("tasks", loaded.task, _KEYS.get(clause.partition("-")[0], ""))
    if clause in ("FENCE-9", "PKG-1") or "FENCE-1" in refusal.clauses:
        keys = ("workspace", "members")
    what = _without_mark(refusal.says) or f"{clauses()[clause].title}{_detail(loaded)}"
    if clause == "PERM-3":
        what = "a file of variables is missing, or ignored, where others could put one"
    do = f"`tsr-oracle clauses {clause}` says what is asked for"
    return Finding("error", clause, place, governed.line(*keys), what, do, (loaded.task,))


def _detail(loaded: Loaded) -> str:
    """What it is about, where that can be told."""
    guards = loaded.guards
    outside = [one for one in guards.notes.judged if not isinstance(one.decision, Allowed)] if guards else []
    if outside:
        landed = outside[-1].decision
        where = f", which leads to {shown_place(landed.landing.place)}" if isinstance(landed, Refused) else ""
        return f": `{_shown(outside[-1].path)}`{where}"
    if guards is not None and loaded.refusal is not None and loaded.refusal.clauses == ("SHELL-8",):
        names = (undefined(task.run, guards.inherited) for task in loaded.tasks if task.run is not None)
        return f": `{next((name for name in names if name), '')}`"
    return ""


def _without_mark(says: str | None) -> str:
    """A line of the runner without what it begins and ends with."""
    return re.sub(r"^✗ \w+ error: | \[[A-Z]+-\w+\]$", "", says or "")


def _line_of(governed: Governed) -> int:
    """The line of what is wrong with a config: that which a reader of TOML names, or that of the key."""
    found = re.search(r"at line (\d+)", governed.why)
    if found:
        return int(found[1])
    named = [keys for keys in governed.lines if governed.why.startswith((".".join(keys), ".".join(keys[1:]) or "\0"))]
    return governed.line(*max(named, key=len, default=()))
