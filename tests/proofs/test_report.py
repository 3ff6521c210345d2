"""The report: its JSON, its page, and what counts as in order."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tsr_proofs import prove
from tsr_proofs.report import (
    BoxRow,
    FaultRow,
    FindingRow,
    Report,
    Row,
    WitnessRow,
    from_json,
    render,
    statuses,
    to_json,
    write_evidence,
)

WITNESS = WitnessRow("Nothing happens.", True, "/a/\n$ touch a")
FAULT = FaultRow("text-only", "no link is followed", True, "1 node", "/a/")
ROW = Row(
    "no-escape",
    ("FENCE-G1",),
    "nothing | gets out.",
    "exhausted up to",
    "exhausted up to",
    "2N 2A",
    12345,
    1.5,
    None,
    WITNESS,
    (FAULT,),
)
FINDING = replace(
    ROW,
    name="seen",
    expected="refuted",
    status="refuted",
    counterexample="/a/\nit shows",
    faults=(),
    finding=FindingRow("Somebody learns it.", "changes nothing."),
)
REPORT = Report("quick", 2, (ROW, FINDING), (BoxRow("2 nodes", ("no-escape",), 12345, 1.5),), (("python", "3"),), 12.3)


def test_round_trip() -> None:
    assert from_json(to_json(REPORT)) == REPORT


@pytest.mark.parametrize(
    "row",
    [
        replace(ROW, status="refuted", counterexample="/a/"),
        replace(ROW, status="not run"),
        replace(ROW, witness=replace(WITNESS, refuted=False)),
        replace(ROW, faults=(replace(FAULT, killed=False, scope=None),)),
        replace(FINDING, status="exhausted up to"),
    ],
)
def test_what_is_not_in_order(row: Row) -> None:
    assert REPORT.ok
    assert not replace(REPORT, rows=(row,)).ok
    assert prove.trouble(row)


def test_the_page() -> None:
    page = render(REPORT)
    assert statuses(page) == [("FENCE-G1", "Nothing \\| gets out. (`no-escape`)", "exhausted up to")]
    assert "| no-escape | text-only |" in page
    assert "### FENCE-G1: seen (expected)" in page
    assert "    # it shows" in page
    assert "- Gained: Somebody learns it." in page
    assert "- `--strict`: changes nothing." in page
    assert "12,345" in page


def test_the_page_says_what_is_wrong() -> None:
    page = render(replace(REPORT, rows=(replace(ROW, status="refuted", counterexample="/a/ got out"),)))
    assert statuses(page)[0][2] == "refuted"
    assert "UNEXPECTED" in page
    assert "/a/ got out" in page


def test_the_page_is_written(tmp_path: Path) -> None:
    write_evidence(REPORT, tmp_path / "evidence.md")
    assert (tmp_path / "evidence.md").read_text(encoding="utf-8") == render(REPORT)


def test_misuse() -> None:
    assert prove.main("slow", 1, None, None) == 64
    assert prove.main("quick", 0, None, None) == 64
