"""Reads a record back. What does not fit is an error that says in which line; so is a missing footer."""

from __future__ import annotations

import datetime
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, get_args

from tsr_oracle.classes import CLASSES
from tsr_oracle.deciding import Level
from tsr_oracle.divergences import Divergence
from tsr_oracle.expected import Difference
from tsr_oracle.record.record import VERSION, Failure, Footer, Header, Line, Record, RecordError, Standing
from tsr_oracle.worker import Source, Way
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import CaseError
from tsr_spec.read_json import case_from_json


def read(path: str) -> Record:
    """The record in a file. Raises RecordError."""
    try:
        with open(path, encoding="utf-8") as file:
            return record_of(file, path)
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise RecordError(f"{path}: no record: {error}") from None


def record_of(texts: Iterable[str], path: str) -> Record:
    """The record that the lines hold; `path` is what it is called in errors. Raises RecordError."""
    objects = _objects(texts, path)
    header, lines, failures, footer = None, [], [], None
    for number, value in objects:
        try:
            kind = value["type"]
            if footer is not None:
                raise ValueError("something follows the footer")
            if (kind == "header") != (header is None):
                raise ValueError("the first line, and no other, is a header")
            if kind == "header":
                header = _header(value)
            elif kind == "verdict":
                lines.append(_line(value))
            elif kind == "failure":
                failures.append(_failure(value))
            elif kind == "footer":
                footer = _footer(value, len(lines))
            else:
                raise ValueError(f"{kind!r} is no type of a line")
        except KeyError as error:
            raise RecordError(f"{path}, line {number}: {error} is missing") from None
        except (TypeError, ValueError, AttributeError, CaseError) as error:
            raise RecordError(f"{path}, line {number}: {error}") from None
    if header is None or footer is None:
        raise RecordError(f"{path}: truncated: there is no {'header' if header is None else 'footer'}")
    if Counter(line for line in lines if line.worst != "agree") != Counter(failure.line for failure in failures):
        raise RecordError(f"{path}: the verdicts and the failures do not fit together; something was cut out, or added")
    return Record(header, tuple(lines), tuple(failures), footer)


def _objects(texts: Iterable[str], path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, text in enumerate(texts, 1):
        try:
            value = json.loads(text, parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            raise RecordError(f"{path}, line {number}: cut short, or no record: {error}") from None
        if not isinstance(value, dict):
            raise RecordError(f"{path}, line {number}: no record: each line is an object")
        yield number, value


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _header(value: dict[str, Any]) -> Header:
    if value["record"] != VERSION:
        raise ValueError(f"a record of version {value['record']}; this reads version {VERSION}")
    if value["clauses"] != CLAUSES_VERSION:
        raise ValueError(f"made for clauses {value['clauses']}; this has {CLAUSES_VERSION}")
    return Header(
        command=_one_of(value, "command", ("check", "fuzz")),
        clauses=value["clauses"],
        subject=_strings(value, "subject"),
        options=_of(value, "options", str),
        subject_version=_of(value, "subject_version", str),
        level=_one_of(value, "level", get_args(Level)),
        fail_on=_one_of(value, "fail_on", CLASSES),
        seed=_of(value, "seed", int),
        shards=_strings(value, "shards"),
        whole=_of(value, "whole", bool),
        confinement=_of(value, "confinement", str),
        started=_of(value, "started", str),
    )


def _line(value: dict[str, Any]) -> Line:
    source, way = _one_of(value, "source", get_args(Source)), _one_of(value, "way", get_args(Way))
    clause = _of(value, "clause", str) if "clause" in value else ""
    return Line(source, way, _of(value, "case", str), _one_of(value, "class", CLASSES), clause)


def _failure(value: dict[str, Any]) -> Failure:
    return Failure(
        line=_line(value),
        case=case_from_json(value["saved"]),
        clauses=_strings(value, "clauses"),
        why=_of(value, "why", str),
        differences=tuple(Difference(*_three(one)) for one in _of(value, "differences", list)),
        said=_of(value, "said", str),
        standing=_one_of(value, "standing", get_args(Standing)),
        smallest=_of(value, "smallest", bool) if "smallest" in value else False,
        origin=_of(value, "origin", str) if "origin" in value else "",
    )


def _three(value: Any) -> tuple[str, str, str]:
    about, expected, observed = (_of({"differences": one}, "differences", str) for one in value)
    return about, expected, observed


def _footer(value: dict[str, Any], cases: int) -> Footer:
    if value["cases"] != cases:
        raise ValueError(f"the footer counts {value['cases']} cases, and there are {cases}")
    worst = _of(value, "worst", dict)
    return Footer(
        skipped=_counts(value, "skipped"),
        tested=_counts(value, "tested"),
        worst={name: _one_of(worst, name, CLASSES) for name in worst},
        excuses=tuple((_excuse(one), _of(one, "cases", int)) for one in _of(value, "excuses", list)),
        expired=tuple(_excuse(one) for one in _of(value, "expired", list)),
        seconds=float(_of(value, "seconds", (float, int))),
    )


def _excuse(value: dict[str, Any]) -> Divergence:
    expires = datetime.date.fromisoformat(_of(value, "expires", str))
    worst = _one_of(value, "class", CLASSES)
    return Divergence(
        value.get("clause"), value.get("case"), worst, _of(value, "reason", str), _of(value, "link", str), expires
    )


# --- strictly ------------------------------------------------------------------------------------------------------


def _of(value: dict[str, Any], key: str, kind: type | tuple[type, ...]) -> Any:
    if not isinstance(value[key], kind) or (isinstance(value[key], bool) and kind is not bool):
        raise ValueError(f"`{key}` is {value[key]!r:.60}")
    return value[key]


def _one_of(value: dict[str, Any], key: str, known: tuple[str, ...]) -> Any:
    if value[key] not in known:
        raise ValueError(f"`{key}` is {value[key]!r:.60}, and may be {', '.join(known)}")
    return value[key]


def _strings(value: dict[str, Any], key: str) -> tuple[str, ...]:
    return tuple(_of({key: one}, key, str) for one in _of(value, key, list))


def _counts(value: dict[str, Any], key: str) -> dict[str, int]:
    counts = _of(value, key, dict)
    return {name: _of(counts, name, int) for name in counts}
