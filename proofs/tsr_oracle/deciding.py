"""Which clauses a case was decided by, and whether an implementation is held to them at a level."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from tsr_model.conduct import signal_of
from tsr_model.fence import Refused
from tsr_model.prediction import Prediction, predict
from tsr_model.sequence import Step
from tsr_model.world import path_in_world
from tsr_oracle.environments import STRICT, options_of
from tsr_oracle.expected import Difference
from tsr_spec.case import Case, File, Given, Program
from tsr_spec.chapters import clauses

Level: TypeAlias = Literal["seed", "ruling", "ours"]

_OF_VARIABLES = ("ENV-10", "ENV-11", "ENV-14", "ENV-8", "ENV-12", "ENV-1", "PATH-1", "PATH-2", "PERM-1")
"""What every case with variables rests on: how they come about first, then what is asked of them."""

_GENERAL = (
    *("EXIT-4", "SHELL-1", "SHELL-9", "SHELL-17", "SHELL-41", "SHELL-42", "SHELL-43", "EXIT-2", "FENCE-1", "FENCE-10"),
    *("GRAPH-1", "PLAN-1", "PLAN-3", *_OF_VARIABLES),
)
"""What nearly every case rests on, and so tells least."""


def telling(ours: Prediction, named: tuple[str, ...], differ: list[Difference]) -> tuple[str, ...]:
    """The clauses: those that the case names, those of what went wrong, the special before the general.

    What went wrong is a refusal, whose reason stands last; the variables of a child; or a command.
    """
    reason = ours.refusal[-1:] if at_start(ours) else ()
    if any(difference.about == "environment" for difference in differ):
        reason += tuple(clause for clause in _OF_VARIABLES if clause in ours.clauses)
    about = (clause for each in differ for clause in _ABOUT_PROCESSES.get(each.about, ()))
    reason += tuple(clause for clause in about if clause in ours.clauses or clause in _ALWAYS_ASKED)
    culprit = _culprit(ours, differ)
    first = () if culprit is None else tuple(reversed(culprit.clauses))
    every = (*first, *reversed(ours.clauses))
    special = [clause for clause in every if clause not in _GENERAL]
    return tuple(dict.fromkeys((*named, *reason, *special, *every)))


_ALWAYS_ASKED = ("TREE-1", "TREE-7", "GRAPH-10", "OUT-3")
_ABOUT_PROCESSES = {
    "groups": ("TREE-1",),
    "stdin": ("TREE-7",),
    "order": ("GRAPH-10",),
    "table": ("OUT-3", "EVENT-1"),
    "events": ("EVENT-3", "EVENT-4", "EVENT-2"),
    "survivors": ("INT-2", "TREE-3", "TREE-N1", "TREE-G1", "TREE-2"),
    "marks": ("INT-2", "INT-5", "TREE-5", "TREE-2", "TREE-3"),
}
"""The clauses that a difference is about, where it says so by itself, as far as the run has to do with them."""


def at_start(ours: Prediction) -> bool:
    """Whether the runner itself refuses: at load, or as a later task starts (ENV-7)."""
    return bool(ours.refusal) and (ours.stage == "load" or ours.refusal[0] == "ENV-7")


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


_ALWAYS_NOTED = frozenset({*_GENERAL, "FENCE-7"} - {"ENV-8", "ENV-12"})
"""Clauses that a prediction names whenever there is a command of their kind, and so no sign that they decided it."""

_PLAIN_LINE = re.compile(
    r"""(?:\#.*|(?:export )?[A-Za-z_][A-Za-z0-9_]*=(?:'[^']*'|"[^"]*"|[^\s'"\#](?:[^'"\#\r]*[^\s'"\#])?|))?"""
)
"""A line of a file of variables about which the published description leaves nothing open (ENV-14)."""


def deciding(case: Case, ours: Prediction, differ: list[Difference]) -> tuple[str, ...]:
    """What the difference rests on: the clause that the case stands under, and those of the commands up to it.

    A command that ended otherwise makes those behind it start, or not: what came before counts too.
    """
    culprit = _culprit(ours, differ)
    upto = len(ours.steps) if culprit is None else ours.steps.index(culprit) + 1
    found = [clause for step in ours.steps[:upto] for clause in step.clauses] if ours.steps else list(ours.clauses)
    found += [clause for clause in ours.clauses if clause.startswith(_OF_GUARDS)]
    noted = _ALWAYS_NOTED | _undecided_by(case)
    reason = ours.refusal[-1:] if at_start(ours) else ()
    return (*case.clauses[:1], *reason, *(clause for clause in found if clause not in noted))


_OF_GUARDS = ("ENV-", "PATH-", "PERM-", "GRAPH-", "PLAN-", "PKG-", "FORM-")
"""The chapters whose rules decide before, or between, the commands."""


def _undecided_by(case: Case) -> frozenset[str]:
    """Which of the rulings on files of variables, though noted for each such file, decide nothing in this case.

    A case of the spec says by its first clause what it is about. In another one it depends on how odd its texts are,
    and on whether a file is named, or is something else than a file.
    """
    if case.clauses:
        return frozenset({"ENV-8", "ENV-12"})
    files = [entry for entry in case.given.tree if isinstance(entry, File)]
    configs = [entry.data for entry in files if entry.path.endswith("tasks.toml")]
    texts = [entry.data for entry in files if not entry.path.endswith("tasks.toml")]
    plain = all(_PLAIN_LINE.fullmatch(line) for text in texts for line in text.split("\n"))
    named = any("env_file" in text for text in configs)
    odd = any(e.path.endswith("/.env") and not isinstance(e, File) for e in case.given.tree)
    return frozenset(({"ENV-8"} if plain else set()) | (set() if named or odd else {"ENV-12"}))


def rests_on_ours(case: Case) -> str | None:
    """The clause beyond the published description that decides a whole case, where one does."""
    known = clauses()
    if STRICT in options_of(case.given):
        return "CLI-14"
    ours = predict(case.given)
    happens = _beyond(case.given, ours)
    if happens is not None:
        return happens
    deciding = (*case.clauses[:1], *(ours.clauses if ours.stage == "load" else ()))
    return next((clause for clause in deciding if clause in known and known[clause].provenance == "ours"), None)


def _beyond(given: Given, ours: Prediction) -> str | None:
    """The clause by which alone it matters what happens during the run: a signal that the description does not speak
    of, one that a child may have got itself, or a read from a terminal that may have been handed on."""
    sent = {signal_of(what) for _, what in given.signals}
    if given.ignored or sent & {"HUP", "QUIT"}:
        return "INT-4"
    if "INT" in sent and not ours.isolated:
        return "INT-5"
    reads = any(isinstance(entry, Program) and entry.reads for entry in given.tree)
    return "TREE-7" if given.terminal and ours.isolated and reads else None


def held_to(deciding: tuple[str, ...], level: Level) -> bool:
    """Whether the level holds an implementation to all of these clauses."""
    known = clauses()
    allowed = {"seed": ("seed",), "ruling": ("seed", "ruling"), "ours": ("seed", "ruling", "ours")}[level]
    return all(known[clause].provenance in allowed for clause in deciding if clause in known)
