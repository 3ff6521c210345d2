"""`tasks.toml` as a value, and what makes it an error whatever is run (ENV-9, CLI-7, CLI-8, CLI-9)."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from tsr_model.graph import Dep
from tsr_model.shell import Rejected, Sequence, parse

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

NAME = re.compile(r"[A-Za-z0-9_:-]+")

Variables: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Task:
    """A task: its command, as text too, or the words that it delegates to; its directory or packages, arguments, deps,
    variables; and whether its deps may run side by side."""

    name: str
    run: Sequence | None = None
    text: str = ""
    delegate: tuple[str, ...] | None = None
    dir: str | None = None
    packages: tuple[str, ...] | None = None
    args: tuple[str, ...] = ()
    deps: tuple[Dep, ...] = ()
    env: Variables = ()
    env_files: tuple[str, ...] = ()
    parallel: bool = False

    @property
    def own_name(self) -> str:
        """Its name without a package in front (CLI-8)."""
        return self.name.rpartition("#")[2]

    @property
    def aggregate(self) -> bool:
        """Whether its deps are all of its work (GRAPH-4, FORM-1)."""
        return self.run is None and self.delegate is None and self.packages is None and bool(self.deps)


@dataclass(frozen=True, slots=True)
class Config:
    """The whole file: tasks in order, what `allow_paths` and `members` list, `[env]`.

    Of `[security]` nothing else is kept, so nothing else in it can relax a guard (TIER-2).
    """

    tasks: dict[str, Task]
    allow_paths: tuple[str, ...] = ()
    env: Variables = ()
    members: tuple[str, ...] = ()
    confine: bool | None = None


@dataclass(frozen=True, slots=True)
class ConfigError:
    """Why the file is refused, and by which clause."""

    clause: str
    why: str


class _Wrong(Exception):
    def __init__(self, clause: str, why: str) -> None:
        self.error = ConfigError(clause, why)


@lru_cache(maxsize=1024)
def parse_config(data: str) -> Config | ConfigError:
    """The config that a file's bytes hold, or the first thing that is wrong with it, in any task (ENV-9, SHELL-20).

    Keys that nobody knows have no effect (CLI-6).
    """
    try:
        text = data.encode("utf-8", "surrogateescape").decode()
        return _config(tomllib.loads(text))
    except UnicodeDecodeError:
        return ConfigError("CLI-7", "not UTF-8")
    except ValueError as error:  # of the notation, or a number that is too long for the reader
        return ConfigError("CLI-7", str(error))
    except RecursionError:
        return ConfigError("CLI-7", "nested too deeply")
    except _Wrong as wrong:
        return wrong.error


def _config(table: dict[str, Any]) -> Config:
    workspace = _table(table.get("workspace", {}), "workspace")
    members = _strings(workspace.get("members", []), "workspace.members")
    if "" in members:
        raise _Wrong("PKG-1", "workspace.members has an empty entry")
    env = _variables(table.get("env", {}), "env")
    security = _table(table.get("security", {}), "security")
    allow_paths = _strings(security.get("allow_paths", []), "security.allow_paths")
    for entry in allow_paths:
        if not entry or set(entry) & set("*?["):
            raise _Wrong("FENCE-13", f"allow_paths: {entry!r}")
    confine = security.get("confine_commands")
    if not isinstance(confine, bool | None):
        raise _Wrong("CLI-7", "security.confine_commands")
    tasks = {name: _task(name, value) for name, value in _table(table.get("tasks", {}), "tasks").items()}
    return Config(tasks, allow_paths, env, members, confine)


def _task(name: str, value: object) -> Task:
    _check_name(name)
    table = _table(value, name)
    args, packages = (_strings(table.get(field, []), f"{name}.{field}") for field in ("args", "packages"))
    if "" in packages:
        raise _Wrong("PKG-4", f"{name}.packages has an empty entry")
    deps = tuple(_dep(dep, name) for dep in _strings(table.get("deps", []), f"{name}.deps"))
    for field in ("run", "dir"):
        _string(table.get(field, ""), f"{name}.{field}")
    env_file = table.get("env_file", [])
    env_files = _strings([env_file] if isinstance(env_file, str) else env_file, f"{name}.env_file")
    if "" in env_files:
        raise _Wrong("ENV-12", f"{name}.env_file is empty")
    if not isinstance(table.get("parallel", False), bool):
        raise _Wrong("CLI-7", f"{name}.parallel")
    env = _variables(table.get("env", {}), f"{name}.env")
    delegate = _delegate(table["delegate"], name) if "delegate" in table else None
    if "dir" in table and "packages" in table:
        raise _Wrong("CLI-9", f"{name}: dir with packages")
    if any(dep.upstream for dep in deps) and "packages" not in table:
        raise _Wrong("GRAPH-6", f"{name}: a dep with ^, and no packages")
    if table.get("dir") == "":
        raise _Wrong("CLI-5", f"{name}.dir is empty")
    run = parse(table["run"]) if "run" in table else None
    if isinstance(run, Rejected):
        raise _Wrong(run.clause, f"{name}.run: {run.what}")
    return Task(
        name,
        run,
        text=table.get("run", ""),
        delegate=delegate,
        dir=table.get("dir"),
        packages=packages if "packages" in table else None,
        args=args,
        deps=deps,
        env=env,
        env_files=env_files,
        parallel=table.get("parallel", False),
    )


def _check_name(name: str) -> None:
    """That a name is one of a task, with at most one package in front (CLI-8)."""
    package, _, own = name.rpartition("#")
    if not NAME.fullmatch(own) or "#" in package or name.startswith("#"):
        raise _Wrong("CLI-8", f"{name!r} is no name of a task")


def _dep(written: str, name: str) -> Dep:
    """One entry of `deps` (GRAPH-6)."""
    task = written.removeprefix("^")
    _check_name(task)
    if task != written and "#" in task:
        raise _Wrong("GRAPH-6", f"{name}: {written!r} names a package and every package")
    return Dep(task, task != written)


def _delegate(value: object, name: str) -> tuple[str, ...]:
    """The words that a task delegates to: a program with `run` and the task's own name, or as they are (FORM-2)."""
    if isinstance(value, str):
        words: tuple[str, ...] = (value, "run", name.rpartition("#")[2])
    else:
        table = _table(value, f"{name}.delegate")
        _string(table.get("bin"), f"{name}.delegate.bin")
        words = (table["bin"], *_strings(table.get("args", []), f"{name}.delegate.args"))
    if not words[0]:
        raise _Wrong("FORM-2", f"{name}.delegate names no program")
    return words


def _table(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Wrong("CLI-7", f"{where} is not a table")
    return value


def _variables(value: object, where: str) -> Variables:
    """A table of variables: each has a name and a value that a process can be given (ENV-13)."""
    table = _table(value, where)
    for name, item in table.items():
        _string(item, where)
        if not name or "=" in name or "\0" in name + item:
            raise _Wrong("ENV-13", f"{where}: {name!r}")
    return tuple(table.items())


def _strings(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _Wrong("CLI-7", f"{where} is not a list of strings")
    return tuple(value)


def _string(value: object, where: str) -> None:
    if not isinstance(value, str):
        raise _Wrong("CLI-7", f"{where} is not a string")
