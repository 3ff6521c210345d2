"""The config: TOML to checked values (CLI-6 to CLI-9).

Every field is checked, and so is the syntax of every `run` string (SHELL-20). Unknown keys are tolerated.
"""

from __future__ import annotations

from tsr_impl import shell, toml
from tsr_impl.report import ConfigFault, caret, printable, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Table = Mapping[str, object]
    UnknownKey = tuple[str, str, Iterable[str]]  # where it is, the key, and those that are known there

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
WHOLE_FILE = "tasks.toml"  # where keys of the uppermost level are
ALLOW_PATHS = "[security] allow_paths"
_PATTERN = "*?["
_TEXT = "a string"
_BOOLEAN = "true or false"
_TEXTS = "a list of strings"
_TEXT_OR_TEXTS = "a string or a list of strings"
_TEXT_TABLE = "a table of strings"
_DELEGATE = "a string, or a table with a string `bin` and a list `args`"
# How a value of these types is written.
_EXAMPLES = {
    _TEXT: '"…"',
    _BOOLEAN: "true",
    _TEXTS: '["…"]',
    _TEXT_OR_TEXTS: '"…"',
    _TEXT_TABLE: '{ NAME = "…" }',
    _DELEGATE: '{ bin = "…", args = ["…"] }',
}
_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:-")


class Task:
    """One `[tasks.NAME]`; None or False where a field is absent.

    `own_name` is the part of the name behind `#`, `commands` the parsed `run`, and `delegate` the words of
    the command that it stands for (FORM-2).
    """

    __slots__ = (
        "args",
        "commands",
        "delegate",
        "deps",
        "directory",
        "env",
        "env_files",
        "name",
        "own_name",
        "packages",
        "parallel",
        "run",
    )

    def __init__(self, name: str, table: Table) -> None:
        self.name = name
        self.own_name = name.rpartition("#")[2]
        self.run = _as_text(table.get("run"))
        self.commands = _parsed(name, self.run) if self.run is not None else None
        self.delegate = _delegated(table.get("delegate"), self.own_name)
        self.directory = _as_text(table.get("dir"))
        self.packages = _as_texts(table["packages"]) if "packages" in table else None
        self.deps = _as_texts(table.get("deps"))
        self.parallel = table.get("parallel") is True
        self.args = _as_texts(table.get("args"))
        self.env = _variables(_Where(f"task {quoted(name)}: `env`", "tasks", name, "env"), table.get("env", {}))
        self.env_files = _as_texts(table.get("env_file"))

    def is_aggregate(self) -> bool:
        """Whether its deps are all of its work (GRAPH-4)."""
        return bool(self.deps) and self.run is None and self.delegate is None and self.packages is None


class Config:
    """The whole file. `tasks` keep the order in which they are written, and `unknown` are keys that have no effect.

    `confine`: what it says about confining commands, None for nothing (CONF-1).
    """

    __slots__ = ("allow_paths", "confine", "env", "members", "tasks", "unknown")

    def __init__(
        self,
        tasks: dict[str, Task],
        allow_paths: list[str],
        members: list[str],
        env: dict[str, str],
        unknown: Iterable[UnknownKey] = (),
        confine: bool | None = None,
    ) -> None:
        self.tasks = tasks
        self.allow_paths = allow_paths
        self.confine = confine
        self.members = members
        self.env = env
        self.unknown = unknown


class _Where:
    """A place in the file: in words, for messages, and as the path of keys that leads there (CLI-19)."""

    __slots__ = ("_path", "_words")

    def __init__(self, words: str, *path: str) -> None:
        self._words = words
        self._path = path

    def field(self, name: str) -> _Where:
        return _Where(f"{self._words}: `{name}`", *self._path, name)

    def fault(self, what: str, clause: str, item: str | None = None) -> ConfigFault:
        """The fault that there is `what`; with an `item`, in that string of a list."""
        return ConfigFault(f"{self._words} {what}", clause).at(*self._path, item=item)

    def wrong_type(self, value: object, expected: str) -> ConfigFault:
        """The fault of another type than what is `expected`, in words."""
        from tsr_impl.variables import key

        name = self._path[-1]
        written = f"[{'.'.join(map(key, self._path))}]"
        if expected in _EXAMPLES:
            written = f"{key(name)} = {_EXAMPLES[expected]}"
        return self.fault(f"must be {expected}, not {_type_name(value)} — write it as in `{written}`", "CLI-7")


def read(text: bytes) -> Config:
    """The config that the bytes of `tasks.toml` say.

    Raises `ConfigFault` for what has to be in order in the whole file, whatever is asked for (ENV-9).
    """
    try:
        return _config(_document(text))
    except ConfigFault as fault:
        from tsr_impl import locate

        locate.point(fault, text)
        raise


def _config(document: Table) -> Config:
    sections = {name: _section(document, name) for name in _SECTIONS}
    for name, checks in _TOP_LEVEL.items():
        _check_fields(_Where(f"[{name}]", name), sections[name], checks)
    tasks = {name: _task(name, value) for name, value in sections["tasks"].items()}
    members = _as_texts(sections["workspace"].get("members"))
    env = _variables(_Where("[env]", "env"), document.get("env", {}))
    allow_paths = _as_texts(sections["security"].get("allow_paths"))
    for entry in allow_paths:
        _check_allowed(entry)
    if "" in members:
        message = "[workspace]: `members` holds an empty entry — write a path or a pattern, or remove it"
        raise ConfigFault(message, "PKG-1").at("workspace", "members", item="")
    confine = sections["security"].get("confine_commands")
    assert confine is None or isinstance(confine, bool)
    return Config(tasks, allow_paths, members, env, _unknown_keys(document, sections), confine)


def _section(document: Table, name: str) -> Table:
    return _table(_Where(f"[{name}]", name), document.get(name, {}))


def _unknown_keys(document: Table, sections: Mapping[str, Table]) -> list[UnknownKey]:
    """The keys that have no effect (CLI-6)."""
    unknown: list[UnknownKey] = [(WHOLE_FILE, key, _KEYS) for key in document if key not in _KEYS]
    for name, known in _TOP_LEVEL.items():
        unknown += [(f"[{name}]", key, known) for key in sections[name] if key not in known]
    for name, table in sections["tasks"].items():
        if isinstance(table, dict) and not _TASK_KEYS.issuperset(table):
            unknown += [(f"task {quoted(name)}", key, _TASK_KEYS) for key in table if key not in _TASK_KEYS]
    return unknown


def is_task_name(name: str) -> bool:
    """Whether `name` is the name of a task, without a package (CLI-8)."""
    return bool(name) and _NAME.issuperset(name)


def _document(text: bytes) -> Table:
    if text.startswith(_BYTE_ORDER_MARK):
        raise _no_toml("starts with a byte order mark — save it as UTF-8 without one")
    try:
        return toml.loads(text.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise _no_toml(f"is not UTF-8 text (line {line}) — save it as UTF-8") from error
    except RecursionError as error:
        raise _no_toml("is nested too deeply — write it with fewer levels") from error
    except toml.LongKey as error:
        raise _no_toml(f"has a key of more than {toml.MOST_PARTS} parts — write it with fewer levels") from error
    except toml.Invalid as error:
        raise _no_toml(f"is not valid TOML 1.0: {printable(str(error))} — correct it there") from error
    except ValueError as error:  # what Python itself objects to
        raise _no_toml("holds an integer that is too long — write one of at most 64 bits") from error


def _no_toml(what: str) -> ConfigFault:
    return ConfigFault(f"tasks.toml {what}", "CLI-9")


def _task(name: str, value: object) -> Task:
    where = _Where(f"task {quoted(name)}", "tasks", name)
    package, separator, own_name = name.rpartition("#")
    if not is_task_name(own_name) or "#" in package or (separator and not package):
        message = (
            "has a name that is none — use letters, digits, `_`, `:` and `-`, with at most one `#` after a package"
        )
        raise where.fault(message, "CLI-8")
    table = _table(where, value)
    _check_fields(where, table, _TASK_FIELDS)
    if "dir" in table and "packages" in table:
        raise where.fault("has both `dir` and `packages` — remove one of them", "CLI-9")
    if table.get("dir") == "":
        raise where.field("dir").fault("is empty — write a directory, or remove it", "CLI-5")
    if "" in _as_texts(table.get("env_file")):
        raise where.field("env_file").fault("holds an empty path — write a file, or remove it", "ENV-12")
    if "" in _as_texts(table.get("packages")):
        message = "holds an empty entry — write a package, its path or a pattern, or remove it"
        raise where.field("packages").fault(message, "PKG-4", "")
    for dep in _as_texts(table.get("deps")):
        _check_dep(where.field("deps"), dep, "packages" in table)
    task = Task(name, table)
    if task.delegate and not task.delegate[0]:
        raise where.field("delegate").fault("names no program — write one, or remove it", "FORM-2")
    return task


def _check_dep(where: _Where, dep: str, in_packages: bool) -> None:
    upstream = dep.startswith("^")
    package, separator, own_name = dep[upstream:].rpartition("#")
    if upstream and separator:
        message = f"names {quoted(dep)}, but `^` takes a task, without a package — write `^{printable(own_name)}`"
        raise where.fault(message, "GRAPH-6", dep)
    if not is_task_name(own_name) or "#" in package or (separator and not package):
        message = f"names {quoted(dep)}, which can't be a task — write `task`, `pkg#task` or `^task`"
        raise where.fault(message, "CLI-8", dep)
    if upstream and not in_packages:
        message = f"names {quoted(dep)}, but the task has no `packages` for `^` to start from"
        raise where.fault(f"{message} — write `packages`, or {quoted(own_name)}", "GRAPH-6", dep)


def _check_allowed(entry: str) -> None:
    """An entry that would admit something else than its author had in mind (FENCE-13)."""
    where = _Where(f"{ALLOW_PATHS}: {quoted(entry)}", "security", "allow_paths")
    if not entry:
        raise where.fault("is empty — write a path, or remove it", "FENCE-13", entry)
    if any(character in entry for character in _PATTERN):
        raise where.fault("is a pattern — write out each directory", "FENCE-13", entry)


def _variables(where: _Where, value: object) -> dict[str, str]:
    """A table of variables, with names and values that a process can have (ENV-13)."""
    _check_type(where, value, _is_table)
    variables = _table(where, value)
    for name, text in variables.items():
        if _is_text(text):
            raise _no_value(where, name, text)
        if not name or "=" in name or "\0" in name:
            message = f"sets {quoted(name)}, which can't be the name of a variable — correct the name"
            raise where.fault(message, "ENV-13")
        if _holds_nul(text):
            message = f"sets {quoted(name)} to a value with a NUL byte, which no process can have — remove it"
            raise where.fault(message, "ENV-13")
    return {name: str(text) for name, text in variables.items()}


def _no_value(where: _Where, name: str, value: object) -> ConfigFault:
    """The fault of a variable that is set to no string. Its value is not shown (OUT-1)."""
    from tsr_impl.variables import key

    message = f"must be {_TEXT_TABLE}, and sets {quoted(name)} to {_type_name(value)}"
    return where.fault(f'{message} — write a string, as in `{key(name)} = "…"`', "CLI-7")


def _parsed(name: str, run: str) -> list[shell.Command]:
    try:
        return shell.parse(run)
    except shell.Rejected as rejected:
        message = f"task {quoted(name)}: in `run`, {rejected.what} — {rejected.way_out}"
        raise ConfigFault(message, rejected.clause, caret(run, rejected.at)) from rejected


# Types ----------------------------------------------------------------------------------------


def _table(where: _Where, value: object) -> Table:
    if not isinstance(value, dict):
        raise where.wrong_type(value, "a table")
    return value


def _check_fields(where: _Where, table: Table, checks: Mapping[str, Callable[[object], str]]) -> None:
    for field, check in checks.items():
        if field in table:
            _check(where.field(field), table[field], check)


def _check_type(where: _Where, value: object, check: Callable[[object], str]) -> None:
    expected = check(value)
    if expected:
        raise where.wrong_type(value, expected)


def _check(where: _Where, value: object, check: Callable[[object], str]) -> None:
    _check_type(where, value, check)
    if _holds_nul(value):
        raise where.fault("holds a NUL byte, which no name or argument can — remove it", "CLI-7")


# Each of these returns what was expected instead, in words, or nothing if the type is right.


def _is_text(value: object) -> str:
    return "" if isinstance(value, str) else _TEXT


def _is_boolean(value: object) -> str:
    return "" if isinstance(value, bool) else _BOOLEAN


def _is_texts(value: object) -> str:
    right = isinstance(value, list) and all(isinstance(item, str) for item in value)
    return "" if right else _TEXTS


def _is_text_or_texts(value: object) -> str:
    return "" if not (_is_text(value) and _is_texts(value)) else _TEXT_OR_TEXTS


def _is_table(value: object) -> str:
    return "" if isinstance(value, dict) else _TEXT_TABLE


def _is_delegate(value: object) -> str:
    right = isinstance(value, str) or (
        isinstance(value, dict) and isinstance(value.get("bin"), str) and not _is_texts(value.get("args", []))
    )
    return "" if right else _DELEGATE


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
    "security": {"allow_paths": _is_texts, "confine_commands": _is_boolean},
}
_SECTIONS = ("workspace", "security", "tasks")
_KEYS = (*_SECTIONS, "env")
_TASK_KEYS = frozenset([*_TASK_FIELDS, "env"])


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
    """Whether there is a NUL byte in a value of one of the types above, or in what is known of a table."""
    if isinstance(value, list):
        return any(map(_holds_nul, value))
    if isinstance(value, dict):
        return _holds_nul(value.get("bin")) or _holds_nul(value.get("args"))
    return isinstance(value, str) and "\0" in value


def _as_text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _as_texts(value: object) -> list[str]:
    """A list of strings, or a string alone, as a list; the types are checked by now."""
    if isinstance(value, str):
        return [value]
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _delegated(value: object, own_name: str) -> tuple[str, ...] | None:
    """The words of a `delegate` (FORM-2), none of which is expanded."""
    if isinstance(value, dict):
        return (str(value["bin"]), *_as_texts(value.get("args")))
    return (value, "run", own_name) if isinstance(value, str) else None
