"""A prediction in the terms of an observation, and every way in which the two differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from tsr_model import filesystem as model
from tsr_model.effect import Message
from tsr_model.fence import Bounds
from tsr_model.filesystem import FileSystem, Number, at_place
from tsr_model.messages import line
from tsr_model.names import Place
from tsr_model.prediction import Prediction
from tsr_model.sequence import MISUSE
from tsr_model.table import SECONDS
from tsr_model.world import MOUNTED, OTHER, WORLD, path_in_world, world
from tsr_oracle.environments import Wanted, differing, got, shown
from tsr_oracle.events import reporter_path, same_events, told
from tsr_oracle.observe import Observation, Seen, Strange
from tsr_oracle.processes import (
    Met,
    codes,
    grouped,
    groups,
    matched,
    other_stdin,
    out_of_order,
    side_by_side,
    survivors,
)
from tsr_oracle.recorder import Started
from tsr_spec.case import OTHER as CASE_OTHER
from tsr_spec.case import WORLD as CASE_WORLD
from tsr_spec.case import Child, Directory, Entry, File, Given, HardLink, Link, Mount, Outcome, Owner, Program, Special
from tsr_spec.conduct import conduct_text

NOT_PLACES = frozenset(
    {
        *("exit", "stdout", "stderr", "children", "environment", "order", "survivors", "marks", "groups", "stdin"),
        *("table", "events"),
    }
)
"""What a difference may be about besides an entry of the tree."""


@dataclass(frozen=True, slots=True)
class Expected:
    """One entry as it should be. `fresh` of None: its times are not foretold. `number` is the same for hard links."""

    entry: Entry
    fresh: bool | None
    number: Number
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """One way in which an observation is not what was foretold: about what, and the two sides in words."""

    about: str
    expected: str
    observed: str


@lru_cache(maxsize=8)
def tree_before(given: Given) -> Mapping[str, Expected]:
    """Every entry as it is before the run, by path."""
    return tree(world(given).files)


def tree(files: FileSystem, optional: frozenset[Place] = frozenset()) -> dict[str, Expected]:
    """Every entry of the world and of the second file system, by path."""
    result: dict[str, Expected] = {}
    spared = {path_in_world(place) for place in optional}
    todo = [("", at_place(files, WORLD)), (f"{CASE_OTHER}/", at_place(files, OTHER))]
    while todo:
        above, at = todo.pop()
        assert at is not None
        for name, held in files.directory(at).entries.items():
            node, path = files.nodes[held], above + name
            fresh = node.fresh if isinstance(node, model.File) else None
            result[path] = Expected(entry_of(path, files, at, held), fresh, held, path in spared)
            if isinstance(node, model.Directory):
                todo.append((f"{path}/", held))
    return result


def entry_of(path: str, files: FileSystem, holder: Number, number: Number) -> Entry:
    """What an entry of the directory `holder` leads to, as a case writes it."""
    match files.nodes[number]:
        case model.Directory(device=device) if device == MOUNTED != files.directory(holder).device:
            return Mount(path)
        case model.Directory(mode=mode, owner=owner):
            return Directory(path, mode, _owner(owner))
        case model.File(program=Program() as program):
            return replace(program, path=path)
        case model.File(data=data, mode=mode, owner=owner):
            return File(path, data, mode, _owner(owner))
        case model.Link(target=target, owner=owner):
            return Link(path, target, _owner(owner))
        case model.Special(kind=kind):
            return Special(path, "fifo" if kind == "fifo" else "socket")


def _owner(owner: model.Owner) -> Owner:
    return "other" if owner == "other" else "user"


# --- answers -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answer:
    """One right answer, from the model or as a case writes it. None: not judged. `at_load`: ended before a command.

    `environments` belong to the children, one each. `says` is about the lines of builtins and, at load, about those
    that a case asks for; `first` is the line that a refusal at load begins with, where that is fixed.
    `in_order`: the children come in this order; else they may in any that `foretold` allows. `marks`: what programs
    have to have said, among others. `table`: all lines of the table after a failure; `rows`: some of them. `events`:
    what the reporter has to tell; `reporter`: the path of its file, which is judged by nothing else.
    """

    exit: int
    at_load: bool
    tree: Mapping[str, Expected]
    children: tuple[Child, ...]
    stdout: str | None
    says: Counter[str] | None = None
    environments: tuple[Wanted, ...] = ()
    first: str | None = None
    in_order: bool = True
    foretold: Prediction | None = None
    marks: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()
    survivors: tuple[str, ...] = ()
    isolated: bool | None = None
    table: tuple[str, ...] | None = None
    rows: tuple[str, ...] = ()
    events: tuple[str, ...] | None = None
    reporter: str | None = None


def answer(given: Given, foretold: Prediction) -> Answer:
    """The model's prediction as an answer."""
    at_load = foretold.stage == "load"
    says = None
    if not at_load and foretold.bounds is not None and not foretold.partial:
        says = Counter(_key(message, foretold.bounds) for message in foretold.messages)
    return Answer(
        foretold.exit,
        at_load,
        _tree_after(given, foretold),
        tuple(_by_name(child) for child in foretold.children),
        foretold.stdout,
        says,
        tuple(Wanted(environment, whole=True) for environment in foretold.environments),
        foretold.says,
        in_order=not side_by_side(foretold),
        foretold=foretold,
        marks=foretold.marks,
        unsaid=foretold.unsaid,
        survivors=tuple(sorted(foretold.survivors)),
        isolated=foretold.isolated,
        table=None if at_load else foretold.table,
        events=foretold.events,
        reporter=reporter_path(given),
    )


def _tree_after(given: Given, foretold: Prediction) -> Mapping[str, Expected]:
    if foretold.files is world(given).files and not foretold.optional:
        return tree_before(given)
    return tree(foretold.files, foretold.optional)


def written_answer(given: Given, outcome: Outcome, *, in_order: bool) -> Answer:
    """An answer as a case writes it: what was there, less what is gone, with what was made."""
    before = tree_before(given)
    left = {path: was for path, was in before.items() if not _is_at_one(path, outcome.gone)}
    made = {entry.path: Expected(entry, None, -1 - index) for index, entry in enumerate(outcome.made)}
    after = left | made
    for path, expected in made.items():
        if isinstance(expected.entry, HardLink):
            first = after[expected.entry.to]
            after[path] = replace(first, entry=replace(first.entry, path=path))
    at_load = outcome.exit == MISUSE and not outcome.children
    key = str if at_load else _key_of_line
    says = None if outcome.says is None else [text for text in outcome.says if not is_of_table(text)]
    return Answer(
        outcome.exit,
        at_load,
        after,
        tuple(_by_name(child) for child in outcome.children),
        outcome.stdout,
        None if says is None else Counter(map(key, says)),
        tuple(Wanted(dict(child.env), whole=False) for child in outcome.children),
        in_order=in_order,
        marks=outcome.marks or (),
        unsaid=outcome.unsaid,
        survivors=tuple(sorted(outcome.survivors)),
        isolated=outcome.isolated,
        rows=tuple(text for text in outcome.says or () if is_of_table(text)),
        events=outcome.events,
        reporter=reporter_path(given),
    )


def _is_at_one(path: str, tops: tuple[str, ...]) -> bool:
    return any(path == top or path.startswith(top + "/") for top in tops)


# --- differences ---------------------------------------------------------------------------------------------------


def differences(given: Given, right: Answer, seen: Observation, *, wording: bool) -> list[Difference]:
    """Every way in which the observation is not the answer; with `wording`, its messages and each variable too."""
    found = []
    met = matched(right.children, seen, in_order=right.in_order)
    right_codes = codes(right.foretold, met, seen) if right.foretold and right.foretold.units else {right.exit}
    if seen.exit not in right_codes:
        found.append(Difference("exit", " or ".join(map(str, sorted(right_codes))), ended(seen)))
    if right.stdout is not None and seen.stdout != right.stdout:
        found.append(Difference("stdout", repr(right.stdout), repr(seen.stdout)))
    partial = right.foretold is not None and right.foretold.partial
    if met is None or (len(met) < len(right.children) and not partial):
        found.append(Difference("children", _words(right.children), _words(seen.children)))
    else:
        known = [(at, started) for at, started in enumerate(seen.started) if started.complete or not partial]
        pairs = [(right.environments[met[at]], started) for at, started in known if at in met]
        found += _environment_differences(pairs, exactly=wording)
        found += _order_differences(right, met, seen)
    found += _process_differences(right, seen, wording=wording)
    found += [one for one in _tree_differences(right.tree, seen.tree) if one.about != right.reporter]
    found += _event_differences(right, told(given, seen), seen.exit)
    if wording:
        found += _wording_differences(right, seen)
    return found


def _environment_differences(pairs: list[tuple[Wanted, Started]], *, exactly: bool) -> list[Difference]:
    """The variables that a child has otherwise than it should, or that it should not have, child by child."""
    found = []
    for one, started in pairs:
        has = got(started)
        names = differing(one, has, exactly=exactly)
        if names:
            found.append(Difference("environment", shown(names, one.variables), shown(names, has)))
    return found


def _order_differences(right: Answer, met: Met, seen: Observation) -> list[Difference]:
    wrong = out_of_order(right.foretold, met, seen) if right.foretold else None
    return [Difference("order", "each behind what it waits for", wrong)] if wrong else []


def _process_differences(right: Answer, seen: Observation, *, wording: bool) -> list[Difference]:
    """Groups, terminals, what programs say of how they were ended, and what is left of them."""
    found = []
    if right.isolated is not None and any(one.complete and one.leads_group != right.isolated for one in seen.started):
        found.append(Difference("groups", grouped(right.isolated), groups(seen)))
    odd = other_stdin(right.foretold, seen) if right.foretold and wording else None
    if odd is not None and right.foretold:
        found.append(Difference("stdin", right.foretold.stdin, odd))
    said = [f"{mark.name} {mark.what}".strip() for mark in seen.marks if mark.what != "start"]
    if not {*said} >= {*right.marks}:
        found.append(Difference("marks", ", ".join(dict.fromkeys(right.marks)), ", ".join(said) or "nothing said"))
    if not {*said}.isdisjoint(right.unsaid):
        found.append(Difference("marks", f"no {', '.join(dict.fromkeys(right.unsaid))}", ", ".join(said)))
    if survivors(seen) != right.survivors and not seen.timed_out:
        left = (", ".join(names) or "nothing left" for names in (right.survivors, survivors(seen)))
        found.append(Difference("survivors", *left))
    return found


def _event_differences(right: Answer, said: tuple[str, ...], exit: int | None) -> list[Difference]:
    if right.events is None or same_events(right.events, said, in_order=right.in_order, exit=exit):
        return []
    return [Difference("events", " | ".join(right.events), " | ".join(said) or "none")]


def ended(seen: Observation) -> str:
    """How the subject ended, in words."""
    if seen.timed_out:
        return "not in time"
    return f"signal {seen.signal}" if seen.exit is None else str(seen.exit)


def _by_name(child: Child) -> Child:
    """A child as its record tells it: a script knows its own name only by the path that it was started by."""
    return Child((child.argv[0].rpartition("/")[2], *child.argv[1:]), child.cwd)


def _words(children: tuple[Child, ...]) -> str:
    return "; ".join(f"{' '.join(child.argv)} (in {child.cwd})" for child in children) or "none"


def _tree_differences(expected: Mapping[str, Expected], seen: dict[str, Seen]) -> list[Difference]:
    found = []
    for path in sorted(expected.keys() | seen.keys()):
        wanted, there = expected.get(path), seen.get(path)
        if wanted is not None and wanted.optional:
            continue
        if not _same(wanted, there):
            found.append(Difference(path, _described(wanted), _seen(there)))
    return found or _link_differences(expected, seen)


def _same(wanted: Expected | None, there: Seen | None) -> bool:
    if wanted is None or there is None:
        return wanted is None and there is None
    if wanted.entry != there.entry:
        return False
    return wanted.fresh is None or there.fresh == wanted.fresh


def _link_differences(expected: Mapping[str, Expected], seen: dict[str, Seen]) -> list[Difference]:
    """Files that should be one and are several, or the other way round."""
    if all(there.same_as is None for there in seen.values()):
        files = (wanted.number for wanted in expected.values() if isinstance(wanted.entry, File | Program))
        twice = {number for number, count in Counter(files).items() if count > 1}
        return [
            Difference(path, "one of several names of one file", "a file of its own")
            for path, wanted in expected.items()
            if wanted.number in twice and not wanted.optional
        ]
    first: dict[Number, str] = {}
    found = []
    for path, there in seen.items():
        wanted = expected.get(path)
        if wanted is None or wanted.optional or isinstance(wanted.entry, Directory):
            continue
        name = first.setdefault(wanted.number, path)
        if (there.same_as or path) != name:
            found.append(Difference(path, f"the same file as {name}", f"the same file as {there.same_as or path}"))
    return found


def differences_of_trees(before: FileSystem, after: FileSystem) -> list[tuple[str, str, str]]:
    """What a run changes: path, what was there, what is there afterwards."""
    old, new = tree(before), tree(after)
    return [
        (path, _described(old.get(path)), _described(new.get(path)))
        for path in sorted(old.keys() | new.keys())
        if _described(old.get(path)) != _described(new.get(path))
    ]


def _described(wanted: Expected | None) -> str:
    if wanted is None:
        return "nothing there"
    return describe(wanted.entry) + (", touched" if wanted.fresh else "")


def _seen(there: Seen | None) -> str:
    if there is None:
        return "nothing there"
    return describe(there.entry) + (", touched" if there.fresh and isinstance(there.entry, File) else "")


def describe(entry: Entry | Strange) -> str:
    """An entry in words, without its path."""
    match entry:
        case Directory(mode=mode, owner=owner):
            return f"a directory ({mode:04o}{_of(owner)})"
        case Mount():
            return "a mounted file system"
        case File(data=data, mode=mode, owner=owner):
            return f"a file {data!r} ({mode:04o}{_of(owner)})"
        case Link(target=target, owner=owner):
            return f"a link to {target!r}" + (f" ({owner})" if owner == "other" else "")
        case Program():
            return f"a program: {conduct_text(entry)}"
        case Special(kind=kind):
            return f"a {kind}"
        case Strange(what=what):
            return what
        case _:
            return "a further name of a file"


def _of(owner: Owner) -> str:
    return "" if owner == "user" else f" {owner}"


# --- messages ------------------------------------------------------------------------------------------------------


_NOT_JUDGED = ("! warning: ", "ERROR: ld.so: object ", '{"type":')
"""Lines that may stand anywhere: warnings, what the loader of a child says of a library that is not there, events."""

_OF_THE_RUNNER = ("✗ ", "    ")
"""How the lines begin with which the runner itself ends a run, those that explain it too; no builtin's begins so."""


def _wording_differences(right: Answer, seen: Observation) -> list[Difference]:
    """Whether what was said is what is to be said; warnings aside. The table ends with the code, whichever it was."""
    lines, rows = _without_table([text for text in seen.stderr.splitlines() if not text.startswith(_NOT_JUDGED)])
    if right.at_load and right.exit:
        return _refusal_differences(right, lines)
    table = (*right.table[:-1], f"exit code: {seen.exit}") if right.table else right.table
    if table is not None and table != rows:
        return [Difference("table", " | ".join(table), " | ".join(rows))]
    if not set(right.rows) <= set(rows):
        return [Difference("table", " | ".join(right.rows), " | ".join(rows))]
    if right.says is None:
        return []
    got = Counter(_key_of_line(text) for text in lines if not text.startswith(_OF_THE_RUNNER))
    if right.says == got:
        return []
    return [Difference("stderr", _lines(right.says - got), _lines(got - right.says))]


def _without_table(lines: list[str]) -> tuple[list[str], tuple[str, ...]]:
    """The lines in front of the table that ends the output, where one does; and the table, its seconds made equal."""
    if not lines or not lines[-1].startswith("exit code: "):
        return lines, ()
    start = next(at for at in range(len(lines) - 1, -1, -1) if at == 0 or not is_of_table(lines[at - 1]))
    return lines[:start], tuple(re.sub(r"\d+\.\d s$", SECONDS, row) for row in lines[start:])


_OF_TABLE = re.compile(r"[✓✗⊘] \S+(?: \(.+\))? +(ok|exit \d+|skipped|stopped)( +\d+\.\d s)?|exit code: \d+")


def is_of_table(line: str) -> bool:
    """Whether it is a line of the table after a failure, whatever its columns (OUT-3)."""
    return _OF_TABLE.fullmatch(line) is not None


def _refusal_differences(right: Answer, lines: list[str]) -> list[Difference]:
    """Whether a refusal at load begins with its line, and holds those that the case asks for."""
    first = lines[0] if lines else ""
    if right.first is not None and first != right.first:
        return [Difference("stderr", right.first, first)]
    if not first.startswith(("✗ error: ", "✗ config error: ")):
        return [Difference("stderr", "a line that starts with '✗ '", repr("\n".join(lines)))]
    missing = [text for text in right.says or () if text not in lines]
    return [Difference("stderr", " | ".join(missing), "\n".join(lines))] if missing else []


def _key(message: Message, bounds: Bounds) -> str:
    return _key_of_line(line(message, bounds))


def _key_of_line(text: str) -> str:
    """What is compared of a line: all of a refusal; of anything else, which builtin says it.

    What lies above the world has another name where the case is played than in the model.
    """
    name, refusing, rest = text.partition(": refusing to touch '")
    if not refusing:
        return text.partition(": ")[0]
    return text if rest.startswith((CASE_WORLD, CASE_OTHER)) else f"{name}{refusing}(above the world)"


def _lines(lines: Counter[str]) -> str:
    return " | ".join(lines.elements()) or "nothing more"
