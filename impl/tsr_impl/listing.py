"""What `--list` shows: the tasks of the config, or what there is without one (CLI-16, CONF-6)."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING

from tsr_impl import calls, config, discovery, ecosystems
from tsr_impl.confinement import of_run
from tsr_impl.fence import Fence
from tsr_impl.report import printable, quoted, say, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tsr_impl.config import Config, Task
    from tsr_impl.ecosystems import Found as Project
    from tsr_impl.handles import Directory


def text(as_json: bool) -> str:
    """The tasks as lines for people, or as one object for programs. Raises `Stop`. Nothing runs.

    What would hold for their commands is said beside it.
    """
    found = discovery.find(strict=False)
    with found.root:
        governing = config.read(found.text) if found.text is not None else None
        of_run.tell(governing.confine if governing else None)
        if governing:
            if as_json:
                return _object(found.root, governing)
            if not governing.tasks:
                say(f"tsr: there are no tasks in {quoted(discovery.config_in(found.root.place.path()))}")
            return _lines(map(_described, governing.tasks.values()))
        # What was found has a marker; should it be gone by now, there is none to be shown.
        bounds = Fence(found.root, [])
        project = ecosystems.of(bounds.root, ".", bounds)
        scripts = _scripts(bounds) if project and project.marker == "package.json" else []
        if as_json:
            return _project_object(found.root, project, scripts)
        return _introduced(found.root, project) + _lines([(name, [_native(project, name)]) for name in scripts])


# For people -----------------------------------------------------------------------------------


def _described(task: Task) -> tuple[str, list[str]]:
    """The name of a task, and what there is to say about it, as it is written."""
    fields = {
        "run": task.run,
        "delegate": shlex.join(task.delegate or ()),
        "packages": " ".join(task.packages or []),
        "deps": " ".join(task.deps),
        "dir": task.directory,
    }
    described = [f"{field}: {shortened(value)}" for field, value in fields.items() if value]
    if task.parallel:
        described.append("parallel")
    if _is_detected(task):
        described.append("detected")
    return task.name, described


def _is_detected(task: Task) -> bool:
    """Whether the project in its directory says how to run it (FORM-3)."""
    return task.run is None and task.delegate is None and not task.is_aggregate()


def _introduced(root: Directory, project: Project | None) -> str:
    """The line that says what a word is taken for, without a config."""
    kind = project.ecosystem if project else "no project"
    where = f"no tasks.toml; in {quoted(root.place.path())} ({kind})"
    return f"{where}: tsr TASK runs {_native(project, 'TASK')}\n" if project else f"{where}\n"


def _native(project: Project | None, task: str) -> str:
    return shlex.join(ecosystems.command(project.ecosystem, task)) if project else ""


def _lines(rows: Iterable[tuple[str, list[str]]]) -> str:
    """A line a row: its name, padded to the widest, and the rest behind two blanks each."""
    shown = [(printable(name), [printable(word) for word in words]) for name, words in rows]
    width = max((len(name) for name, _ in shown), default=0)
    return "".join("  ".join([f"{name:{width}}", *words]).rstrip(" ") + "\n" for name, words in shown)


# For programs ---------------------------------------------------------------------------------


def _object(root: Directory, governing: Config) -> str:
    path = root.place.path()
    tasks = [_fields(task) for task in governing.tasks.values()]
    return _json({"config": discovery.config_in(path), "root": path, "tasks": tasks})


def _fields(task: Task) -> dict[str, object]:
    """What a task has, without what it does not; never a variable (OUT-1)."""
    fields = {
        "run": task.run,
        "delegate": task.delegate,
        "packages": task.packages,
        "deps": task.deps or None,
        "dir": task.directory,
        "parallel": task.parallel or None,
    }
    return {"name": task.name, **{field: value for field, value in fields.items() if value is not None}}


def _project_object(root: Directory, project: Project | None, scripts: list[str]) -> str:
    tasks = [{"name": name} for name in scripts]
    ecosystem = project.ecosystem if project else None
    return _json({"config": None, "root": root.place.path(), "tasks": tasks, "ecosystem": ecosystem})


def _json(value: object) -> str:
    """In ASCII; bytes that are not UTF-8 are U+FFFD (EVENT-5)."""
    whole = json.dumps(value, ensure_ascii=False, indent=2)
    return json.dumps(json.loads(calls.encode(whole).decode("utf-8", "replace")), indent=2) + "\n"


# Without a config -----------------------------------------------------------------------------


def _scripts(bounds: Fence) -> list[str]:
    """The names of the scripts of a package.json; none if it can't be read, or says none (PKG-11)."""
    from tsr_impl import manifests

    return manifests.Reader(bounds).scripts(bounds.root, ".")
