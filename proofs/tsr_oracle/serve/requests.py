"""A request as it is read from a line: what is asked, under which id, about which world."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tsr_oracle.serve.problems import GREATEST_NUMBER, LONGEST_ID, Problem
from tsr_oracle.serve.strict_json import shortened
from tsr_spec.case import CaseError, Given, Json
from tsr_spec.read_json import given_from_json

PROTOCOL = 1
"""The version of the messages: it changes when a client that was right would be wrong, or misled."""

Id: TypeAlias = int | str


@dataclass(frozen=True, slots=True)
class Hello:
    """Which protocol, which clauses, which limits?"""


@dataclass(frozen=True, slots=True)
class Predict:
    """What does a run do with this world? With `admissible`: and what else would be right?"""

    given: Given
    admissible: bool


@dataclass(frozen=True, slots=True)
class Explain:
    """The same, in words."""

    given: Given


Request: TypeAlias = Hello | Predict | Explain

FIELDS = {
    "hello": {"id", "type", "protocol"},
    "predict": {"id", "type", "given", "admissible"},
    "explain": {"id", "type", "given"},
}


def id_of(value: Json) -> Id | None:
    """The id of a request, where it has one that can be given back, whatever else is wrong with it."""
    found = value.get("id") if isinstance(value, dict) else None
    if isinstance(found, str):
        return found if len(found) <= LONGEST_ID and _is_unicode(found) else None
    return found if isinstance(found, int) and not isinstance(found, bool) and abs(found) <= GREATEST_NUMBER else None


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def request_of(value: Json) -> Request:
    """What the value asks. Raises Problem."""
    if not isinstance(value, dict):
        raise Problem("bad-request", "a request is an object")
    if id_of(value) is None:
        raise Problem("bad-request", f"id: neither a whole number nor a text of at most {LONGEST_ID} characters")
    asked = value.get("type")
    if not isinstance(asked, str) or asked not in FIELDS:
        raise Problem("bad-request", f"type: none of {', '.join(FIELDS)}")
    unknown = sorted(value.keys() - FIELDS[asked])
    if unknown:
        known = ", ".join(sorted(FIELDS[asked]))
        raise Problem("bad-request", f"{asked}: unknown key {shortened(unknown[0])}; known are {known}")
    if asked == "hello":
        return _hello(value)
    if asked == "explain":
        return Explain(_given(value))
    admissible = value.get("admissible", False)
    if not isinstance(admissible, bool):
        raise Problem("bad-request", "admissible: neither true nor false")
    return Predict(_given(value), admissible)


def _hello(value: dict[str, Json]) -> Hello:
    protocol = value.get("protocol")
    if not isinstance(protocol, int) or isinstance(protocol, bool):
        raise Problem("bad-request", "protocol: not a whole number")
    if protocol != PROTOCOL:
        raise Problem("unknown-protocol", f"protocol {protocol} is not spoken here; version {PROTOCOL} is")
    return Hello()


def _given(value: dict[str, Json]) -> Given:
    if "given" not in value:
        raise Problem("bad-request", "given: a world is missing")
    try:
        return given_from_json(value["given"])
    except CaseError as error:
        raise Problem("bad-request", str(error)) from None
