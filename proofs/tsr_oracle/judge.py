"""Judges one observation: the class of what is wrong, worst first, and the clauses that it is wrong by."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from tsr_model.choices import others
from tsr_model.fence import Bounds, Refused, within
from tsr_model.prediction import Prediction, predict
from tsr_model.sequence import Step
from tsr_model.world import path_in_world, place_in_world, world
from tsr_oracle.expected import (
    Answer,
    Difference,
    Expected,
    answer,
    describe,
    differences,
    ended,
    tree,
    written_answer,
)
from tsr_oracle.observe import Observation, Seen
from tsr_spec.case import Case, Directory, File, Given, Link, Program
from tsr_spec.chapters import clauses

Class: TypeAlias = Literal["escape", "loss", "bypass", "leak", "hang", "crash", "divergence", "stricter", "agree"]
Level: TypeAlias = Literal["seed", "ruling", "ours"]

CLASSES: tuple[Class, ...] = get_args(Class)
"""Worst first."""

_PANIC = re.compile(r"Traceback \(most recent call last\)|panicked at|SIGSEGV|core dumped|Unhandled exception")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an observation counts as. `clauses`: those that the case was decided by, the most telling first.

    `warning`: it rests on a clause that the level does not hold an implementation to. `differences`: from the
    nearest admissible outcome.
    """

    worst: Class
    clauses: tuple[str, ...]
    why: str
    differences: tuple[Difference, ...] = ()
    warning: bool = False


def judge(case: Case, seen: Observation, level: Level) -> Verdict:
    """The verdict on what was observed of a case."""
    ours = predict(case.given)
    right = _preferred(case, ours)
    differ = differences(right, seen, wording=level == "ours")
    telling = _telling(ours, case.clauses, differ)
    escaped = _escape(case.given, ours, seen)
    if escaped is not None:
        return Verdict("escape", ("FENCE-G1", "FENCE-G4", *telling), escaped, tuple(differ))
    orderly = not seen.survivors and not seen.timed_out and not _PANIC.search(seen.stderr)
    if orderly and not differ:
        return Verdict("agree", telling, "")
    admissible = [right]
    if level != "ours":
        admissible += _alternatives(case, ours)
        if orderly and any(not differences(other, seen, wording=False) for other in admissible):
            return Verdict("agree", telling, "another admissible outcome")
    worst, why = _classify(case.given, admissible, seen)
    warning = worst in ("divergence", "stricter") and not _held_to(_deciding(case, ours, differ), level)
    return Verdict(worst, telling, why, tuple(differ), warning)


def crash(case: Case, why: str) -> Verdict:
    """The verdict on a case of which nothing could be observed, since the subject took its surroundings down."""
    return Verdict("crash", _telling(predict(case.given), case.clauses, []), why)


def _preferred(case: Case, ours: Prediction) -> Answer:
    """What the bundled runner does. Modes are not enforced in the model: such a case is judged as it is written."""
    if "user" in case.needs and case.admissible:
        return written_answer(case.given, case.admissible[0])
    return answer(ours)


def _alternatives(case: Case, ours: Prediction) -> list[Answer]:
    """What else is right: as the case writes it, and what the other admissible choices lead to."""
    written = [written_answer(case.given, outcome) for outcome in case.admissible]
    return written + [answer(predict(case.given, choices)) for choices in others(ours.open)]


_GENERAL = ("EXIT-4", "SHELL-1", "SHELL-9", "SHELL-17", "SHELL-41", "SHELL-42", "EXIT-2", "FENCE-1", "FENCE-10")
"""What nearly every case rests on, and so tells least."""


def _telling(ours: Prediction, named: tuple[str, ...], differ: list[Difference]) -> tuple[str, ...]:
    """The clauses: those that the case names, those of the command that went wrong, the special before the general."""
    culprit = _culprit(ours, differ)
    first = () if culprit is None else tuple(reversed(culprit.clauses))
    every = (*first, *reversed(ours.clauses))
    special = [clause for clause in every if clause not in _GENERAL]
    return tuple(dict.fromkeys((*named, *special, *every)))


def _culprit(ours: Prediction, differ: list[Difference]) -> Step | None:
    """The first command that the differences point at, by a message, by a program or by a place; else the last."""
    for step in ours.steps:
        places = {path_in_world(place) for _, place in step.touched}
        places |= {path_in_world(m.reason.landing.place) for m in step.messages if isinstance(m.reason, Refused)}
        for difference in differ:
            said = (difference.expected, difference.observed)
            if difference.about == "stderr" and any(text.startswith(step.argv[0]) for text in said):
                return step
            if difference.about in places or difference.about.rpartition("/")[0] in places:
                return step
    return ours.steps[-1] if ours.steps else None


_ALWAYS_NOTED = {*_GENERAL, "FENCE-7"}
"""Clauses that a prediction names whenever there is a command of their kind, and so no sign that they decided it."""


def _deciding(case: Case, ours: Prediction, differ: list[Difference]) -> tuple[str, ...]:
    """What the difference rests on: the clause that the case stands under, and those of the commands up to it.

    A command that ended otherwise makes those behind it start, or not: what came before counts too.
    """
    culprit = _culprit(ours, differ)
    upto = len(ours.steps) if culprit is None else ours.steps.index(culprit) + 1
    found = [clause for step in ours.steps[:upto] for clause in step.clauses] if ours.steps else list(ours.clauses)
    return (*case.clauses[:1], *(clause for clause in found if clause not in _ALWAYS_NOTED))


def rests_on_ours(case: Case) -> str | None:
    """The clause beyond the published description that decides a whole case, where one does."""
    known = clauses()
    ours = predict(case.given)
    deciding = (*case.clauses[:1], *(ours.clauses if ours.stage == "load" else ()))
    return next((clause for clause in deciding if clause in known and known[clause].provenance == "ours"), None)


def _held_to(deciding: tuple[str, ...], level: Level) -> bool:
    """Whether the level holds an implementation to all of these clauses."""
    known = clauses()
    allowed = {"seed": ("seed",), "ruling": ("seed", "ruling"), "ours": ("seed", "ruling", "ours")}[level]
    return all(known[clause].provenance in allowed for clause in deciding if clause in known)


# --- classes -------------------------------------------------------------------------------------------------------


def _classify(given: Given, admissible: list[Answer], seen: Observation) -> tuple[Class, str]:
    before = tree(world(given).files)
    bypassed = _bypassed(before, admissible, seen)
    if bypassed is not None:
        return "bypass", bypassed
    lost = _lost(before, admissible, seen)
    if lost is not None:
        return "loss", lost
    if seen.survivors:
        return "leak", f"{len(seen.survivors)} process(es) left behind"
    if seen.timed_out:
        return "hang", "no end within the time limit"
    if seen.signal is not None or _PANIC.search(seen.stderr):
        return "crash", f"ended by {ended(seen)}" if seen.signal is not None else "a panic or traceback on stderr"
    if _stricter(before, admissible, seen):
        return "stricter", "refused where the rule accepts"
    return "divergence", "no admissible outcome"


def _escape(given: Given, ours: Prediction, seen: Observation) -> str | None:
    """What outside the bounds was changed, or seen inside or in the output; None where nothing was."""
    if seen.beyond:
        return f"changed above the world: {', '.join(seen.beyond)}"
    if ours.bounds is None:
        return None
    before = tree(world(given).files)
    inside = {entry.number for path, entry in before.items() if not _outside(path, ours.bounds)}
    shared = {path for path, entry in before.items() if entry.number in inside}  # FENCE-14: such a file is inside
    outside = {path: entry for path, entry in before.items() if _outside(path, ours.bounds)}
    above = {path_in_world(bound[:-1]) for bound in (ours.bounds.root, *ours.bounds.allowed)}  # may get it as an entry
    for path in sorted(outside.keys() | {path for path in seen.tree if _outside(path, ours.bounds)}):
        was, now = outside.get(path), seen.tree.get(path)
        if path in shared and now is not None and isinstance(now.entry, File | Program):
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
    given: Given, outside: dict[str, Expected], shared: set[str], bounds: Bounds, seen: Observation
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
        for copy, data in now.items():
            if entry.data in data:
                return f"{path}: its bytes turned up in {copy}"
    return None


def _lost(before: dict[str, Expected], admissible: list[Answer], seen: Observation) -> str | None:
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
        elif isinstance(was.entry, Link | Directory):
            kept = all(path in outcome and outcome[path].entry == was.entry for outcome in after)
            if kept and (path not in seen.tree or type(seen.tree[path].entry) is not type(was.entry)):
                return f"{path}: {describe(was.entry)} is gone"
    return None


def _holds(expected: Expected, data: str) -> bool:
    return isinstance(expected.entry, File) and expected.entry.data == data


def _bypassed(before: dict[str, Expected], admissible: list[Answer], seen: Observation) -> str | None:
    """Whether something was done although the run had to end before its first command."""
    if not all(right.at_load and right.exit for right in admissible):
        return None
    if seen.children:
        return "a child was started although the run had to be refused"
    changed = [
        path for path in before.keys() | seen.tree.keys() if not _unchanged(before.get(path), seen.tree.get(path))
    ]
    if changed:
        return f"{min(changed)} was changed although the run had to be refused"
    return None


def _unchanged(was: Expected | None, now: Seen | None) -> bool:
    if was is None or now is None:
        return False
    return was.entry == now.entry and not (isinstance(was.entry, File) and now.fresh)


def _stricter(before: dict[str, Expected], admissible: list[Answer], seen: Observation) -> bool:
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
