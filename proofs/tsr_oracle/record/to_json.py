"""A record as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from tsr_oracle.divergences import Divergence
from tsr_oracle.record.record import VERSION, Failure, Footer, Header, Line, Record
from tsr_spec.case import Json, case_to_json


def lines(record: Record) -> Iterator[str]:
    """The lines, in ASCII."""
    yield _text(_header(record.header))
    yield from (_text(_line(line)) for line in record.lines)
    yield from (_text(_failure(failure, record.header.clauses)) for failure in record.failures)
    yield _text(_footer(record.footer, len(record.lines)))


def _text(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=True) + "\n"


def _header(header: Header) -> dict[str, Json]:
    return {"type": "header", "record": VERSION, **asdict(header)}


def _line(line: Line) -> dict[str, Json]:
    clause: dict[str, Json] = {"clause": line.clause} if line.clause else {}
    return {"type": "verdict", "case": line.name, "source": line.source, "way": line.way, "class": line.worst} | clause


def _failure(failure: Failure, clauses_version: str) -> dict[str, Json]:
    line: dict[str, Json] = _line(failure.line) | {
        "type": "failure",
        "standing": failure.standing,
        "clauses": list(failure.clauses),
        "why": failure.why,
        "saved": case_to_json(failure.case, clauses_version),
        "differences": [[one.about, one.expected, one.observed] for one in failure.differences],
        "said": failure.said,
    }
    return line | ({"smallest": True, "origin": failure.origin} if failure.smallest else {})


def _footer(footer: Footer, cases: int) -> dict[str, Any]:
    return {
        "type": "footer",
        "cases": cases,
        "skipped": {**footer.skipped},
        "tested": {**footer.tested},
        "worst": {**footer.worst},
        "excuses": [_excuse(excuse) | {"cases": count} for excuse, count in footer.excuses],
        "expired": [_excuse(excuse) for excuse in footer.expired],
        "seconds": round(footer.seconds, 1),
    }


def _excuse(excuse: Divergence) -> dict[str, Json]:
    about: dict[str, Json] = {"clause": excuse.clause} if excuse.clause else {"case": excuse.case}
    rest: dict[str, Json] = {"reason": excuse.reason, "link": excuse.link, "expires": excuse.expires.isoformat()}
    return about | {"class": excuse.worst} | rest
