"""A record as SARIF 2.1.0, for code scanning: a rule a clause, a result a failure."""

from __future__ import annotations

import json
import os
from typing import Any, Literal, TypeAlias
from urllib.parse import quote

from tsr_oracle.draw import LONGEST
from tsr_oracle.record.record import Failure, Record, case_file, severity
from tsr_oracle.reports.failure_text import kind_text, one_line, sides
from tsr_oracle.terminal import replay_words, verdict
from tsr_oracle.visible import visible
from tsr_spec.chapters import Clause, clauses

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
MOST_RESULTS = 5_000
"""How many results GitHub shows of a run."""

LONGEST_DESCRIPTION = 1_000
"""GitHub takes 1,024 letters of a rule's description."""

ROOT = "%SRCROOT%"
NO_CLAUSE = "no-clause"

Json: TypeAlias = dict[str, Any]
_Level: TypeAlias = Literal["error", "warning", "note"]
_STANDINGS = ("counts", "warning", "excused")
_MILD: dict[str, _Level] = {"divergence": "warning", "stricter": "note"}


def report(record: Record, path: str) -> str:
    """All of it, in ASCII. `path` is that of the record, beside which the case files lie."""
    found = sorted(record.failures, key=lambda failure: (_STANDINGS.index(failure.standing), severity(failure)))
    rules = _rules(record)
    places = {rule["id"]: place for place, rule in enumerate(rules)}
    results = [_result(record, path, failure, places) for failure in found[:MOST_RESULTS]]
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(record, rules, results)]}) + "\n"


def message(text: str) -> Json:
    """A message in which nothing is a link, or a place for an argument."""
    return {"text": text.replace("](", "] (").replace("{", "{{").replace("}", "}}")}


# --- the run -------------------------------------------------------------------------------------------------------


def _run(record: Record, rules: list[Json], results: list[Json]) -> Json:
    header = record.header
    driver = {
        "name": "tsr-oracle",
        "version": visible(header.clauses),
        "fullName": f"tsr-oracle (clauses {visible(header.clauses)})",
        "rules": rules,
    }
    asked = {
        "subject": [one_line(word) for word in header.subject],
        "subjectVersion": one_line(header.subject_version),
        "level": header.level,
        "failOn": header.fail_on,
        "seed": header.seed,
        "shards": list(header.shards),
        "cases": len(record.lines),
        "seconds": round(record.footer.seconds, 1),
    }
    lies = "the directory in which this was made; that of the record, where it does not lie beneath"
    return {
        "tool": {"driver": driver},
        "invocations": [_invocation(record)],
        "originalUriBaseIds": {ROOT: {"description": message(lies)}},
        "results": results,
        "properties": asked,
    }


def _invocation(record: Record) -> Json:
    left = len(record.failures) - MOST_RESULTS
    told = [_notification("warning", f"{left:,} milder failure(s) are left out; the record has all")] * (left > 0)
    told += [_notification("error", verdict(record))] * (not record.lines)
    told += [_notification("note", f"skipped {count:,}: {why}") for why, count in record.footer.skipped.items()]
    passed = record.passed()
    return {
        "executionSuccessful": True,
        "exitCode": 0 if passed else 1,
        "exitCodeDescription": verdict(record),
        "startTimeUtc": record.header.started,
        "toolExecutionNotifications": told,
        "toolConfigurationNotifications": [_notification("error", line) for line in record.stale()],
    }


def _notification(level: _Level, text: str) -> Json:
    return {"level": level, "message": message(one_line(text, LONGEST))}


# --- rules ---------------------------------------------------------------------------------------------------------


def _rules(record: Record) -> list[Json]:
    """Every clause, so that who reads this knows what was asked; and what else failures are by."""
    others = {failure.line.clause for failure in record.failures} - clauses().keys()
    return [clause_rule(clause) for clause in clauses().values()] + [_no_rule(name) for name in sorted(others)]


def clause_rule(clause: Clause) -> Json:
    """A clause as a rule."""
    chapter = clause.id.partition("-")[0].lower()
    title, first = message(clause.title), " ".join(clause.prose.partition("\n\n")[0].split())
    return {
        "id": clause.id,
        "shortDescription": title,
        "fullDescription": message(first[:LONGEST_DESCRIPTION]) if first else title,
        "help": title | {"markdown": message(clause.prose)["text"] or clause.title},
        "properties": {
            "kind": clause.kind,
            "provenance": clause.provenance,
            "tier": clause.tier,
            "tags": [clause.kind, *clause.threats],
            "chapter": f"spec/tsr_spec/chapters/{chapter}.md",
        },
    }


def _no_rule(name: str) -> Json:
    text = {"text": "No clause of this version tells most of it."}
    return {"id": _rule_id(name), "shortDescription": text, "fullDescription": text, "help": text}


def _rule_id(clause: str) -> str:
    return one_line(clause) or NO_CLAUSE


# --- results -------------------------------------------------------------------------------------------------------


def _result(record: Record, path: str, failure: Failure, places: dict[str, int]) -> Json:
    rule = _rule_id(failure.line.clause)
    result: Json = {
        "ruleId": rule,
        "ruleIndex": places[rule],
        "level": "note" if failure.standing == "warning" else _MILD.get(failure.worst, "error"),
        "message": message(f"{kind_text(failure)}: {one_line(failure.why, LONGEST)}"),
        "locations": [{"physicalLocation": _location(path, failure)}],
        "partialFingerprints": {"case/v1": failure.case.id, "primaryLocationLineHash": failure.case.id},
        "properties": _properties(record, path, failure),
    }
    if failure.standing == "excused":
        result["suppressions"] = [_suppression(record, failure)]
    return result


def _location(path: str, failure: Failure) -> Json:
    """The case file, all of which is the place."""
    uri = quote(os.fsencode(_beneath(os.path.dirname(path)) + case_file(failure)))
    return {"artifactLocation": {"uri": uri, "uriBaseId": ROOT}, "region": {"startLine": 1}}


def _beneath(directory: str) -> str:
    """The directory as seen from here, with a slash; "" where it is this one, or lies elsewhere."""
    seen = os.path.relpath(directory or ".")
    return "" if seen.split(os.sep)[0] in (".", "..") else f"{seen}/"


def _properties(record: Record, path: str, failure: Failure) -> Json:
    differences = [
        {"about": about, "expected": expected, "observed": observed} for about, expected, observed in sides(failure)
    ]
    return {
        "class": failure.worst,
        "standing": failure.standing,
        "case": one_line(failure.line.name),
        "way": failure.line.way,
        "clauses": [one_line(clause) for clause in failure.clauses],
        "differences": differences,
        "replay": visible(replay_words(record, path, failure)),
    }


def _suppression(record: Record, failure: Failure) -> Json:
    excuse = record.excuse_of(failure)
    unnamed = "excused by an entry that the record does not name"
    reason = unnamed if excuse is None else f"{excuse.reason} ({excuse.link}), until {excuse.expires}"
    justification = one_line(reason, LONGEST)
    return {"kind": "external", "status": "accepted", "justification": justification}
