"""`tasks.toml` as a value, and what makes it an error whatever is run (CLI-7, CLI-8, CLI-9)."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from typing import Any

from tsr_model.shell import Rejected, Sequence, parse

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

NAME = re.compile(r"[A-Za-z0-9_:-]+")
LATER_FIELDS = ("delegate", "packages", "deps", "parallel", "env", "env_file")


@dataclass(frozen=True, slots=True)
class Task:
    """A task: its command, its directory, its arguments, and the fields that later versions run."""

    name: str
    run: Sequence | None
    dir: str | None
    args: tuple[str, ...]
    later: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Config:
    """The whole file: tasks in order, what `allow_paths` lists, and whether later versions' tables are used."""

    tasks: dict[str, Task]
    allow_paths: tuple[str, ...]
    later: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConfigError:
    """Why the file is refused, and by which clause."""

    clause: str
    why: str


class _Wrong(Exception):
    def __init__(self, clause: str, why: str) -> None:
        self.error = ConfigError(clause, why)


def parse_config(data: str) -> Config | ConfigError:
    """The config that a file's bytes hold, or the first thing that is wrong with it."""
    try:
        text = data.encode("utf-8", "surrogateescape").decode()
        return _config(tomllib.loads(text))
    except UnicodeDecodeError:
        return ConfigError("CLI-7", "not UTF-8")
    except tomllib.TOMLDecodeError as error:
        return ConfigError("CLI-7", str(error))
    except _Wrong as wrong:
        return wrong.error


def _config(table: dict[str, Any]) -> Config:
    workspace = _table(table.get("workspace", {}), "workspace")
    members = _strings(workspace.get("members", []), "workspace.members")
    env = _table_of_strings(table.get("env", {}), "env")
    security = _table(table.get("security", {}), "security")
    allow_paths = _strings(security.get("allow_paths", []), "security.allow_paths")
    for entry in allow_paths:
        if not entry or set(entry) & set("*?["):
            raise _Wrong("FENCE-13", f"allow_paths: {entry!r}")
    tasks = {name: _task(name, value) for name, value in _table(table.get("tasks", {}), "tasks").items()}
    later = tuple(name for name, used in (("workspace.members", members), ("env", env)) if used)
    return Config(tasks, allow_paths, later)


def _task(name: str, value: object) -> Task:
    package, _, own = name.rpartition("#")
    if not NAME.fullmatch(own) or "#" in package or name.startswith("#"):
        raise _Wrong("CLI-8", f"{name!r} is no name of a task")
    table = _table(value, name)
    for field in ("packages", "deps", "args"):
        _strings(table.get(field, []), f"{name}.{field}")
    for field in ("run", "dir"):
        _string(table.get(field, ""), f"{name}.{field}")
    env_file = table.get("env_file", [])
    _strings([env_file] if isinstance(env_file, str) else env_file, f"{name}.env_file")
    if not isinstance(table.get("parallel", False), bool):
        raise _Wrong("CLI-7", f"{name}.parallel")
    _table_of_strings(table.get("env", {}), f"{name}.env")
    _delegate(table.get("delegate", ""), name)
    if "dir" in table and "packages" in table:
        raise _Wrong("CLI-9", f"{name}: dir with packages")
    if table.get("dir") == "":
        raise _Wrong("CLI-5", f"{name}.dir is empty")
    run = parse(table["run"]) if "run" in table else None
    if isinstance(run, Rejected):
        raise _Wrong(run.clause, run.what)
    empty = {"deps": [], "parallel": False, "env": {}, "env_file": []}
    later = tuple(field for field in LATER_FIELDS if field in table and table[field] != empty.get(field))
    return Task(name, run, table.get("dir"), tuple(table.get("args", ())), later)


def _delegate(value: object, name: str) -> None:
    if isinstance(value, str):
        return
    table = _table(value, f"{name}.delegate")
    _string(table.get("bin"), f"{name}.delegate.bin")
    _strings(table.get("args", []), f"{name}.delegate.args")


def _table(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Wrong("CLI-7", f"{where} is not a table")
    return value


def _table_of_strings(value: object, where: str) -> dict[str, Any]:
    table = _table(value, where)
    for item in table.values():
        _string(item, where)
    return table


def _strings(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _Wrong("CLI-7", f"{where} is not a list of strings")
    return tuple(value)


def _string(value: object, where: str) -> None:
    if not isinstance(value, str):
        raise _Wrong("CLI-7", f"{where} is not a string")
