"""Reads cases back from JSON: strict, so that a misspelt key is an error and never ignored."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Literal, cast

from tsr_spec.case import (
    CONDUCT,
    DIRECTORY_MODE,
    FILE_MODE,
    KEYS,
    MARKS,
    PLAIN,
    SCHEMA,
    SIGNALS,
    Case,
    CaseError,
    Child,
    Declared,
    Directory,
    Entry,
    Feature,
    File,
    Given,
    HardLink,
    Json,
    Link,
    Mount,
    Outcome,
    Owner,
    Program,
    Special,
)
from tsr_spec.conduct import conduct_text, parse_program

GIVEN = {"argv", "tree", "cwd", "home", "env", "umask", "stdin", "terminal", "ignored", "signals", "declares"}
OUTCOME = {"exit", "gone", "made", "stdout", "says", "children", "marks", "unsaid", "survivors", "isolated", "events"}
KINDS = {"directory", "mount", "file", "link", "same_as", "special", "program"}
ENTRY = {"path", "mode", "owner", *KINDS, *CONDUCT}
FEATURES = ("root", "user", "two-file-systems", "mount", "landlock")
_NO_NAMES = frozenset(("", ".", ".."))
_HEXADECIMAL = re.compile("(?:[0-9a-fA-F]{2})*")


def case_from_text(text: str) -> Case:
    """The case that a case file holds. Raises CaseError with the place and the reason."""
    try:
        value: Json = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CaseError(f"not JSON: {error}") from None
    return case_from_json(value)


def case_from_json(value: Json) -> Case:
    """The case that an object describes. Raises CaseError; also where the id does not fit the content."""
    known = {"schema", "clauses_version", "id", "title", "clauses", "given", "admissible", "needs", "twin"}
    table = _table(value, "case", known)
    if isinstance(table.get("schema"), bool) or table.get("schema") != SCHEMA:
        raise CaseError(f"case: schema {table.get('schema')!r} is not {SCHEMA}")
    needs = _strings(table.get("needs", []), "needs")
    for feature in needs:
        if feature not in FEATURES:
            raise CaseError(f"needs: {feature!r} is none of {', '.join(FEATURES)}")
    twin = table.get("twin")
    case = Case(
        title=_text(table.get("title", ""), "title"),
        clauses=_strings(table.get("clauses", []), "clauses"),
        given=given_from_json(table.get("given")),
        admissible=tuple(outcome_from_json(item) for item in _list(table.get("admissible", []), "admissible")),
        needs=cast("tuple[Feature, ...]", needs),
        twin=None if twin is None else _text(twin, "twin"),
    )
    if "id" in table and table["id"] != case.id:
        raise CaseError(f"id: {table['id']!r} does not fit the content, which has {case.id!r}")
    return case


def given_from_json(value: Json) -> Given:
    """The question that an object describes. Raises CaseError."""
    table = _table(value, "given", GIVEN)
    default = Given((), ())
    env = []
    for pair in _list(table.get("env", []), "given.env"):
        name, text = _strings(pair, "given.env", length=2)
        if not name or "=" in name or "\0" in name + text:
            raise CaseError(f"given.env: no process can be given {name!r}={text!r}")
        env.append((name, text))
    argv = _strings(table.get("argv"), "given.argv")
    if any("\0" in word for word in argv):
        raise CaseError("given.argv: no process can be given a word with a NUL in it")
    tree = tuple(entry_from_json(item) for item in _list(table.get("tree"), "given.tree"))
    unique(tree, "given.tree")
    return Given(
        argv=argv,
        tree=tree,
        cwd=_directory(_text(table.get("cwd", default.cwd), "given.cwd")),
        home=_directory(_text(table.get("home", default.home), "given.home")),
        env=tuple(env),
        umask=_mode(table, "umask", default.umask, "given"),
        stdin=_text(table.get("stdin", ""), "given.stdin"),
        terminal=_flag(table.get("terminal", False), "given.terminal"),
        ignored=signal_names(_names(table.get("ignored", []), "given.ignored")),
        signals=tuple(
            signal_of(*_names(pair, "given.signals", length=2)) for pair in _list(table.get("signals", []), "signals")
        ),
        declares=tuple(_declared(item) for item in _list(table.get("declares", []), "given.declares")),
    )


def _declared(value: Json) -> Declared:
    table = _table(value, "declares", {"path", "name", "needs", "through"})
    name = _text(table["name"], "declares.name") if "name" in table else None
    needs = _strings(table.get("needs", []), "declares.needs")
    through = tuple(map(path_of, _strings(table.get("through", []), "declares.through")))
    return Declared(path_of(_text(table.get("path"), "declares.path")), name, needs, through)


def signal_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names themselves, once each is known to be that of a signal that a run may be sent. Raises CaseError."""
    for name in names:
        if name not in SIGNALS:
            raise CaseError(f"{name!r} is none of {', '.join(SIGNALS)}")
    return names


def signal_of(mark: str, signal: str) -> tuple[str, str]:
    """A mark and what is sent when it has been said. Raises CaseError."""
    if len(mark.split(" ")) != 2 or mark.split(" ")[1] not in MARKS:
        raise CaseError(f"{mark!r} is nothing that a program says: its name, and {', '.join(MARKS)}")
    if signal not in KEYS:
        signal_names((signal,))
    return mark, signal


def entry_from_json(value: Json) -> Entry:
    """The entry that an object describes. Raises CaseError."""
    table = _table(value, "entry", ENTRY)
    path = path_of(_text(table.get("path"), "entry.path"))
    if "mode" in table and not {"directory", "file"} & table.keys():
        raise CaseError(f"{path}: only files and directories have a mode here")
    if "program" not in table and not table.keys().isdisjoint(CONDUCT):
        raise CaseError(f"{path}: only programs have any of {', '.join(CONDUCT)}")
    if "owner" in table and (table["owner"] != "other" or not {"directory", "file", "link"} & table.keys()):
        raise CaseError(f"{path}: 'other' may own files, directories and links")
    owner: Owner = "other" if "owner" in table else "user"
    kinds = KINDS & table.keys()
    match kinds.pop() if len(kinds) == 1 else "":
        case "file":
            return File(path, _text(table["file"], path), _mode(table, "mode", FILE_MODE, path), owner)
        case "directory" if table["directory"] is True:
            return Directory(path, _mode(table, "mode", DIRECTORY_MODE, path), owner)
        case "link":
            return Link(path, _target(_text(table["link"], path), path), owner)
        case "program" if (program := _program(path, table)) is not None:
            return program
        case "same_as":
            return HardLink(path, path_of(_text(table["same_as"], path)))
        case "special" if table["special"] in ("fifo", "socket"):
            return Special(path, cast("Literal['fifo', 'socket']", table["special"]))
        case "mount" if table["mount"] is True:
            return Mount(path)
    raise CaseError(f"{path}: an entry has exactly one of {', '.join(sorted(KINDS))}, with a fitting value")


def _program(path: str, table: dict[str, Json]) -> Program | None:
    """A program with its conduct; None where the tree notation has no words for it, since then it is none."""
    program = Program(path, table["program"], **{key: table[key] for key in CONDUCT if key in table})  # type: ignore[arg-type]
    if not _is_typed(program):
        return None
    try:
        program.after.encode()
        again = parse_program(path, conduct_text(program))
    except (ValueError, KeyError):
        return None
    return program if again == program else None


def _is_typed(program: Program) -> bool:
    """Whether each value has the type of its field: `true` is no status, and 1 is no flag."""
    return type(program.on_term) in (str, int) and all(
        type(getattr(program, field)) is type(getattr(PLAIN, field))
        for field in ("status", *CONDUCT)
        if field != "on_term"
    )


LONGEST_NAME, LONGEST_PATH = 255, 4095
"""Bytes that the kernel takes: of one name, and of a path or a link's target."""


def _directory(path: str) -> str:
    """Where a process may be started, or a home: the world itself, or a path in it."""
    return path if path in ("", ".") else path_of(path)


def _target(target: str, path: str) -> str:
    if not target or "\0" in target or len(target.encode("utf-8", "surrogateescape")) > LONGEST_PATH:
        raise CaseError(f"{path}: no link can lead to {target!r:.60}")
    return target


def path_of(path: str) -> str:
    """The path itself, once it is known to be one that a case may name. Raises CaseError."""
    inner = path[1:] if path.startswith("/@OTHER@/") else path
    if "\0" in path or not _NO_NAMES.isdisjoint(inner.split("/")):
        raise CaseError(f"{path!r}: a path in a case is relative to the world and has no empty, '.' or '..' part")
    raw = path.encode("utf-8", "surrogateescape")
    if len(raw) > LONGEST_PATH or any(len(name) > LONGEST_NAME for name in raw.split(b"/")):
        raise CaseError(f"{path!r:.60}: longer than a path ({LONGEST_PATH} bytes), or with a name that is too long")
    return path


def outcome_from_json(value: Json) -> Outcome:
    """The outcome that an object describes. Raises CaseError."""
    table = _table(value, "outcome", OUTCOME)
    status = table.get("exit")
    if not isinstance(status, int) or isinstance(status, bool):
        raise CaseError(f"outcome.exit: {status!r} is not a number")
    stdout, says, marks = table.get("stdout"), table.get("says"), table.get("marks")
    return Outcome(
        exit=status,
        gone=tuple(path_of(path) for path in _strings(table.get("gone", []), "outcome.gone")),
        made=tuple(entry_from_json(item) for item in _list(table.get("made", []), "outcome.made")),
        stdout=None if stdout is None else _text(stdout, "outcome.stdout"),
        says=None if says is None else _strings(says, "outcome.says"),
        children=tuple(_child(item) for item in _list(table.get("children", []), "outcome.children")),
        marks=None if marks is None else _strings(marks, "outcome.marks"),
        unsaid=_strings(table.get("unsaid", []), "outcome.unsaid"),
        survivors=_strings(table.get("survivors", []), "outcome.survivors"),
        isolated=_flag(table["isolated"], "outcome.isolated") if "isolated" in table else None,
        events=_strings(table["events"], "outcome.events") if "events" in table else None,
    )


def _child(value: Json) -> Child:
    table = _table(value, "child", {"argv", "cwd", "env"})
    pairs = [_list(pair, "child.env") for pair in _list(table.get("env", []), "child.env")]
    if any(len(pair) != 2 for pair in pairs):
        raise CaseError("child.env: each item is a name and a value")
    env = tuple(
        (_text(name, "child.env"), None if value is None else _text(value, "child.env")) for name, value in pairs
    )
    return Child(_strings(table.get("argv"), "child.argv"), _text(table.get("cwd"), "child.cwd"), env)


def _table(value: Json, where: str, known: set[str]) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise CaseError(f"{where}: not an object")
    unknown = value.keys() - known
    if unknown:
        raise CaseError(f"{where}: unknown key {min(unknown)!r}; known are {', '.join(sorted(known))}")
    return value


def _flag(value: Json, where: str) -> bool:
    if isinstance(value, bool):
        return value
    raise CaseError(f"{where}: neither true nor false")


def _list(value: Json, where: str) -> list[Json]:
    if not isinstance(value, list):
        raise CaseError(f"{where}: not a list")
    return value


def _strings(value: Json, where: str, length: int | None = None) -> tuple[str, ...]:
    items = tuple(_text(item, where) for item in _list(value, where))
    if length is not None and len(items) != length:
        raise CaseError(f"{where}: {len(items)} items where {length} belong")
    return items


def _names(value: Json, where: str, length: int | None = None) -> tuple[str, ...]:
    """Strings that name what is not of the case's own making, and so are never written as bytes."""
    if not all(isinstance(item, str) for item in _list(value, where)):
        raise CaseError(f"{where}: not a list of strings")
    return _strings(value, where, length)


def _text(value: Json, where: str) -> str:
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise CaseError(f'{where}: {value!r} is not UTF-8; such bytes are written {{"hex": …}}') from None
        return value
    if isinstance(value, dict) and set(value) == {"hex"} and isinstance(value["hex"], str):
        if not _HEXADECIMAL.fullmatch(value["hex"]):
            raise CaseError(f"{where}: {value['hex']!r} is not hexadecimal, two digits a byte")
        return bytes.fromhex(value["hex"]).decode("utf-8", "surrogateescape")
    raise CaseError(f'{where}: neither a string nor {{"hex": …}}')


def _mode(table: dict[str, Json], key: str, default: int, where: str) -> int:
    if key not in table:
        return default
    value = table[key]
    if isinstance(value, str) and len(value) == 4 and all(digit in "01234567" for digit in value):
        return int(value, 8)
    raise CaseError(f"{where}: {key} {value!r} is not four octal digits in a string")


def unique(tree: Iterable[Entry], where: str) -> None:
    """Nothing, where each path of the tree has one entry. Raises CaseError."""
    seen: set[str] = set()
    for entry in tree:
        if entry.path in seen:
            raise CaseError(f"{where}: {entry.path!r} is there twice")
        seen.add(entry.path)
