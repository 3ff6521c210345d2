r"""What stands in a fenced example: TOML, one case and usually its twin.

    title = "the link goes, what it points at stays"
    tree = '''
    ws/link -> ../out
    out/f: precious
    '''
    run = "rm link"                # short for a ws/tasks.toml with the task `t`, and argv = ["t"]
    exit = 0
    gone = ["ws/link"]

    [twin]                         # the smallest neighbour that ends otherwise: what differs, and its outcome
    title = "behind the link is outside"
    run = "rm link/f"
    exit = 1

Keys of the question: `tree`, `files` (path = text, for long files), `config` (short for the text of
`ws/tasks.toml`), `dotenv` (that of `ws/.env`), `run`, `allow` (allow_paths), `dir`, `args`, `argv`, `cwd`, `home`,
`env`, `umask`, `stdin`, `terminal` (standard input is one), `ignored` (signals, at the start), `signals` (`"tool up:
INT"`: when `tool` says that it is up, the runner is sent SIGINT; a key such as `^C` is typed at the terminal),
`declares` (what the manifests of the tree say, a line each: `ws/ui/package.json: ui needs core react`, with `-` where
a package has no name; `; through ws/Cargo.toml` behind it names others that have to be read for that), `needs`. Keys
of the answer: `exit`, `gone`, `made` (lines of the tree notation), `stdout`, `says` (lines on stderr), `refused`
(short for the lines that FENCE-10 words: a builtin's name and the place), `children` (a list of words each, started
in `ws`, or a table with `argv` and, where wanted, `cwd`, `env` (variables that it got) and `unset` (names of
variables that it did not get)), `marks` (what programs say among other things, `"slow clean"`), `unsaid` (what they
don't), `survivors` (programs of which something is left), `isolated` (whether each child led a process group of its
own), `events` (what the reporter has told: `"a: ok"`, `"t: failed 3"`, `"summary of t: failed 3, 1 ok, 1 failed"`);
where several answers are right, each is a table under `[[admissible]]`, the bundled runner's first. `at_load = true`
adds the answer that FENCE-10 admits: 64 before anything was done. `clauses` adds to the clause above the block.
In `argv`, `env`, `stdin`, `stdout`, `says` and `children` the escapes of the tree notation stand for bytes.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any, cast

from tsr_spec.case import WORLD, Case, CaseError, Child, Declared, Entry, Feature, File, Given, Outcome
from tsr_spec.read_json import FEATURES, path_of, signal_names, signal_of, unique
from tsr_spec.tree_text import parse_tree, unescape

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_SHORT = {"run", "allow", "dir", "args"}
_MEANWHILE = {"terminal", "ignored", "signals"}
_GIVEN = {
    *("tree", "files", "config", "dotenv", *_SHORT, "argv", "cwd", "home", "env", "umask", "stdin", "declares"),
    *_MEANWHILE,
}
_ANSWER = {
    *("exit", "gone", "made", "stdout", "says", "refused", "children", "marks", "unsaid", "survivors", "isolated"),
    "events",
}
_ABOUT = {"title", "clauses", "needs", "admissible", "at_load", "twin"}

_FILES = {"config": "ws/tasks.toml", "dotenv": "ws/.env"}
_TABLES = {"files", "env"}
_FLAGS = {"at_load", "terminal", "isolated"}
_LISTS = {
    *("allow", "args", "argv", "needs", "clauses", "ignored", "signals"),
    *("gone", "made", "says", "refused", "marks", "unsaid", "survivors", "events"),
}


def cases_of(text: str, clause: str) -> tuple[Case, ...]:
    """The case in the block, and its twin where it has one. Raises CaseError."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CaseError(str(error)) from None
    own = {key: value for key, value in table.items() if key != "twin"}
    case = _case(own, clause)
    if "twin" not in table:
        return (case,)
    asked = {key: value for key, value in own.items() if key in _GIVEN | {"clauses", "needs"}}
    for one, other in (({"config"}, _SHORT), ({"run"}, {"config"})):
        if one & table["twin"].keys():
            asked = {key: value for key, value in asked.items() if key not in other}
    twin = _case(asked | table["twin"], clause)
    if twin.id == case.id:
        raise CaseError(f"{case.title!r}: the twin asks the same")
    return replace(case, twin=twin.id), replace(twin, twin=case.id)


def _case(table: dict[str, Any], clause: str) -> Case:
    _check(table, _GIVEN | _ANSWER | _ABOUT)
    if "title" not in table:
        raise CaseError("no title")
    if ("exit" in table) == ("admissible" in table):
        raise CaseError(f"{table['title']!r}: either `exit` and its companions, or [[admissible]]")
    needs = tuple(table.get("needs", ()))
    if not set(needs) <= set(FEATURES):
        raise CaseError(f"{table['title']!r}: needs {needs}, known are {FEATURES}")
    if "admissible" in table and _ANSWER & table.keys():
        raise CaseError(f"{table['title']!r}: what stands beside [[admissible]] belongs into one of its tables")
    answers = table.get("admissible", [{key: table[key] for key in _ANSWER & table.keys()}])
    outcomes = [_outcome(answer) for answer in answers]
    if table.get("at_load", False):
        outcomes.append(Outcome(exit=64, stdout=None if outcomes[0].stdout is None else ""))
    if len(set(outcomes)) != len(outcomes):
        raise CaseError(f"{table['title']!r}: an outcome is there twice")
    return Case(
        title=table["title"],
        clauses=tuple(dict.fromkeys([clause, *table.get("clauses", ())])),
        given=given_of(table),
        admissible=tuple(outcomes),
        needs=cast("tuple[Feature, ...]", needs),
    )


def given_of(table: dict[str, Any]) -> Given:
    """The question that the keys describe, with the short forms written out."""
    tree: list[Entry] = list(parse_tree(table.get("tree", "")))
    tree += [File(path_of(path), text) for path, text in table.get("files", {}).items()]
    tree += [File(path, table[key]) for key, path in _FILES.items() if key in table]
    short = {key: table[key] for key in ("run", "allow", "dir", "args") if key in table}
    if "run" in short:
        tree.append(File("ws/tasks.toml", config_text(**short)))
    elif short:
        raise CaseError(f"{sorted(short)[0]!r} stands beside `run` only")
    unique(tree, "tree")
    umask = table.get("umask", "0022")
    if len(umask) != 4 or set(umask) - set("01234567"):
        raise CaseError(f"umask: {umask!r} is not four octal digits")
    return Given(
        argv=tuple(unescape(word) for word in table.get("argv", ("t",))),
        tree=tuple(tree),
        cwd=table.get("cwd", "ws"),
        home=table.get("home", "home"),
        env=tuple((name, unescape(value)) for name, value in table.get("env", {}).items()),
        umask=int(umask, 8),
        stdin=unescape(table.get("stdin", "")),
        terminal=table.get("terminal", False),
        ignored=signal_names(tuple(table.get("ignored", ()))),
        signals=tuple(_signal(text) for text in table.get("signals", ())),
        declares=tuple(_declared(line) for line in table.get("declares", "").splitlines() if line.strip()),
    )


def _declared(line: str) -> Declared:
    path, colon, says = line.strip().partition(": ")
    says, _, through = says.partition("; through ")
    name, _, needs = says.partition(" needs ")
    if not colon or not name or " " in name:
        raise CaseError(f"declares: {line!r} is written as a path, a colon, a name or `-`, and maybe `needs` and names")
    others = tuple(path_of(unescape(other)) for other in through.split())
    return Declared(path_of(unescape(path)), None if name == "-" else unescape(name), tuple(needs.split()), others)


def _signal(text: str) -> tuple[str, str]:
    mark, colon, signal = text.partition(": ")
    if not colon:
        raise CaseError(f"{text!r}: a signal is written as the mark that it is sent at, a colon, and its name or a key")
    return signal_of(mark, signal)


def config_text(run: str, allow: list[str] | None = None, dir: str | None = None, args: list[str] | None = None) -> str:
    """A `tasks.toml` with one task `t`, as a person would write it."""
    lines = [f"[security]\nallow_paths = {toml(allow)}\n"] if allow else []
    lines.append(f"[tasks.t]\nrun = {toml(run)}")
    if dir is not None:
        lines.append(f"dir = {toml(dir)}")
    if args:
        lines.append(f"args = {toml(args)}")
    return "\n".join(lines) + "\n"


def toml(value: str | list[str]) -> str:
    """A string, or a list of strings, as TOML writes it."""
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    named = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
    inner = (
        named.get(character, character if character.isprintable() else f"\\U{ord(character):08X}")
        for character in value
    )
    return '"' + "".join(inner) + '"'


def _outcome(table: dict[str, Any]) -> Outcome:
    _check(table, _ANSWER)
    if "exit" not in table:
        raise CaseError("an outcome has an `exit`")
    says = [unescape(line) for line in table.get("says", ())]
    says += [refusal(*unescape(line).split(" ", 1)) for line in table.get("refused", ())]
    return Outcome(
        exit=table["exit"],
        gone=tuple(path_of(unescape(path)) for path in table.get("gone", ())),
        made=parse_tree("\n".join(table.get("made", ()))),
        stdout=None if "stdout" not in table else unescape(table["stdout"]),
        says=tuple(says) if "says" in table or "refused" in table else None,
        children=tuple(_child(child) for child in table.get("children", ())),
        marks=None if "marks" not in table else tuple(table["marks"]),
        unsaid=tuple(table.get("unsaid", ())),
        survivors=tuple(table.get("survivors", ())),
        isolated=table.get("isolated"),
        events=None if "events" not in table else tuple(unescape(text) for text in table["events"]),
    )


def refusal(name: str, place: str) -> str:
    """The line with which a builtin refuses a place, in a world whose workspace is `ws` (FENCE-10)."""
    absolute = place if place.startswith("/") else f"{WORLD}/{place}"
    return (
        f"{name}: refusing to touch '{absolute}': outside the workspace at '{WORLD}/ws'"
        " — add it to `[security] allow_paths` if that is intended"
    )


def _child(value: Any) -> Child:
    if isinstance(value, list):
        return Child(tuple(unescape(word) for word in value), "ws")
    if not isinstance(value, dict) or not {"argv"} <= value.keys() <= {"argv", "cwd", "env", "unset"}:
        raise CaseError("a child is a list of words, or a table with `argv`, and maybe `cwd`, `env`, `unset`")
    env: dict[str, str | None] = {name: unescape(text) for name, text in value.get("env", {}).items()}
    env |= dict.fromkeys(value.get("unset", ()))
    cwd = path_of(unescape(value.get("cwd", "ws")))
    return Child(tuple(unescape(word) for word in value["argv"]), cwd, tuple(env.items()))


def _check(table: dict[str, Any], known: set[str]) -> None:
    """Nothing, where each key is known and its value is of the kind that belongs to it. Raises CaseError."""
    for key, value in table.items():
        if key not in known:
            raise CaseError(f"unknown key {key!r}; known are {', '.join(sorted(known))}")
        if key == "exit":
            fits = isinstance(value, int) and not isinstance(value, bool)
        elif key in _FLAGS:
            fits = isinstance(value, bool)
        elif key in ("children", "admissible"):
            fits = isinstance(value, list)
        elif key in _LISTS:
            fits = isinstance(value, list) and all(isinstance(item, str) for item in value)
        elif key in _TABLES:
            fits = isinstance(value, dict) and all(isinstance(item, str) for item in value.values())
        else:
            fits = isinstance(value, str) or key == "twin"
        if not fits:
            raise CaseError(f"{key}: {value!r} does not belong there")
