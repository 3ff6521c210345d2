"""The record of a check: JSON lines. A header, a line a verdict, a line a failure, and a footer: then it is whole."""

from __future__ import annotations

import errno
import json
import os
from typing import Any

from tsr_oracle.check import Outcome
from tsr_oracle.worker import Judged, Setting
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import case_to_json

VERSION = 1


class RecordError(RuntimeError):
    """The results can't be written: says where and why."""


def prepare(directory: str) -> None:
    """Makes the directory, so that a long check does not end in finding out that there is none. Raises RecordError."""
    try:
        os.makedirs(directory, exist_ok=True)
        if not os.access(directory, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), directory)
    except OSError as error:
        raise _unwritable(directory, error) from None


def _unwritable(directory: str, error: OSError) -> RecordError:
    place = error.filename or directory
    return RecordError(f"the results can't be written: {place}: {error.strerror}; --results names another directory")


def write(directory: str, outcome: Outcome, setting: Setting, seconds: float) -> dict[str, str]:
    """Writes the record and a case file for each failure into a prepared directory; the files' paths by case id."""
    try:
        paths = {}
        for judged in outcome.failures:
            paths[judged.case.id] = path = os.path.join(directory, f"case-{judged.case.id}.json")
            _write(path, json.dumps(case_to_json(judged.case, CLAUSES_VERSION), indent=2, ensure_ascii=False) + "\n")
        verdicts = map(_verdict, sorted(outcome.verdicts))
        lines = [_header(outcome, setting), *verdicts, *map(_line, outcome.failures), _footer(outcome, seconds)]
        text = "".join(json.dumps(line, ensure_ascii=True) + "\n" for line in lines)
        _write(os.path.join(directory, "record.jsonl"), text)
    except OSError as error:
        raise _unwritable(directory, error) from None
    return paths


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)


def _header(outcome: Outcome, setting: Setting) -> dict[str, Any]:
    return {
        "type": "header",
        "record": VERSION,
        "clauses": CLAUSES_VERSION,
        "subject": list(setting.words),
        "subject_version": outcome.version,
        "level": setting.level,
        "seed": setting.seed,
        "confinement": outcome.confined,
    }


def _verdict(verdict: tuple[str, str, int, str]) -> dict[str, Any]:
    """A case of the spec is known by its place among them, a generated one by the header's seed and its index."""
    source, way, index, worst = verdict
    return {"type": "verdict", "source": source, "way": way, "index": index, "class": worst}


def _line(judged: Judged) -> dict[str, Any]:
    verdict = judged.verdict
    assert verdict is not None
    return {
        "type": "failure",
        "case": case_to_json(judged.case, CLAUSES_VERSION),
        "class": verdict.worst,
        "clauses": list(verdict.clauses),
        "why": verdict.why,
        "made_smaller_from": judged.origin,
        "differences": [[one.about, one.expected, one.observed] for one in verdict.differences],
    }


def _footer(outcome: Outcome, seconds: float) -> dict[str, Any]:
    return {
        "type": "footer",
        "cases": outcome.cases,
        "skipped": dict(outcome.skipped),
        "classes": dict(outcome.classes),
        "tested": dict(sorted(outcome.tested.items())),
        "worst": outcome.worst,
        "seconds": round(seconds, 1),
    }


def read(path: str) -> list[dict[str, Any]]:
    """The lines of a record. Raises RecordError, also where its footer is missing: then it is cut short."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise RecordError(f"{path}: {error}") from None
    if not lines or not isinstance(lines[-1], dict) or lines[-1].get("type") != "footer":
        raise RecordError(f"{path}: truncated: there is no footer")
    return lines
