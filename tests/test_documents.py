"""The documents hold together: their links lead somewhere, and what they show of a run is what a run wrote."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tsr_proofs import promised
from tsr_spec.chapters import clauses
from tsr_spec.promises import sections
from tsr_spec.reference import page

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("spec/**/*.md"), *ROOT.glob("examples/**/*.md")]
)
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_link_to_a_file_leads_to_one(document: Path) -> None:
    prose = re.sub(r"```.*?```", "", document.read_text("utf-8"), flags=re.DOTALL)
    missing = [target for target in LINK.findall(prose) if not (document.parent / target).exists()]
    assert not missing


def test_every_make_target_that_a_document_names_is_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = {name for document in DOCUMENTS for name in re.findall(r"`make ([a-z-]+)", document.read_text("utf-8"))}
    assert named <= targets


def test_the_guard_reference_is_made_from_the_clauses() -> None:
    assert (ROOT / "docs" / "guard-reference.md").read_text("utf-8") == page()


def test_the_page_of_promises_is_made_from_the_clauses_and_a_saved_run() -> None:
    rows = json.loads((ROOT / "docs" / "evidence.json").read_text("utf-8"))["rows"]
    assert (ROOT / "docs" / "promises.md").read_text("utf-8") == promised.page(rows)


def test_every_clause_of_a_guard_that_was_published_stands_by_a_sentence() -> None:
    named = {clause for section in sections() for promise in section.promises for clause in promise.clauses}
    assert named <= clauses().keys()
    chapters = {"THREAT", "TIER", "FENCE", "ENV", "PATH", "DISC", "PERM", "TREE", "INT", "PLAN", "CONF", "OPEN"}
    published = (clause for clause in clauses().values() if clause.provenance == "seed")
    assert {clause.id for clause in published if clause.id.partition("-")[0] in chapters} <= named


def test_readme_shows_the_rows_of_the_evidence() -> None:
    page = (ROOT / "docs" / "evidence.md").read_text("utf-8")
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = readme.partition("<!-- evidence")[2].partition("<!-- end -->")[0]
    rows = [line for line in shown.splitlines() if line.startswith("| ") and "**" in line]
    assert len(rows) >= 6
    assert all(row.strip("| ") in page for row in rows)


def test_readme_shows_a_run_of_the_oracle_without_a_finding() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = readme.partition("<!-- check")[2].partition("<!-- end -->")[0]
    assert "OK: every case agrees" in shown
    assert "FENCE-G1" in shown


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_config_that_a_document_shows_is_one(document: Path, tmp_path: Path) -> None:
    """`tsr --list` takes it without a word of warning, an unknown key included."""
    blocks = re.findall(r"^```toml\n(.*?)^```", document.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    for config in (text for text in blocks if "[tasks." in text):
        (tmp_path / "tasks.toml").write_text(config, "utf-8")
        (tmp_path / "tasks.toml").chmod(0o644)
        listed = subprocess.run(
            [sys.executable, "-I", "-m", "tsr_impl", "--list"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (listed.returncode, listed.stderr) == (0, "")
        assert len(listed.stdout.splitlines()) == config.count("[tasks.")
