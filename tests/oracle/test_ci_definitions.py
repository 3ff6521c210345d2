"""What other repositories wire into their CI: the action's step, run as a job would, and the hook's entry."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tsr_oracle.command import parser

ROOT = Path(__file__).parents[2]
ORACLE = os.path.join(os.path.dirname(sys.executable), "tsr-oracle")
STEP = ROOT / ".ci" / "action"
REPORTS = ("report.md", "report.html", "report.sarif", "junit.xml")


def step(place: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """The action's step, with these inputs and the defaults of action.yml for the others."""
    given = defaults() | inputs
    env = {f"ORACLE_{name.upper().replace('-', '_')}": value for name, value in given.items()}
    outside = {"GITHUB_STEP_SUMMARY": str(place / "summary"), "GITHUB_OUTPUT": str(place / "output")}
    surroundings = {"PATH": os.environ["PATH"], "ORACLE_COMMAND": ORACLE} | env | outside
    return subprocess.run([STEP], cwd=place, env=surroundings, capture_output=True, text=True, check=False)


def defaults() -> dict[str, str]:
    """The inputs that action.yml gives a default."""
    found = re.findall(r"^  ([\w-]+):\n    description: .*\n    default: (.*)$", _text(), re.MULTILINE)
    return {name: value.strip("'") for name, value in found}


def _text() -> str:
    return (ROOT / "action.yml").read_text()


@pytest.mark.skipif(not os.path.exists(ORACLE), reason="tsr-oracle is not installed beside this interpreter")
def test_the_step_judges_writes_every_report_and_passes_with_a_divergence_file(tmp_path: Path) -> None:
    (tmp_path / "my tsr").mkdir()
    subject = tmp_path / "my tsr" / "echo_only"
    subject.write_bytes((ROOT / "tests" / "subjects" / "echo_only").read_bytes())
    subject.chmod(0o755)
    narrow = {"impl": f"'{subject}'", "cases": "0", "shard": "1/400"}
    first = step(tmp_path, **narrow, **{"fail-on": "stricter"})
    assert first.returncode == 1, first.stdout + first.stderr
    for name in REPORTS:
        assert (tmp_path / "tsr-oracle-results" / name).stat().st_size > 100
    assert (tmp_path / "summary").read_text() == (tmp_path / "tsr-oracle-results" / "report.md").read_text()
    assert (tmp_path / "output").read_text() == "results=tsr-oracle-results\npassed=false\n"
    again = step(tmp_path, **narrow, **{"fail-on": "escape"})
    assert (again.returncode, (tmp_path / "output").read_text().splitlines()[-1]) == (0, "passed=true"), again.stdout


def test_the_step_ends_with_64_where_its_inputs_are_wrong_and_reports_nothing_old(tmp_path: Path) -> None:
    (tmp_path / "tsr-oracle-results").mkdir()
    (tmp_path / "tsr-oracle-results" / "record.jsonl").write_text("of yesterday")
    done = step(tmp_path, impl="x", level="$(touch injected)")
    assert done.returncode == 64
    assert "see `tsr-oracle check --help`" in done.stderr
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["output", "tsr-oracle-results"]


def test_no_input_is_pasted_into_a_script() -> None:
    runs = [line for line in _text().splitlines() if line.strip().startswith("run:")]
    assert runs
    assert all("${{" not in line for line in runs)


def test_every_input_reaches_the_step_and_the_step_asks_for_no_other() -> None:
    inputs = set(re.findall(r"\$\{\{ inputs\.([\w-]+) \}\}", _text()))
    assert inputs == {*defaults(), "impl"}
    passed = set(re.findall(r"^        (ORACLE_\w+):", _text(), re.MULTILINE))
    assert set(re.findall(r"ORACLE_[A-Z_]+", STEP.read_text())) - {"ORACLE_COMMAND", "ORACLE_"} == passed


def test_the_entry_of_the_hook_is_a_command_line_that_is_understood() -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text()
    (entry,) = re.findall(r"^  entry: (.*)$", text, re.MULTILINE)
    program, *words = shlex.split(entry)
    read = parser().parse_args([*words, "--impl=./tsr"])
    assert (program, read.impl, read.cases) == ("tsr-oracle", "./tsr", 200)
