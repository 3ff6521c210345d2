"""What other commands have recorded, as sections of the page of the evidence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tsr_proofs import prove, records
from tsr_proofs.report import Report, render

FAILING: dict[str, Any] = {
    "title": "System calls that fail",
    "command": "make failing-calls",
    "scenarios": ["rm", "cp"],
    "words": {"clear": "a | message says why"},
    "planned": {"change_mode": "the mode stays"},
    "notes": ["one note"],
    "calls": [
        {"call": "unlink", "error": "EACCES", "cases": 1200, "outcomes": {"clear": 1200}},
        {"call": "unlink", "error": "EIO", "cases": 4, "outcomes": {"clear": 4}},
        {"call": "unlink", "error": "ENOENT", "cases": 4, "outcomes": {"clear": 3, "unharmed": 1}},
    ],
    "system_calls": [{"call": "unlinkat", "error": "EIO", "cases": 2, "outcomes": {"clear": 2}}],
}
RACE: dict[str, Any] = {
    "subject": "tsr 0.1.0",
    "tier": "quick",
    "seed": 1,
    "kernel": "6.1",
    "calls": 12345,
    "swaps": 99999,
    "met": 2345,
    "escapes": 0,
    "lost": 0,
    "answers": {"done": 12000},
}
BOUNDARIES: dict[str, Any] = {
    "kernel": "6.1",
    "abi": 7,
    "seed": 3,
    "trees": 1000,
    "places": 23456,
    "checks": {"unlink": {"beneath a root": 1200, "outside": 30}, "hard link": {"across": 4}},
    "different": 0,
    "smallest": "",
    "known": {"one of them says more": 12},
    "at_roots": [{"operation": "append", "kernel": "permitted", "fence": "denied", "checks": 5}],
    "not_covered": [{"what": "chmod", "within": "permitted", "without": "permitted"}],
}


def written(path: Path, record: dict[str, Any]) -> str:
    path.write_text(json.dumps(record), encoding="utf-8")
    return str(path)


def test_failing_calls(tmp_path: Path) -> None:
    """A line has all errors of a call that have the same outcomes, with how often each was had."""
    section = records.render(records.read(written(tmp_path / "record", FAILING)))
    assert section.startswith("## System calls that fail\n\nMade by `make failing-calls`. ")
    assert "1,210 cases in 2 scenarios" in section
    assert "| **clear** | a \\| message says why |" in section
    assert "| `unlink` | EACCES EIO | 1,204 | clear 1,204 |" in section
    assert "| `unlink` | ENOENT | 4 | clear 3, unharmed 1 |" in section
    assert "| `unlinkat` | EIO | 2 | clear 2 |" in section
    assert "- one note\n- As planned, `change_mode`: the mode stays.\n" in section


def test_races(tmp_path: Path) -> None:
    """What it came to, and what it was made with."""
    section = records.render(records.read(written(tmp_path / "record", RACE)))
    assert section.startswith("## Races\n\nMade by `tsr-oracle race --tier quick --json docs/race.json`. ")
    assert "Of 12,345 calls 2,345 met a swap on their way; 0 got out of the workspace, and 0 lost anything." in section
    assert "| swaps | 99,999 |" in section
    assert "| done | 12,000 |" in section
    assert "- Subject: tsr 0.1.0. Kernel: 6.1. Seed: 1.\n" in section


def test_the_fence_and_the_kernel(tmp_path: Path) -> None:
    """How often both were asked of what, what they differ in by design, and what was not compared."""
    section = records.render(records.read(written(tmp_path / "record", BOUNDARIES)))
    assert section.startswith("## The fence and the kernel\n\nMade by `python tests/confine/fence_and_kernel.py ")
    assert "docs/confinement.json --seed 3`" in section
    assert "1,234 checks at 23,456 places of 1,000 trees. 0 times one of them" in section
    assert "| unlink | 1,200 | 30 | 0 |\n| hard link | 0 | 0 | 4 |" in section
    assert "| append | permitted | denied | 5 |" in section
    assert "| chmod | permitted | permitted |" in section
    assert section.endswith("- Apart from that: one of them says more (12 times).\n- Kernel: 6.1, Landlock ABI 7.\n")


def test_sections_end_the_page(tmp_path: Path) -> None:
    """They come last, and change nothing else."""
    report = Report("quick", 2, (), (), (), 1.0)
    sections = [records.read(written(tmp_path / "record", one)) for one in (FAILING, RACE, BOUNDARIES)]
    assert render(report, sections) == "\n".join([render(report), *map(records.render, sections)])


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"swaps": 1}', '{"system_calls": [1]}'])
def test_what_is_no_record(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is said before anything is proved."""
    path = tmp_path / "record"
    path.write_text(text, encoding="utf-8")
    assert prove.main("quick", 1, recorded=[str(path)]) == 64
    assert capsys.readouterr().err.startswith("✗ error: --with: ")


def test_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nor is there anything to be proved without the file."""
    assert prove.main("quick", 1, recorded=[str(tmp_path / "none")]) == 64
    assert "No such file" in capsys.readouterr().err
