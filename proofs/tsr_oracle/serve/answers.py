"""The answer to a request, as the object that its line holds."""

from __future__ import annotations

from tsr_model.effect import Message
from tsr_model.fence import Bounds, Refused
from tsr_model.messages import line
from tsr_model.prediction import Prediction, predict
from tsr_model.world import path_in_world
from tsr_oracle.explanation import explained
from tsr_oracle.processes import side_by_side
from tsr_oracle.serve.outcomes import outcome
from tsr_oracle.serve.problems import HINTS, LONGEST_ID, LONGEST_LINE, LONGEST_MESSAGE, MOST_CHOICES, Problem
from tsr_oracle.serve.requests import PROTOCOL, Explain, Hello, Id, Predict, Request
from tsr_oracle.vectors.outcomes import admissible_to_json, outcomes
from tsr_oracle.visible import in_unicode
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import Case, CaseError, Given, Json, outcome_to_json, text_to_json

Table = dict[str, Json]


def answer(asked: Request, id: Id) -> Table:
    """What is answered to a request. Raises Problem."""
    try:
        match asked:
            case Hello():
                return _hello(id)
            case Predict(given=given, admissible=admissible):
                return _prediction(id, given, admissible=admissible)
            case Explain(given=given):
                return {"id": id, "type": "explanation", "lines": [in_unicode(text) for text in explained(given)]}
    except CaseError as error:
        raise Problem("bad-world", str(error)) from None


def error(problem: Problem, id: Id | None) -> Table:
    """What is answered where a request is wrong; without an id where none could be read."""
    message = in_unicode(problem.message[:LONGEST_MESSAGE])
    return {"id": id, "type": "error", "code": problem.code, "message": message, "hint": HINTS[problem.code]}


def _hello(id: Id) -> Table:
    limits: Table = {"line_bytes": LONGEST_LINE, "id_characters": LONGEST_ID, "open_choices": MOST_CHOICES}
    return {
        "id": id,
        "type": "hello",
        "protocol": PROTOCOL,
        "clauses_version": CLAUSES_VERSION,
        "limits": limits,
    }


def _prediction(id: Id, given: Given, *, admissible: bool) -> Table:
    ours = predict(given)
    refusal: Table = {"clauses": [*ours.refusal], "says": None if ours.says is None else text_to_json(ours.says)}
    result: Table = {
        "id": id,
        "type": "prediction",
        "outcome": outcome_to_json(outcome(given, ours)),
        "stage": ours.stage,
        "clauses": [*ours.clauses],
        "refusal": refusal if ours.refusal else None,
        "messages": [_message(message, ours.bounds) for message in ours.messages],
        "bounds": None if ours.bounds is None else _bounds(ours.bounds),
        "touched": [[verb, text_to_json(path_in_world(place))] for verb, place in ours.touched],
        "optional": [text_to_json(path) for path in sorted(map(path_in_world, ours.optional))],
        "table": _table(ours),
        "side_by_side": side_by_side(ours),
        "partial": ours.partial,
        "open": [*sorted(ours.open)],
    }
    if admissible:
        result["admissible"] = _admissible(given, ours)
    return result


def _admissible(given: Given, ours: Prediction) -> Json:
    """Every right outcome, as a vector has it. Raises Problem where they are too many."""
    if len(ours.open) > MOST_CHOICES:
        raise Problem("too-many-choices", f"{len(ours.open)} choices are open here, over {MOST_CHOICES}")
    return [admissible_to_json(one) for one in outcomes(Case("", (), given, ()), ours)]


def _message(message: Message, bounds: Bounds | None) -> Json:
    assert bounds is not None, "a builtin says something only behind a fence"
    refused = message.reason if isinstance(message.reason, Refused) else None
    return {
        "builtin": message.builtin,
        "path": None if message.path is None else text_to_json(message.path),
        "says": text_to_json(line(message, bounds)),
        "refused": None
        if refused is None
        else {
            "clauses": [*refused.clauses],
            "lands_at": text_to_json(path_in_world(refused.landing.place)),
        },
    }


def _bounds(bounds: Bounds) -> Json:
    return {
        "workspace": text_to_json(path_in_world(bounds.root)),
        "allowed": [text_to_json(path_in_world(place)) for place in bounds.allowed],
    }


def _table(ours: Prediction) -> Json:
    return None if ours.table is None else [text_to_json(row) for row in ours.table]
