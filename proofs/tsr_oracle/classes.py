"""What an observation is, worst first: an escape, data lost, a guard passed by, something given away, and so on."""

from __future__ import annotations

import re
import signal
from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from tsr_model.fence import Bounds, within
from tsr_model.prediction import Prediction
from tsr_model.world import path_in_world, place_in_world
from tsr_oracle.deciding import at_start
from tsr_oracle.environments import got, smuggled
from tsr_oracle.events import reporter_path
from tsr_oracle.expected import Answer, Expected, describe, ended, tree_before
from tsr_oracle.marks import SHORTEST, assignments, leaked, tells
from tsr_oracle.observe import Observation, Seen
from tsr_oracle.processes import survivors
from tsr_spec.case import SIGNALS, Directory, File, Given, Link, Mount, Program

Class: TypeAlias = Literal["escape", "loss", "bypass", "leak", "hang", "crash", "divergence", "stricter", "agree"]

CLASSES: tuple[Class, ...] = get_args(Class)
"""Worst first."""


def worse(one: Class, other: Class) -> Class:
    """The worse of the two."""
    return min(one, other, key=CLASSES.index)


_PANIC = re.compile(
    r"Traceback \(most recent call last\)|panicked at|SIGSEGV|core dumped|Unhandled exception"
    r"|^Node\.js v\d|^goroutine \d+ \[running\]|^Exception in thread |internal error",
    re.MULTILINE,
)
"""What runtimes say when nobody has caught an error: Python, Rust, .NET, Node, Go, Java; and what a runner says that
catches its own, whose code could be taken for that of a refusal."""


_SENT = {getattr(signal, f"SIG{name}") for name in SIGNALS}
"""The signals that a case may send, of which a runner may die without having fallen over."""


def fell_over(stderr: str) -> bool:
    """Whether it says that something happened which nobody had thought of."""
    return _PANIC.search(stderr) is not None


def orderly(seen: Observation) -> bool:
    """Whether the subject ended in time, and did not fall over."""
    return not seen.timed_out and not fell_over(seen.stderr)


def revealed(given: Given, ours: Prediction, seen: Observation, *, bundled: bool) -> tuple[Class, str, str] | None:
    """What a child got that no config may give it, or a value that the runner has printed: the class, by which clause.

    Neither is seen in the answer alone: whatever else is as it should be, these are not.
    """
    for started in seen.started:
        forbidden = smuggled(given, got(started))
        if forbidden is not None and started.complete:
            return "bypass", "ENV-G1", f"{started.argv[0]} was started with {forbidden}"
    printed = leaked(given, ours, seen, ours=bundled)
    return None if printed is None else ("leak", *printed)


def classify(given: Given, ours: Prediction, admissible: list[Answer], seen: Observation) -> tuple[Class, str]:
    before = tree_before(given)
    bypassed = _bypassed(given, before, ours, admissible, seen)
    if bypassed is not None:
        return "bypass", bypassed
    lost = _lost(before, admissible, seen)
    if lost is not None:
        return "loss", lost
    if seen.timed_out:  # what is left then is left by whoever ended it
        return "hang", "no end within the time limit"
    left = set(survivors(seen)).difference(*(right.survivors for right in admissible))
    if left:
        return "leak", f"left behind: {', '.join(sorted(left))}"
    if seen.signal is not None and seen.signal in _SENT and not fell_over(seen.stderr):
        return "divergence", f"it died of {signal.Signals(seen.signal).name}, where an exit code belongs (EXIT-6)"
    if seen.signal is not None:
        return "crash", f"ended by {ended(seen)}"
    if fell_over(seen.stderr):
        return "crash", "a panic, a traceback or an internal error on stderr"
    if _stricter(before, admissible, seen):
        return "stricter", "refused where the rule accepts"
    return "divergence", "no admissible outcome"


def escape(given: Given, ours: Prediction, seen: Observation) -> str | None:
    """What outside the bounds was changed, or seen inside or in the output; None where nothing was."""
    if seen.beyond:
        return f"changed above the world: {', '.join(seen.beyond)}"
    if ours.bounds is None:
        return None
    before = tree_before(given)
    inside = {entry.number for path, entry in before.items() if not _outside(path, ours.bounds)}
    shared = {path for path, entry in before.items() if entry.number in inside}  # FENCE-14: such a file is inside
    outside = {path: entry for path, entry in before.items() if _outside(path, ours.bounds)}
    above = {path_in_world(bound[:-1]) for bound in (ours.bounds.root, *ours.bounds.allowed)}  # may get it as an entry
    reporter = reporter_path(given)  # where the person who typed it wants it written (EVENT-2)
    above |= {reporter.rpartition("/")[0]} if reporter else set()
    for path in sorted(outside.keys() | {path for path in seen.tree if _outside(path, ours.bounds)}):
        was, now = outside.get(path), seen.tree.get(path)
        if path in shared and now is not None and isinstance(now.entry, File | Program):
            continue
        if path == reporter:
            continue
        if was is None or now is None or was.entry != now.entry or (now.fresh and path not in above):
            return f"{path}: {'not there' if was is None else describe(was.entry)} before, {_now(now)} afterwards"
    return _read_outside(given, outside, shared, ours.bounds, seen)


def _now(now: Seen | None) -> str:
    if now is None:
        return "gone"
    return describe(now.entry) + (", touched" if now.fresh else "")


def _outside(path: str, bounds: Bounds) -> bool:
    return within(place_in_world(path), bounds) is None


def _read_outside(
    given: Given, outside: Mapping[str, Expected], shared: set[str], bounds: Bounds, seen: Observation
) -> str | None:
    """Whether bytes that only an outside file had turned up in the output or inside."""
    values = [given.stdin, *given.argv, *(value for _, value in given.env)]
    inside = [e.data for e in given.tree if isinstance(e, File) and e.path not in outside]
    known = "\0".join(values + inside)
    now = {
        path: there.entry.data
        for path, there in seen.tree.items()
        if isinstance(there.entry, File) and not _outside(path, bounds)
    }
    for path, expected in outside.items():
        entry = expected.entry
        if not isinstance(entry, File) or len(entry.data) < 4 or entry.data.strip() in known or path in shared:
            continue
        if entry.data in seen.stdout or entry.data in seen.stderr:
            return f"{path}: its bytes were printed"
        if _handed_on(entry, known, seen):
            return f"{path}: a value of it was handed to a child"
        for copy, data in now.items():
            if entry.data in data:
                return f"{path}: its bytes turned up in {copy}"
    return None


def _handed_on(entry: File, known: str, seen: Observation) -> bool:
    """Whether a variable that only this file sets was part of what a child got."""
    values = [line.value for line in assignments(entry)]
    marks = [value for value in values if len(value) >= SHORTEST and value not in known]
    return any(mark in pair for mark in marks for started in seen.started for pair in started.env)


def _lost(before: Mapping[str, Expected], admissible: list[Answer], seen: Observation) -> str | None:
    """An entry that every admissible outcome keeps and that is gone, or whose bytes are gone, afterwards."""
    after = [right.tree for right in admissible]
    data = {there.entry.data for there in seen.tree.values() if isinstance(there.entry, File)}
    for path, was in before.items():
        if isinstance(was.entry, File):
            kept = all(any(_holds(e, was.entry.data) for e in outcome.values()) for outcome in after)
            if kept and was.entry.data and was.entry.data not in data:
                return f"{path}: its bytes are gone"
            kept = all(path in outcome for outcome in after)
            if kept and not was.entry.data and path not in seen.tree:
                return f"{path}: it is gone"
        elif isinstance(was.entry, Link | Directory | Mount):
            kept = all(path in outcome and outcome[path].entry == was.entry for outcome in after)
            if kept and (path not in seen.tree or type(seen.tree[path].entry) is not type(was.entry)):
                return f"{path}: {describe(was.entry)} is gone"
    return None


def _holds(expected: Expected, data: str) -> bool:
    return isinstance(expected.entry, File) and expected.entry.data == data


_GUARDED = ("ENV-", "PATH-", "PERM-", "FENCE-")
"""The chapters of the guards that refuse a run at load."""


def _bypassed(
    given: Given, before: Mapping[str, Expected], ours: Prediction, admissible: list[Answer], seen: Observation
) -> str | None:
    """Whether something was done although the run had to end before its first command, or was only to be shown; or
    more was started although a later task had to be refused (ENV-7)."""
    if ours.stage == "run" and at_start(ours) and seen.children[: len(ours.children)] == ours.children != seen.children:
        return "a child was started although its task had to be refused"
    if ours.stage != "load" or not all(_does_nothing(right, before) for right in admissible):
        return None
    although = "although the run had to be refused" if ours.exit else "although nothing was to be run"
    if seen.children:
        return f"a child was started {although}"
    changed = [
        path
        for path in (before.keys() | seen.tree.keys()) - {reporter_path(given)}
        if not _unchanged(before.get(path), seen.tree.get(path))
    ]
    if changed:
        return f"{min(changed)} was changed {although}"
    guarded = all(right.exit for right in admissible) and ours.clauses[-1].startswith(_GUARDED)
    if guarded and seen.exit == 0 and seen.stdout and not tells(given):
        return f"a builtin has printed something {although}"
    return None


def _does_nothing(right: Answer, before: Mapping[str, Expected]) -> bool:
    """Whether an answer is that no program is started and everything stays as it was."""
    return not right.children and {p: e.entry for p, e in right.tree.items()} == {p: e.entry for p, e in before.items()}


def _unchanged(was: Expected | None, now: Seen | None) -> bool:
    if was is None or now is None:
        return False
    return was.entry == now.entry and not (isinstance(was.entry, File) and now.fresh)


def _stricter(before: Mapping[str, Expected], admissible: list[Answer], seen: Observation) -> bool:
    """Whether a run that every outcome lets succeed was refused, and went no other way than it should have."""
    if any(right.exit for right in admissible) or seen.exit not in (1, 64):
        return False
    after = admissible[0].tree
    for path in before.keys() | after.keys() | seen.tree.keys():
        now = seen.tree.get(path)
        expected = [state.get(path) for state in (before, after)]
        if all((was is None) != (now is None) or (was and now and was.entry != now.entry) for was in expected):
            return False
    return set(seen.children) <= set(admissible[0].children)
