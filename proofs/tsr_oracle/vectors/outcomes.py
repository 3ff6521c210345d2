"""The admissible outcomes of a case in full: what the case itself answers, and what the model adds to that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tsr_model.fence import Refused
from tsr_model.isolation import Stdin
from tsr_model.messages import line
from tsr_model.prediction import Prediction
from tsr_oracle.expected import Answer, tree_before
from tsr_oracle.judge import admissible
from tsr_oracle.marks import telling_values
from tsr_oracle.processes import side_by_side
from tsr_oracle.vectors.changes import changes
from tsr_oracle.vectors.orders import Pairs, exit_codes, must_wait
from tsr_spec.case import Case, Child, Given, Json, Outcome, outcome_to_json, process_environment, text_to_json


@dataclass(frozen=True, slots=True)
class Admissible:
    """An outcome as a case writes it, and what a judge without a model has to be told besides.

    `touched`: files that keep their bytes and get a new time. `unjudged`: places that may be as before, or gone, or
    anything. `order`: None where the children start as they are listed; else which of them starts only when which
    other one has ended. `fewer`: some of them may not start, or be ended early. `stdin`: what each child reads, where
    that is not simply what the runner has. `hidden`: texts that neither standard output nor error may hold.
    """

    outcome: Outcome
    touched: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()
    order: Pairs | None = None
    fewer: bool = False
    stdin: Stdin = "as it is"
    hidden: tuple[str, ...] = ()

    @property
    def refuses(self) -> bool:
        """Whether nothing is done: no program is started, nothing is changed, and it does not end with 0."""
        done = self.outcome.gone or self.outcome.made or self.outcome.children or self.touched or self.outcome.stdout
        return self.outcome.exit != 0 and not done


def outcomes(case: Case, foretold: Prediction) -> tuple[Admissible, ...]:
    """Every admissible outcome, that of the bundled runner first.

    What the model's other choices lead to comes before what the case writes, and stands for it where it says the same
    and more. An answer that a case writes as a looser form of its first one is meant to be one.
    """
    first, *others = admissible(case, foretold)
    asked = _asked(case, foretold)
    found = [_worded(one, case, foretold) for one in _of_answer(case.given, first, asked)]
    chosen = [one for answer in others if answer.foretold for one in _of_answer(case.given, answer, asked)]
    if "user" in case.needs:  # modes are not enforced in the model, so its other ways say nothing about such a case
        chosen = []
    ways = [*found[1:], *chosen]
    for one in chosen:
        found += [one] if not any(_is_looser(one, other) for other in found) else []
    for answer in [answer for answer in others if answer.foretold is None][1:]:
        for one in _of_answer(case.given, answer, asked):
            found += [one] if one not in found and not any(_is_looser(one, other) for other in ways) else []
    return tuple(found)


def _of_answer(given: Given, answer: Answer, asked: frozenset[str]) -> Iterator[Admissible]:
    """The answer, once for each code that the run may end with."""
    foretold = answer.foretold
    changed = changes(tree_before(given), answer.tree)
    outcome = Outcome(
        exit=answer.exit,
        gone=changed.gone,
        made=changed.made,
        stdout=answer.stdout,
        children=tuple(_children(given, answer, asked)),
        marks=tuple(dict.fromkeys(answer.marks)) or None,
        unsaid=tuple(dict.fromkeys(answer.unsaid)),
        survivors=answer.survivors,
        isolated=answer.isolated if answer.children else None,
        events=answer.events,
    )
    whole = Admissible(
        outcome,
        touched=changed.touched,
        unjudged=tuple(dict.fromkeys((*changed.optional, *filter(None, [answer.reporter])))),
        order=must_wait(foretold) if foretold is not None and side_by_side(foretold) else None,
        fewer=foretold is not None and foretold.partial,
        stdin=foretold.stdin if foretold is not None and answer.children else "as it is",
    )
    for code in exit_codes(answer):
        yield replace(whole, outcome=replace(outcome, exit=code, events=_with_code(answer.events, code)))


def _with_code(events: tuple[str, ...] | None, code: int) -> tuple[str, ...] | None:
    """The events where the run ends with this code, which the last one says."""
    if not events:
        return events
    return (*events[:-1], re.sub(r"(?<=: )(ok|failed) \d+", f"{'failed' if code else 'ok'} {code}", events[-1]))


# --- the variables of children -------------------------------------------------------------------------------------


def _asked(case: Case, foretold: Prediction) -> frozenset[str]:
    """The variables that the case asks about: those that it names, and those that a child has otherwise than the
    runner."""
    named = {name for outcome in case.admissible for child in outcome.children for name, _ in child.env}
    typed = {name for name, _ in case.given.env}
    inherited = process_environment(case.given)
    made = {n for every in foretold.environments for n, value in every.items() if inherited.get(n) != value}
    return frozenset(named | typed | made)


def _children(given: Given, answer: Answer, asked: frozenset[str]) -> Iterator[Child]:
    for child, wanted in zip(answer.children, answer.environments, strict=True):
        names = asked | wanted.variables.keys() if not wanted.whole else asked
        known = names if wanted.whole else wanted.variables.keys()
        yield Child(child.argv, child.cwd, tuple((name, wanted.variables.get(name)) for name in sorted(known)))


# --- what is said --------------------------------------------------------------------------------------------------


def _worded(one: Admissible, case: Case, foretold: Prediction) -> Admissible:
    """Our own outcome with the lines that the spec words, and with what nobody may say."""
    refusals = [m for m in foretold.messages if isinstance(m.reason, Refused)] if foretold.bounds is not None else []
    says = [text for outcome in case.admissible[:1] for text in outcome.says or ()]
    says += [line(message, foretold.bounds) for message in refusals if foretold.bounds is not None]
    says += [foretold.says] if foretold.says is not None else []
    inherited = process_environment(Given((), (), home=case.given.home))
    values = [value for name, value in telling_values(case.given, foretold) if inherited.get(name) != value]
    hidden = tuple(dict.fromkeys(values)) if foretold.stage == "load" else ()
    return replace(one, outcome=replace(one.outcome, says=tuple(dict.fromkeys(says)) or None), hidden=hidden)


# --- compared ------------------------------------------------------------------------------------------------------


def _is_looser(one: Admissible, other: Admissible) -> bool:
    """Whether `one` says nothing that `other` does not say too, wherever it does not leave something open."""
    open_places = {*other.unjudged}
    mine, theirs = one.outcome, other.outcome
    fields = ("stdout", "marks", "isolated", "events")
    return (
        (mine.exit, mine.survivors) == (theirs.exit, theirs.survivors)
        and {*mine.gone} - open_places == {*theirs.gone} - open_places
        and {e for e in mine.made if e.path not in open_places} == {e for e in theirs.made if e.path not in open_places}
        and {*one.touched} <= {*other.touched}
        and all(getattr(mine, name) in (None, getattr(theirs, name)) for name in fields)
        and _are_looser(mine.children, theirs.children, in_order=other.order is None)
    )


def _are_looser(mine: tuple[Child, ...], theirs: tuple[Child, ...], *, in_order: bool) -> bool:
    if not in_order:
        mine, theirs = (tuple(sorted(every, key=lambda child: (child.argv, child.cwd))) for every in (mine, theirs))
    return len(mine) == len(theirs) and all(
        (my.argv, my.cwd) == (their.argv, their.cwd) and {*my.env} <= {*their.env}
        for my, their in zip(mine, theirs, strict=True)
    )


# --- as JSON -------------------------------------------------------------------------------------------------------


def admissible_to_json(one: Admissible) -> dict[str, Json]:
    """The outcome as an object, without what it leaves open."""
    result = outcome_to_json(one.outcome)
    for key in ("touched", "unjudged", "hidden"):
        if getattr(one, key):
            result[key] = [text_to_json(text) for text in getattr(one, key)]
    if one.order is not None:
        result["order"] = [[*pair] for pair in one.order]
    if one.fewer:
        result["fewer"] = True
    if one.stdin != "as it is":
        result["stdin"] = one.stdin
    return result
