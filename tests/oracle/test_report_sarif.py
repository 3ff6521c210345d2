"""The report in SARIF: what the published schema asks for, within what code scanning takes."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from synthetic_records import HEADER, NASTY, PLACE, failing, of_every_kind, of_many, record

from tsr_oracle.record import files
from tsr_oracle.record.record import Record
from tsr_oracle.reports import sarif
from tsr_spec.chapters import clauses
from tsr_spec.read_json import case_from_text

BROKEN, MENDED = "{2}]?$", r"{2}\\]?$"
"""The end of two patterns of the schema that are no regular expressions, and one that means the same and is."""


@cache
def validator() -> jsonschema_rs.Draft4Validator:
    """The published schema."""
    text = (Path(__file__).parent / "data" / "sarif-2.1.0.json").read_text("utf-8")
    return jsonschema_rs.Draft4Validator(json.loads(text.replace(BROKEN, MENDED)), validate_formats=True)


def run_of(found: Record, path: str = PLACE) -> dict[str, Any]:
    """The one run of the report, which the schema takes."""
    text = sarif.report(found, path)
    assert text.isascii()
    report = json.loads(text)
    assert [error.message for error in validator().iter_errors(report)] == []
    (run,) = report["runs"]
    return dict(run)


def test_the_schema_refuses_what_is_no_sarif() -> None:
    """The validator looks at keys, levels and addresses; so that it takes the reports means something."""
    report = json.loads(sarif.report(record(failing(1)), PLACE))
    run = report["runs"][0]
    for target, key, value in (
        *((report, "version", "2.0"), (run, "extra", 1), (run["results"][0], "level", "grave")),
        (run["tool"]["driver"]["rules"][0], "helpUri", "fence.md"),
    ):
        before = target.get(key)
        target[key] = value
        assert not validator().is_valid(report)
        target[key] = before
        if before is None:
            del target[key]
    assert validator().is_valid(report)


def test_each_clause_is_a_rule_with_its_text() -> None:
    """Whoever is shown a result can read what was asked, by what authority, and where that stands."""
    rules = {rule["id"]: rule for rule in run_of(record())["tool"]["driver"]["rules"]}
    assert list(rules) == list(clauses())
    rule = rules["FENCE-G1"]
    assert rule["shortDescription"]["text"] == "No escape"
    assert "neither read nor changed" in rule["help"]["markdown"]
    wanted = {"kind": "guarantee", "provenance": "seed", "chapter": "spec/tsr_spec/chapters/fence.md"}
    assert wanted.items() <= rule["properties"].items()


def test_each_failure_is_a_result_with_level_rule_place_and_both_sides() -> None:
    """Its level follows from its class; its place is the case file; a later run knows it by the case's id."""
    found = record(failing(1), failing(2, "divergence", "SHELL-1"), failing(3, "stricter"), failing(4, "hang", ""))
    run = run_of(found)
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    told = [(result["level"], result["ruleId"], rules[result["ruleIndex"]]) for result in run["results"]]
    wanted = [("error", "FENCE-5"), ("error", "no-clause"), ("warning", "SHELL-1"), ("note", "FENCE-5")]
    assert told == [(level, clause, clause) for level, clause in wanted]
    first, id = run["results"][0], failing(1).case.id
    assert first["message"]["text"] == "escape by FENCE-5: out/f is gone"
    (location,) = first["locations"]
    assert location["physicalLocation"]["artifactLocation"] == {
        "uri": f"results/case-{id}.json",
        "uriBaseId": "%SRCROOT%",
    }
    assert first["partialFingerprints"] == {"case/v1": id, "primaryLocationLineHash": id}
    assert first["properties"]["differences"][0] == {"about": "exit", "expected": "1", "observed": "0"}
    assert first["properties"]["replay"].endswith(f"replay results/case-{id}.json --impl ./tsr")


def test_what_does_not_count_is_suppressed_or_a_note() -> None:
    """An excused failure carries the reason of its entry, what rests on a ruling is a note, and neither comes first."""
    results = {result["properties"]["case"]: result for result in run_of(of_every_kind())["results"]}
    assert results["1:6"]["suppressions"] == [
        {
            "kind": "external",
            "status": "accepted",
            "justification": "a slash is refused (https://example.org/7), until 2027-06-30",
        }
    ]
    assert results["1:5"]["level"] == "note"
    assert list(results)[-2:] == ["1:5", "1:6"]
    assert all("suppressions" not in result for name, result in results.items() if name != "1:6")


def test_the_run_says_how_it_ended_what_was_skipped_and_what_is_outdated() -> None:
    """The exit code is that of the check."""
    (invocation,) = run_of(of_every_kind())["invocations"]
    assert (invocation["exitCode"], invocation["executionSuccessful"]) == (1, True)
    assert invocation["exitCodeDescription"].startswith("FAILED: 5 finding(s)")
    told = [note["message"]["text"] for note in invocation["toolExecutionNotifications"]]
    assert told[0] == "skipped 4: needs another user"
    stale = [note["message"]["text"] for note in invocation["toolConfigurationNotifications"]]
    assert [line.partition(":")[0] for line in stale] == ["expired on 2027-06-30", "no longer fails, delete it"]
    assert run_of(record())["invocations"][0]["exitCode"] == 0
    (empty,) = run_of(record(agree=0))["invocations"]
    assert (empty["exitCode"], empty["toolExecutionNotifications"][0]["level"]) == (1, "error")


def test_every_place_is_a_file_that_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each failure is shown at its case file; in a directory with a blank in its name too."""
    monkeypatch.chdir(tmp_path)
    found = of_every_kind()
    files.prepare("the results")
    for result in run_of(found, files.write("the results", found))["results"]:
        place = result["locations"][0]["physicalLocation"]
        uri = place["artifactLocation"]["uri"]
        assert uri.startswith("the%20results/")
        case = case_from_text(Path(uri.replace("%20", " ")).read_text("utf-8"))
        assert case.id == result["partialFingerprints"]["case/v1"]
        assert place["region"] == {"startLine": 1}


@pytest.mark.parametrize(
    ("path", "uri"),
    [("record.jsonl", "case-"), ("./r/record.jsonl", "r/case-"), ("/elsewhere/record.jsonl", "case-")],
)
def test_places_are_told_from_here_or_else_from_the_record(path: str, uri: str) -> None:
    """No report names a directory of the machine that it was made on."""
    (result,) = run_of(record(failing(1)), path)["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].startswith(uri)


def test_nothing_that_a_subject_words_is_a_link_or_a_placeholder() -> None:
    """In a message `[…](…)` is a link and `{0}` a place for an argument; neither is left of what was printed."""
    run = run_of(of_every_kind())
    texts = [result["message"]["text"] for result in run["results"]]
    assert any("[l] (http://e.example/)" in text and "{{0}}" in text for text in texts)
    assert not any("](" in text or "{0}" in text.replace("{{", "") for text in texts)
    assert all(text.isprintable() for text in texts)
    assert NASTY not in json.dumps(run, ensure_ascii=False)


def test_code_scanning_is_given_no_more_than_it_shows() -> None:
    """Of more than 5,000 failures the worst are told, and how many are left out."""
    found = of_many(5_300)
    run = run_of(found)
    assert len(run["results"]) == sarif.MOST_RESULTS
    (left,) = run["invocations"][0]["toolExecutionNotifications"]
    assert (left["level"], left["message"]["text"][:3]) == ("warning", "300")
    classes = [result["properties"]["class"] for result in run["results"]]
    assert classes == [failure.worst for failure in found.failures][: sarif.MOST_RESULTS]
    assert len(json.dumps(run)) < 8_000_000


def test_the_subject_and_what_was_asked_of_it_are_told() -> None:
    """One file, kept for itself, says what it is about."""
    run = run_of(record(header=replace(HEADER, shards=("1/2",), seed=7)))
    wanted = {"subject": ["./tsr"], "subjectVersion": "tsr 1.2", "level": "seed", "seed": 7, "shards": ["1/2"]}
    assert wanted.items() <= run["properties"].items()
    assert run["tool"]["driver"]["version"] == HEADER.clauses
