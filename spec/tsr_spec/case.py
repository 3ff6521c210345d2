"""A `Case`: one workspace, one command line, and every outcome that is right.

`Given` is the question: the tree, the process's surroundings and the command line. Its canonical JSON text is
hashed into the case's id, so that an id survives reordering and retitling. A field that has its default value is
left out of that text, so that a field added later never changes the id of an older case.

Paths in a case are relative to the *world*, the scratch directory that holds all that the case can name. In link
targets, file texts, arguments and values the world's absolute place is written `/@WORLD@`. A second file system is
written `/@OTHER@`. Bytes that are not UTF-8 are held as surrogate escapes, and written `{"hex": "…"}` in JSON.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, TypeAlias

WORLD = "/@WORLD@"
OTHER = "/@OTHER@"
SCHEMA = 1

DIRECTORY_MODE = 0o755
FILE_MODE = 0o644

Feature: TypeAlias = Literal["root", "user", "two-file-systems", "mount", "landlock"]
Owner: TypeAlias = Literal["user", "other"]
"""Whose an entry is: that of whoever runs the case, or of another user without privileges."""


class CaseError(ValueError):
    """A case that can't be read: says where, and what is wrong."""


@dataclass(frozen=True, slots=True)
class Directory:
    """A directory. Parents of an entry need no entry of their own."""

    path: str
    mode: int = DIRECTORY_MODE
    owner: Owner = "user"


@dataclass(frozen=True, slots=True)
class Mount:
    """A directory that a file system of its own is mounted on."""

    path: str


@dataclass(frozen=True, slots=True)
class File:
    """A regular file and its bytes."""

    path: str
    data: str = ""
    mode: int = FILE_MODE
    owner: Owner = "user"


@dataclass(frozen=True, slots=True)
class Link:
    """A symbolic link and its target, as text."""

    path: str
    target: str
    owner: Owner = "user"


@dataclass(frozen=True, slots=True)
class HardLink:
    """A further name for the file at `to`."""

    path: str
    to: str


@dataclass(frozen=True, slots=True)
class Special:
    """A FIFO or a socket."""

    path: str
    kind: Literal["fifo", "socket"]


@dataclass(frozen=True, slots=True)
class Program:
    """A program that records how it was started and then ends: with `status`, or by signal `status - 128`.

    `reads`: it reads a line of its standard input first. `after`: it ends once the program of that name is up.
    `waits`: it ends by a signal only. `stopped`: it has stopped itself once it is up. `leaves`: there is a process of
    its own beside it, in its process group or apart in another session, that waits. `on_term` says what SIGTERM does
    to that process, or without one to the program itself: nothing unusual, nothing, an end after a second of cleaning
    up, or an end with that status; `on_int` the same of SIGINT and the program itself.
    """

    path: str
    status: int = 0
    reads: bool = False
    after: str = ""
    waits: bool = False
    stopped: bool = False
    leaves: Literal["", "group", "apart"] = ""
    on_term: Literal["", "ignored", "slowly"] | int = ""
    on_int: Literal["", "slowly"] = ""

    @property
    def name(self) -> str:
        """What it is called by, in a command, in a mark and among survivors."""
        return self.path.rpartition("/")[2]


PLAIN = Program("")
CONDUCT = ("reads", "after", "waits", "stopped", "leaves", "on_term", "on_int")
"""What a program does besides ending."""

SIGNALS = ("INT", "TERM", "HUP", "QUIT")
"""The signals that a run may be sent."""
MARKS = ("up", "left", "TERM", "INT", "clean", "end")
"""What a program says: that it, or what it leaves, is up, which signal came, what it did then, that it ends."""
KEYS = {"^C": "INT", "^\\": "QUIT"}
"""The keys that may be typed at the terminal, and the signal that it sends for each."""

Entry: TypeAlias = Directory | Mount | File | Link | HardLink | Special | Program


@dataclass(frozen=True, slots=True)
class Declared:
    """What a manifest of the tree says: the name of its package (None: it has none), and the names that it needs.

    `through`: the manifests further up that have to be read to tell that (PKG-8), in that order. All of it is part of
    the question, so that whoever answers it need not read the manifests of four ecosystems a second time. A manifest
    that nothing is declared of says nothing that can be read.
    """

    path: str
    name: str | None
    needs: tuple[str, ...] = ()
    through: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """The question: a tree, the surroundings of the process, what is typed, and what happens meanwhile.

    `terminal`: standard input is a terminal. `ignored`: signals that are ignored at the start. `signals`: when a
    program has said a mark, a signal is sent to the runner, or a key (`^C`) is typed at the terminal; in this order.
    `declares`: what the manifests of the tree say.
    """

    argv: tuple[str, ...]
    tree: tuple[Entry, ...]
    cwd: str = "ws"
    home: str = "home"
    env: tuple[tuple[str, str], ...] = ()
    umask: int = 0o022
    stdin: str = ""
    terminal: bool = False
    ignored: tuple[str, ...] = ()
    signals: tuple[tuple[str, str], ...] = ()
    declares: tuple[Declared, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "tree", tuple(sorted(self.tree, key=lambda entry: entry.path)))
        object.__setattr__(self, "declares", tuple(sorted(self.declares, key=lambda declared: declared.path)))


@dataclass(frozen=True, slots=True)
class Child:
    """A program that was started: its arguments (the first is its name) and its directory in the world.

    `env` has the variables that the case speaks of, by name, with the value that the program got; None: it got none.
    """

    argv: tuple[str, ...]
    cwd: str
    env: tuple[tuple[str, str | None], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "env", tuple(sorted(self.env)))


@dataclass(frozen=True, slots=True)
class Outcome:
    """One right answer. `stdout`, `says`, `marks`, `isolated` or `events` of None means: not judged.

    Every entry not named stays as it was. `marks` are among what the programs have said, and `unsaid` are not;
    `survivors`: the programs of which something still lives when the runner has ended; `isolated`: whether each child
    led a group of its own. `events`: what the reporter has told, each event in the words of `event_text.py`.
    """

    exit: int
    gone: tuple[str, ...] = ()
    made: tuple[Entry, ...] = ()
    stdout: str | None = None
    says: tuple[str, ...] | None = None
    children: tuple[Child, ...] = ()
    marks: tuple[str, ...] | None = None
    unsaid: tuple[str, ...] = ()
    survivors: tuple[str, ...] = ()
    isolated: bool | None = None
    events: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A question, its right answers, and the clauses that it illustrates. `twin` is the id of its neighbour."""

    title: str
    clauses: tuple[str, ...]
    given: Given
    admissible: tuple[Outcome, ...]
    needs: tuple[Feature, ...] = ()
    twin: str | None = None
    id: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "id", case_id(self.given))


def case_id(given: Given) -> str:
    """The id of a question: the first twelve hex digits of the SHA-256 of its canonical text."""
    return hashlib.sha256(canonical(given).encode()).hexdigest()[:12]


def canonical(given: Given) -> str:
    """The canonical JSON text of a question: keys sorted, no blanks, defaults left out, entries by path."""
    return json.dumps(given_to_json(given), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


# --- the tree, completed -------------------------------------------------------------------------------------------


def entries(given: Given) -> tuple[Entry, ...]:
    """Every entry of the world, parents first: those written down and the directories that they imply.

    Raises CaseError for an entry beneath something that is no directory, and for a further name of what is no file.
    """
    written = {entry.path: entry for entry in given.tree}
    implied = {parent for path in (*written, given.cwd, given.home) for parent in parents(path)}
    implied |= {path for path in (given.cwd, given.home) if path not in ("", ".")}
    everything: dict[str, Entry] = {path: Directory(path) for path in implied}
    everything.update(written)
    for entry in everything.values():
        above = parents(entry.path)
        if above and not isinstance(everything[above[-1]], Directory | Mount):
            raise CaseError(f"{entry.path!r} lies beneath {above[-1]!r}, which is no directory")
        if isinstance(entry, HardLink) and not isinstance(everything.get(entry.to), File | Program):
            raise CaseError(f"{entry.path!r} is a further name of {entry.to!r}, which is no file")
    in_order = sorted(everything.values(), key=lambda entry: entry.path.split("/"))
    in_order.sort(key=lambda entry: isinstance(entry, HardLink))
    return tuple(in_order)


def process_environment(given: Given) -> dict[str, str]:
    """The variables that the runner itself is started with: `HOME` and `PATH`, and what the case sets."""
    return {"HOME": f"{WORLD}/{given.home}", "PATH": f"{WORLD}/bin"} | dict(given.env)


@lru_cache(maxsize=4096)
def parents(path: str) -> tuple[str, ...]:
    """The directories above `path`, nearest last, without the world or the other file system themselves."""
    names = path.split("/")
    first = 2 if path.startswith(OTHER) else 0
    return tuple("/".join(names[:count]) for count in range(first + 1, len(names)))


# --- JSON ----------------------------------------------------------------------------------------------------------

Json: TypeAlias = bool | int | str | list["Json"] | dict[str, "Json"] | None


def text_to_json(text: str) -> Json:
    """A string, or `{"hex": …}` where its bytes are not UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return {"hex": text.encode("utf-8", "surrogateescape").hex()}
    return text


def entry_to_json(entry: Entry) -> Json:
    """The entry as an object with its path and one key that says its kind."""
    path = text_to_json(entry.path)
    match entry:
        case Directory(mode=mode, owner=owner):
            return {"path": path, "directory": True} | _mode(mode, DIRECTORY_MODE) | _owner(owner)
        case Mount():
            return {"path": path, "mount": True}
        case File(data=data, mode=mode, owner=owner):
            return {"path": path, "file": text_to_json(data)} | _mode(mode, FILE_MODE) | _owner(owner)
        case Link(target=target, owner=owner):
            return {"path": path, "link": text_to_json(target)} | _owner(owner)
        case HardLink(to=to):
            return {"path": path, "same_as": text_to_json(to)}
        case Special(kind=kind):
            return {"path": path, "special": kind}
        case Program():
            return {"path": path, "program": entry.status} | _conduct(entry)


def _mode(mode: int, default: int) -> dict[str, Json]:
    return {} if mode == default else {"mode": f"{mode:04o}"}


def _owner(owner: Owner) -> dict[str, Json]:
    return {} if owner == "user" else {"owner": owner}


def _conduct(program: Program) -> dict[str, Json]:
    return {key: value for key in CONDUCT if (value := getattr(program, key)) != getattr(PLAIN, key)}


def given_to_json(given: Given) -> dict[str, Json]:
    """The question as an object, without the fields that have their default value."""
    default = Given((), ())
    result: dict[str, Json] = {
        "argv": [text_to_json(word) for word in given.argv],
        "tree": [entry_to_json(entry) for entry in given.tree],
    }
    if given.cwd != default.cwd:
        result["cwd"] = text_to_json(given.cwd)
    if given.home != default.home:
        result["home"] = text_to_json(given.home)
    if given.env:
        result["env"] = [[text_to_json(name), text_to_json(value)] for name, value in given.env]
    if given.umask != default.umask:
        result["umask"] = f"{given.umask:04o}"
    if given.stdin:
        result["stdin"] = text_to_json(given.stdin)
    if given.terminal:
        result["terminal"] = True
    if given.ignored:
        result["ignored"] = [*given.ignored]
    if given.signals:
        result["signals"] = [[mark, signal] for mark, signal in given.signals]
    if given.declares:
        result["declares"] = [_declared_to_json(declared) for declared in given.declares]
    return result


def _declared_to_json(declared: Declared) -> Json:
    result: dict[str, Json] = {"path": text_to_json(declared.path)}
    if declared.name is not None:
        result["name"] = text_to_json(declared.name)
    if declared.needs:
        result["needs"] = [text_to_json(name) for name in declared.needs]
    if declared.through:
        result["through"] = [text_to_json(path) for path in declared.through]
    return result


def outcome_to_json(outcome: Outcome) -> dict[str, Json]:
    """The outcome as an object, without what it leaves open."""
    result: dict[str, Json] = {"exit": outcome.exit}
    if outcome.gone:
        result["gone"] = [text_to_json(path) for path in outcome.gone]
    if outcome.made:
        result["made"] = [entry_to_json(entry) for entry in outcome.made]
    if outcome.stdout is not None:
        result["stdout"] = text_to_json(outcome.stdout)
    if outcome.says is not None:
        result["says"] = [text_to_json(line) for line in outcome.says]
    if outcome.children:
        result["children"] = [_child_to_json(child) for child in outcome.children]
    if outcome.marks is not None:
        result["marks"] = [*outcome.marks]
    if outcome.unsaid:
        result["unsaid"] = [*outcome.unsaid]
    if outcome.survivors:
        result["survivors"] = [*outcome.survivors]
    if outcome.isolated is not None:
        result["isolated"] = outcome.isolated
    if outcome.events is not None:
        result["events"] = [*outcome.events]
    return result


def _child_to_json(child: Child) -> Json:
    result: dict[str, Json] = {"argv": [text_to_json(word) for word in child.argv], "cwd": text_to_json(child.cwd)}
    if child.env:
        result["env"] = [
            [text_to_json(name), None if value is None else text_to_json(value)] for name, value in child.env
        ]
    return result


def case_to_json(case: Case, clauses_version: str) -> dict[str, Json]:
    """The whole case as an object: what a case file holds."""
    result: dict[str, Json] = {
        "schema": SCHEMA,
        "clauses_version": clauses_version,
        "id": case.id,
        "title": case.title,
        "clauses": list(case.clauses),
        "given": given_to_json(case.given),
        "admissible": [outcome_to_json(outcome) for outcome in case.admissible],
    }
    if case.needs:
        result["needs"] = list(case.needs)
    if case.twin is not None:
        result["twin"] = case.twin
    return result
