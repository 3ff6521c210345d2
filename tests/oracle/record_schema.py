"""The published schema of a record's lines."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

import jsonschema_rs

from tsr_oracle.record import to_json
from tsr_oracle.record.record import Record

HALVES = re.compile(r"\\ud[89a-f][0-9a-f]{2}")
"""Halves of surrogates, of which a strict reader of JSON takes none."""


@cache
def validator() -> jsonschema_rs.Draft202012Validator:
    """The schema of a line; a case is described where `serve` describes it."""
    schema, of_cases = (
        json.loads((files("tsr_spec") / "data" / f"{name}.schema.json").read_text("utf-8"))
        for name in ("record", "serve")
    )
    registry = jsonschema_rs.Registry([("json-schema:///serve.schema.json", of_cases)])
    return jsonschema_rs.Draft202012Validator(schema, registry=registry)


def lines_of(record: Record) -> list[dict[str, Any]]:
    """The lines as they are written."""
    return [json.loads(HALVES.sub("?", line)) for line in to_json.lines(record)]


def wrong(record: Record) -> list[str]:
    """What the schema does not take of it."""
    return [error.message for line in lines_of(record) for error in validator().iter_errors(line)]
