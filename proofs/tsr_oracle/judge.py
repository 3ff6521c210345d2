"""Judges one observation: the class of what is wrong, worst first, and the clauses that it is wrong by."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tsr_model.choices import others
from tsr_model.prediction import Prediction, predict
from tsr_oracle.classes import CLASSES, Class, classify, escape, orderly, revealed
from tsr_oracle.deciding import Level, deciding, held_to, telling
from tsr_oracle.expected import Answer, Difference, answer, differences, written_answer
from tsr_oracle.observe import Observation
from tsr_oracle.processes import side_by_side
from tsr_spec.case import Case


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


def judge(case: Case, seen: Observation, level: Level, foretold: Prediction | None = None) -> Verdict:
    """The verdict on what was observed of a case; `foretold`: what the model says to it, where that is known."""
    ours = predict(case.given) if foretold is None else foretold
    right = _preferred(case, ours)
    differ = differences(case.given, right, seen, wording=level == "ours")
    by = telling(ours, case.clauses, differ)
    escaped = escape(case.given, ours, seen)
    if escaped is not None:
        return Verdict("escape", ("FENCE-G1", "FENCE-G4", *by), escaped, tuple(differ))
    found = _by_answers(case, ours, right, seen, level, by, differ)
    shown = revealed(case.given, ours, seen, bundled=level == "ours")
    if shown is not None and CLASSES.index(shown[0]) < CLASSES.index(found.worst):
        worst, clause, why = shown
        return Verdict(worst, tuple(dict.fromkeys((clause, *by))), why, tuple(differ))
    return found


def _by_answers(
    case: Case,
    ours: Prediction,
    right: Answer,
    seen: Observation,
    level: Level,
    by: tuple[str, ...],
    differ: list[Difference],
) -> Verdict:
    """The verdict by the admissible answers: whether what was observed is one of them, and what it is if not."""
    if orderly(seen) and not differ:
        return Verdict("agree", by, "")
    admissible = [right]
    if level != "ours":
        admissible += _alternatives(case, ours)
        if orderly(seen) and any(not differences(case.given, other, seen, wording=False) for other in admissible):
            return Verdict("agree", by, "another admissible outcome")
    worst, why = classify(case.given, ours, admissible, seen)
    by_rule = (*case.clauses[:1], *ours.refusal[-1:]) if worst == "bypass" else deciding(case, ours, differ)
    warning = worst in ("divergence", "stricter", "bypass") and not held_to(by_rule, level)
    return Verdict(worst, by, why, tuple(differ), warning)


def unobserved(case: Case, worst: Class, why: str) -> Verdict:
    """The verdict on a case of which nothing could be observed, since the subject took its surroundings down."""
    return Verdict(worst, telling(predict(case.given), case.clauses, []), why)


def _preferred(case: Case, ours: Prediction) -> Answer:
    """What the bundled runner does. Modes are not enforced in the model: such a case is judged as it is written.

    What a case itself writes about a refusal at load, its lines above all, is asked for too; and what it writes about
    what the model does not foretell: a list of tasks, say, or the table and the marks where units run side by side.
    """
    if not case.admissible:
        return answer(case.given, ours)
    written = written_answer(case.given, case.admissible[0], in_order=not side_by_side(ours))
    if "user" in case.needs:
        return written
    right = answer(case.given, ours)
    events = right.events if right.events is not None else written.events
    right = replace(right, stdout=written.stdout if right.stdout is None else right.stdout, events=events)
    if right.at_load:
        return replace(right, says=written.says)
    marks, unsaid = (*right.marks, *written.marks), (*right.unsaid, *written.unsaid)
    return replace(right, rows=written.rows, marks=marks, unsaid=unsaid)


def admissible(case: Case, ours: Prediction) -> list[Answer]:
    """Every right answer, that of the bundled runner first."""
    return [_preferred(case, ours), *_alternatives(case, ours)]


def _alternatives(case: Case, ours: Prediction) -> list[Answer]:
    """What else is right: as the case writes it, and what the other admissible choices lead to."""
    in_order = not side_by_side(ours)
    written = [written_answer(case.given, outcome, in_order=in_order) for outcome in case.admissible]
    return written + [answer(case.given, predict(case.given, choices)) for choices in others(ours.open)]
