"""The config: TOML to checked values (CLI-6 to CLI-9).

Every field of the language is checked, also those that this version can't act on yet, and so is
the syntax of every `run` string (SHELL-20). Unknown keys are tolerated.
"""

from __future__ import annotations

import sys

from tsr_impl import shell
from tsr_impl.report import ConfigFault, caret, printable, quoted

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Table = Mapping[str, object]

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
ALLOW_PATHS = "[security] allow_paths"
_PATTERN = "*?["
_TEXT_TABLE = "a table of strings"
_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:-")


class Task:
    """One `[tasks.NAME]`. `commands` is the parsed `run`; None or False where a field is absent."""

    __slots__ = (
        "args",
        "commands",
        "delegate",
        "deps",
        "directory",
        "env",
        "env_files",
        "name",
        "packages",
        "parallel",
        "run",
    )

    def __init__(self, name: str, table: Table) -> None:
        self.name = name
        self.run = _as_text(table.get("run"))
        self.commands = _parsed(name, self.run) if self.run is not None else None
        self.delegate = _delegate_text(table.get("delegate"))
        self.directory = _as_text(table.get("dir"))
        self.packages = _as_texts(table["packages"]) if "packages" in table else None
        self.deps = _as_texts(table.get("deps"))
        self.parallel = table.get("parallel") is True
        self.args = _as_texts(table.get("args"))
        self.env = _variables(f"task {quoted(name)}: `env`", table.get("env", {}))
        self.env_files = _as_texts(table.get("env_file"))

    def is_aggregate(self) -> bool:
        """Whether its deps are all of its work (GRAPH-4)."""
        return bool(self.deps) and self.run is None and self.delegate is None and self.packages is None


class Config:
    """The whole file. `tasks` keep the order in which they are written."""

    __slots__ = ("allow_paths", "env", "members", "tasks")

    def __init__(self, tasks: dict[str, Task], allow_paths: list[str], members: list[str], env: dict[str, str]) -> None:
        self.tasks = tasks
        self.allow_paths = allow_paths
        self.members = members
        self.env = env


def read(text: bytes) -> Config:
    """The config that the bytes of `tasks.toml` say.

    Raises `ConfigFault` for what has to be in order in the whole file, whatever is asked for (ENV-9).
    """
    document = _document(text)
    for name, checks in _TOP_LEVEL.items():
        _check_fields(f"[{name}]", _table(f"[{name}]", document.get(name, {})), checks)
    tables = _table("[tasks]", document.get("tasks", {}))
    tasks = {name: _task(name, value) for name, value in tables.items()}
    members = _as_texts(_table("[workspace]", document.get("workspace", {})).get("members"))
    env = _variables("[env]", document.get("env", {}))
    allow_paths = _as_texts(_table("[security]", document.get("security", {})).get("allow_paths"))
    for entry in allow_paths:
        _check_allowed(entry)
    return Config(tasks, allow_paths, members, env)


def is_task_name(name: str) -> bool:
    """Whether `name` is the name of a task, without a package (CLI-8)."""
    return bool(name) and _NAME.issuperset(name)


def _document(text: bytes) -> Table:
    if text.startswith(_BYTE_ORDER_MARK):
        raise _no_toml("starts with a byte order mark — save it as UTF-8 without one")
    try:
        return tomllib.loads(text.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise _no_toml(f"is not UTF-8 text (line {line}) — save it as UTF-8") from error
    except RecursionError as error:
        raise _no_toml("is nested too deeply — write it with fewer levels") from error
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(f"is not valid TOML 1.0: {printable(str(error))} — correct it there") from error
    except ValueError as error:  # what Python itself objects to
        raise _no_toml("holds an integer that is too long — write one of at most 64 bits") from error


def _no_toml(what: str) -> ConfigFault:
    return ConfigFault(f"tasks.toml {what}", "CLI-9")


def _task(name: str, value: object) -> Task:
    where = f"task {quoted(name)}"
    package, separator, own_name = name.rpartition("#")
    if not is_task_name(own_name) or "#" in package or (separator and not package):
        message = (
            f"{where} has a name that is none — use letters, digits, `_`, `:` and `-`, "
            "with at most one `#` after a package"
        )
        raise ConfigFault(message, "CLI-8")
    table = _table(where, value)
    _check_fields(where, table, _TASK_FIELDS)
    if "dir" in table and "packages" in table:
        message = f"{where} has both `dir` and `packages` — remove one of them"
        raise ConfigFault(message, "CLI-9")
    if table.get("dir") == "":
        raise ConfigFault(f"{where}: `dir` is empty — write a directory, or remove it", "CLI-5")
    if "" in _as_texts(table.get("env_file")):
        raise ConfigFault(f"{where}: `env_file` holds an empty path — write a file, or remove it", "ENV-12")
    for dep in _as_texts(table.get("deps")):
        _check_dep(where, dep, "packages" in table)
    return Task(name, table)


def _check_dep(where: str, dep: str, in_packages: bool) -> None:
    upstream = dep.startswith("^")
    package, separator, own_name = dep[upstream:].rpartition("#")
    if upstream and separator:
        message = f"{where}: `deps` names {quoted(dep)}, but `^` takes a task, without a package"
        raise ConfigFault(f"{message} — write `^{printable(own_name)}`", "GRAPH-6")
    if not is_task_name(own_name) or "#" in package or (separator and not package):
        message = f"{where}: `deps` names {quoted(dep)}, which can't be a task"
        raise ConfigFault(f"{message} — write `task`, `pkg#task` or `^task`", "CLI-8")
    if upstream and not in_packages:
        message = f"{where}: `deps` names {quoted(dep)}, but the task has no `packages` for `^` to start from"
        raise ConfigFault(f"{message} — write `packages`, or {quoted(own_name)}", "GRAPH-6")


def _check_allowed(entry: str) -> None:
    """An entry that would admit something else than its author had in mind (FENCE-13)."""
    where = f"{ALLOW_PATHS}: {quoted(entry)}"
    if not entry:
        raise ConfigFault(f"{where} is empty — write a path, or remove it", "FENCE-13")
    if any(character in entry for character in _PATTERN):
        raise ConfigFault(f"{where} is a pattern — write out each directory", "FENCE-13")


def _variables(where: str, value: object) -> dict[str, str]:
    """A table of variables, with names and values that a process can have (ENV-13)."""
    _check_type(where, value, _is_table)
    variables = _table(where, value)
    for name, text in variables.items():
        if _is_text(text):
            raise _no_value(where, name, text)
        if not name or "=" in name or "\0" in name:
            message = f"{where} sets {quoted(name)}, which can't be the name of a variable — correct the name"
            raise ConfigFault(message, "ENV-13")
        if _holds_nul(text):
            message = f"{where} sets {quoted(name)} to a value with a NUL byte, which no process can have — remove it"
            raise ConfigFault(message, "ENV-13")
    return {name: str(text) for name, text in variables.items()}


def _no_value(where: str, name: str, value: object) -> ConfigFault:
    """The fault of a variable that is set to no string. Its value is not shown (OUT-1)."""
    from tsr_impl.variables import key

    message = f"{where} must be {_TEXT_TABLE}, and sets {quoted(name)} to {_type_name(value)}"
    return ConfigFault(f'{message} — write a string, as in `{key(name)} = "…"`', "CLI-7")


def _parsed(name: str, run: str) -> list[shell.Command]:
    try:
        return shell.parse(run)
    except shell.Rejected as rejected:
        message = f"task {quoted(name)}: in `run`, {rejected.what} — {rejected.way_out}"
        raise ConfigFault(message, rejected.clause, caret(run, rejected.at)) from rejected


# Types ----------------------------------------------------------------------------------------


def _table(where: str, value: object) -> Table:
    if not isinstance(value, dict):
        message = f"{where} must be a table, not {_type_name(value)} — write it as one"
        raise ConfigFault(message, "CLI-7")
    return value


def _check_fields(where: str, table: Table, checks: Mapping[str, Callable[[object], str]]) -> None:
    for field, check in checks.items():
        if field in table:
            _check(f"{where}: `{field}`", table[field], check)


def _check_type(where: str, value: object, check: Callable[[object], str]) -> None:
    expected = check(value)
    if expected:
        message = f"{where} must be {expected}, not {_type_name(value)} — correct its value"
        raise ConfigFault(message, "CLI-7")


def _check(where: str, value: object, check: Callable[[object], str]) -> None:
    _check_type(where, value, check)
    if _holds_nul(value):
        message = f"{where} holds a NUL byte, which no name or argument can — remove it"
        raise ConfigFault(message, "CLI-7")


# Each of these returns what was expected instead, in words, or nothing if the type is right.


def _is_text(value: object) -> str:
    return "" if isinstance(value, str) else "a string"


def _is_boolean(value: object) -> str:
    return "" if isinstance(value, bool) else "true or false"


def _is_texts(value: object) -> str:
    right = isinstance(value, list) and all(isinstance(item, str) for item in value)
    return "" if right else "a list of strings"


def _is_text_or_texts(value: object) -> str:
    return "" if not (_is_text(value) and _is_texts(value)) else "a string or a list of strings"


def _is_table(value: object) -> str:
    return "" if isinstance(value, dict) else _TEXT_TABLE


def _is_delegate(value: object) -> str:
    right = isinstance(value, str) or (
        isinstance(value, dict) and isinstance(value.get("bin"), str) and not _is_texts(value.get("args", []))
    )
    return "" if right else "a string, or a table with a string `bin` and a list `args`"


_TASK_FIELDS = {
    "run": _is_text,
    "delegate": _is_delegate,
    "dir": _is_text,
    "packages": _is_texts,
    "deps": _is_texts,
    "parallel": _is_boolean,
    "args": _is_texts,
    "env_file": _is_text_or_texts,
}
_TOP_LEVEL = {
    "workspace": {"members": _is_texts},
    "security": {"allow_paths": _is_texts},
}


def _type_name(value: object) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        if value and all(isinstance(item, dict) for item in value):
            return "an array of tables"
        return "a list" if _is_texts(value) == "" else "a list that holds something else"
    names = {str: "a string", bool: "a boolean", int: "an integer", float: "a float"}
    return names.get(type(value), "a date or time")


def _holds_nul(value: object) -> bool:
    if isinstance(value, list):
        return any(_holds_nul(item) for item in value)
    if isinstance(value, dict):
        return any("\0" in key or _holds_nul(item) for key, item in value.items())
    return isinstance(value, str) and "\0" in value


def _as_text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _as_texts(value: object) -> list[str]:
    """A list of strings, or a string alone, as a list; the types are checked by now."""
    if isinstance(value, str):
        return [value]
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _delegate_text(value: object) -> str | None:
    if isinstance(value, dict):
        return " ".join([str(value.get("bin")), *_as_texts(value.get("args"))])
    return _as_text(value)
