"""What is said between the machines of a cluster: lists in JSON, the first item of which names the kind."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

from tsr_oracle.expected import Difference
from tsr_oracle.judge import Verdict
from tsr_oracle.worker import Judged, Setting
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import Case, case_to_json
from tsr_spec.read_json import case_from_json


def message(kind: str, *values: Any) -> str:
    """The text of a message, in ASCII."""
    return json.dumps([kind, *values], ensure_ascii=True)


def read(text: str) -> tuple[str, list[Any]]:
    """The kind of a message, and what it holds. Raises ValueError."""
    kind, *values = json.loads(text)
    if not isinstance(kind, str):
        raise ValueError("no kind of message")
    return kind, values


def setting_from_json(value: dict[str, Any]) -> Setting:
    """What `asdict` has made of a setting."""
    return Setting(**{**value, "words": tuple(value["words"])})


def cases_to_json(cases: list[Case]) -> list[Any]:
    """Cases, as files of cases have them."""
    return [case_to_json(case, CLAUSES_VERSION) for case in cases]


def cases_from_json(value: list[Any]) -> list[Case]:
    """The same cases. Raises CaseError."""
    return [case_from_json(one) for one in value]


def judged_to_json(judged: Judged, *, whole: bool) -> dict[str, Any]:
    """What came of a case; the case itself only where whoever reads this has not got it."""
    verdict = judged.verdict
    told = {
        "title": judged.case.title,
        "way": judged.way,
        "tested": judged.tested,
        "verdict": None if verdict is None else asdict(verdict),
        "skipped": judged.skipped,
        "said": judged.said,
        "origin": judged.origin,
        "fatal": judged.fatal,
    }
    return told | ({"case": case_to_json(judged.case, CLAUSES_VERSION)} if whole else {})


def judged_from_json(value: dict[str, Any], case: Case) -> Judged:
    """What came of this case. Raises CaseError, KeyError, TypeError where that is not what the value says."""
    about = case_from_json(value["case"]) if "case" in value else case
    judged = Judged("given", value["way"], 0, about, tuple(value["tested"]))
    return replace(
        judged,
        verdict=None if value["verdict"] is None else _verdict(value["verdict"]),
        **{name: value[name] for name in ("skipped", "said", "origin", "fatal")},
    )


def _verdict(value: dict[str, Any]) -> Verdict:
    differences = tuple(Difference(**one) for one in value["differences"])
    return Verdict(value["worst"], tuple(value["clauses"]), value["why"], differences, value["warning"])
