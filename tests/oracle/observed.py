"""Makes observations by hand: what a right run of a case looks like, and that with one thing different."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tsr_model.messages import line
from tsr_model.prediction import Prediction, predict
from tsr_model.table import SECONDS
from tsr_model.world import world
from tsr_oracle.events import reporter_path
from tsr_oracle.expected import Expected, is_of_table, tree
from tsr_oracle.observe import Observation, Seen
from tsr_oracle.recorder import Mark, Started, Stdin
from tsr_oracle.subject import Survivor
from tsr_spec.case import Case, Child, Directory, Entry, File, Given
from tsr_spec.example import given_of


def question(tree: str, run: str, **more: Any) -> Case:
    """A case that names no clause and no answers, as a generated one is; the keys are those of an example."""
    return Case("by hand", (), given_of({"tree": tree, "run": run, **more}), ())


def right(case: Case, **different: Any) -> Observation:
    """What is observed where everything is as it has to be, but for these fields."""
    foretold = predict(case.given)
    says = "" if foretold.exit == 0 else refusal(case, foretold.says)
    if foretold.stage == "run":
        assert foretold.bounds is not None
        lines = [line(message, foretold.bounds) for message in foretold.messages]
        lines += foretold.table or [text for text in written_says(case) if is_of_table(text)]
        lines += [] if reporter_path(case.given) else events(case, foretold)
        says = "".join(f"{text.replace(SECONDS, '0.0 s')}\n" for text in lines)
    as_it_has_to_be = Observation(
        exit=foretold.exit,
        signal=None,
        timed_out=False,
        stdout=foretold.stdout or written_stdout(case),
        stderr=says,
        tree=with_reporter_file(case, foretold, seen(tree(foretold.files))),
        started=starts(foretold),
        survivors=tuple(Survivor(1, (), name) for name in foretold.survivors),
        beyond=(),
        cut=(),
        duration=0.0,
        marks=marks(case, foretold),
    )
    return replace(as_it_has_to_be, **different)


def refusal(case: Case, first: str | None) -> str:
    """What is said at load: the line whose wording is fixed, if there is one, and those that the case asks for."""
    written = [line for line in written_says(case) if line != first]
    return "".join(f"{line}\n" for line in (first or "✗ error: why", *written))


def events(case: Case, foretold: Prediction) -> list[str]:
    """The lines of a reporter that tells what is foretold, or what the case asks for."""
    written = case.admissible[0].events if case.admissible else None
    return [event_line(text) for text in foretold.events or written or ()]


def event_line(text: str) -> str:
    """The line of an event, of which this is said in words."""
    name, _, said = text.rpartition(": ")
    if not name.startswith("summary of "):
        status, _, code = said.partition(" ")
        event = {"type": "task", "label": name, "status": status, "exitCode": int(code) if code else None}
        return json.dumps({**event, "durationMs": 0})
    (status, code), ok, failed, *error = (part.split(" ") for part in said.split(", "))
    event = {"type": "summary", "task": name.removeprefix("summary of "), "status": status, "exitCode": int(code)}
    counts = {"ok": int(ok[0]), "failed": int(failed[0]), "skipped": 0}
    return json.dumps({**event, **counts, "runnerError": "why" if error else None, "durationMs": 0})


def with_reporter_file(case: Case, foretold: Prediction, state: dict[str, Seen]) -> dict[str, Seen]:
    """The tree with what the reporter has written into its file."""
    path = reporter_path(case.given)
    if path is None or path not in state or foretold.stage == "load":
        return state
    return write(state, path, "".join(f"{line}\n" for line in events(case, foretold)))


def written_stdout(case: Case) -> str:
    """What the case asks for on standard output."""
    return (case.admissible[0].stdout if case.admissible else None) or ""


def written_says(case: Case) -> tuple[str, ...]:
    """The lines that the case asks for."""
    return (case.admissible[0].says if case.admissible else None) or ()


def starts(foretold: Prediction) -> tuple[Started, ...]:
    """The starts, each with a number and a group, and with what it reads where the runner's is a terminal."""
    every = enumerate(map(started, foretold.children, foretold.environments), 2)
    stdin: Stdin = "other" if foretold.stdin == "as it is" else foretold.stdin
    return tuple(replace(one, pid=pid, group=pid if foretold.isolated else 1, stdin=stdin) for pid, one in every)


def marks(case: Case, foretold: Prediction) -> tuple[Mark, ...]:
    """Each program says that it begins, and unless it waits for a signal that it ends; then what the case speaks of."""
    held = {unit.children[-1] for unit in foretold.units if unit.end == "held" and unit.children}
    said = [
        Mark(child.argv[0], what, pid)
        for pid, child in enumerate(foretold.children, 2)
        for what in ("start", "up", *(("end",) if pid - 2 not in held else ()))
    ]
    more = (*foretold.marks, *((case.admissible[0].marks if case.admissible else None) or ()))
    return (*said, *(Mark(name, what) for name, _, what in (mark.partition(" ") for mark in more)))


def started(child: Child, environment: Mapping[str, str]) -> Started:
    """A start as the program itself tells it: it knows only the last name of the path that it was started by."""
    name = child.argv[0].rpartition("/")[2]
    pairs = tuple(f"{variable}={value}" for variable, value in environment.items())
    return Started("", (name, *child.argv[1:]), child.cwd, pairs, complete=True)


def before(given: Given) -> dict[str, Seen]:
    """The tree as it is before a run."""
    return seen(tree(world(given).files))


def seen(expected: dict[str, Expected]) -> dict[str, Seen]:
    """The tree as it is seen, further names of one file marked as such."""
    first: dict[int, str] = {}
    result = {}
    for path in sorted(expected):
        one = expected[path]
        name = first.setdefault(one.number, path)
        result[path] = Seen(one.entry, 0, fresh=bool(one.fresh), same_as=None if name == path else name)
    return result


def put(state: dict[str, Seen], *entries: Entry, touched: bool = True) -> dict[str, Seen]:
    """The tree with these entries in it; the directory that holds one has another time then."""
    result = state | {entry.path: Seen(entry, 0, fresh=touched) for entry in entries}
    for entry in entries:
        _touch_above(result, entry.path)
    return result


def take(state: dict[str, Seen], *paths: str) -> dict[str, Seen]:
    """The tree without these entries, and whatever is beneath them."""
    result = {p: s for p, s in state.items() if not any(p == path or p.startswith(f"{path}/") for path in paths)}
    for path in paths:
        _touch_above(result, path)
    return result


def write(state: dict[str, Seen], path: str, data: str) -> dict[str, Seen]:
    """The tree with other bytes in a file."""
    return state | {path: Seen(File(path, data), 0, fresh=True)}


def _touch_above(state: dict[str, Seen], path: str) -> None:
    above = state.get(path.rpartition("/")[0])
    if above is not None and isinstance(above.entry, Directory):
        state[above.entry.path] = replace(above, fresh=True)
