"""What implementations of others do to the oracle: it judges each to the end, whatever that is."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from interrupting import Said, oracle, scratch_of

from tsr_oracle.classes import Class
from tsr_oracle.team import Team
from tsr_oracle.worker import Batch, Setting
from tsr_spec.case import Case, File, Given

SUBJECTS = Path(__file__).resolve().parents[1] / "subjects"
PYTHON = f"'{sys.executable}' -I"

# --- honest and incomplete -------------------------------------------------------------------------------------------


def judged(cwd: Path, impl: str, clause: str, limit: str = "10") -> tuple[Said, list[dict[str, str]]]:
    """What a check of the cases of one clause says, and its verdicts, once it is sure that it went to its end."""
    words = ("--only", clause, "--cases", "60", "--level", "seed", "--limit", limit, "--jobs", "1")
    said = oracle(cwd, "check", "--impl", impl, *words)
    lines = [json.loads(line) for line in (cwd / "tsr-oracle-results" / "record.jsonl").read_text().splitlines()]
    assert (lines[0]["type"], lines[-1]["type"]) == ("header", "footer")
    verdicts = [line for line in lines if line["type"] == "verdict"]
    assert lines[-1]["cases"] == len(verdicts) > 10
    return said, verdicts


def classes(verdicts: list[dict[str, str]]) -> set[str]:
    """Those that there were."""
    return {line["class"] for line in verdicts}


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_one_that_throws_at_what_it_does_not_know_crashes_there(tmp_path: Path) -> None:
    """In Node, where nobody catches the exception: its exit code is 1, as that of a refusal might be."""
    said, verdicts = judged(tmp_path, f"node '{SUBJECTS / 'tsr-node' / 'tsr.js'}'", "SHELL-8")
    assert said.code == 1
    assert classes(verdicts) == {"crash", "agree"}
    assert "a panic, a traceback or an internal error on stderr" in said.out


def test_one_that_reads_whatever_it_is_told_to_hangs_there(tmp_path: Path) -> None:
    """In shell: a config that is a FIFO is waited for."""
    said, verdicts = judged(tmp_path, f"/bin/sh '{SUBJECTS / 'tsr-shell'}'", "DISC-4", limit="1")
    assert said.code == 1
    assert classes(verdicts) >= {"hang", "stricter", "agree"}
    assert "no end within the time limit" in said.out


def test_one_that_prints_garbage_is_shown_with_escapes(tmp_path: Path) -> None:
    """In Python: raw bytes and escape sequences, which no terminal gets to see."""
    said, verdicts = judged(tmp_path, f"{PYTHON} '{SUBJECTS / 'tsr_python.py'}'", "FENCE-6")
    assert said.code == 1
    assert "divergence" in classes(verdicts)
    assert r"\x1b[2K" in said.out
    assert not set(said.out) & {chr(code) for code in (*range(10), *range(11, 32), *range(127, 160))}


# --- hostile ---------------------------------------------------------------------------------------------------------

HELLO = Case("says hello", (), Given(("t",), (File("ws/tasks.toml", '[tasks.t]\nrun = "echo hello"\n'),)), ())

REFUSED: set[Class] = {"stricter", "divergence"}
HOSTILE: dict[str, set[Class]] = {
    "write-on": {"crash"},
    "odd-signal": {"crash"},
    "kill-parent": {"crash", *REFUSED},  # the latter where the kernel doesn't let it
    "kill-worker": {"crash"},
    "stop-worker": REFUSED,
    "hang": {"hang"},
    "multiply": {"hang"},
    "flee": {"leak"},
    "stay-traced": {"hang", "leak"},  # the latter where nobody may trace
    "remove-scratch": {"escape"},
    "keep-for-ever": REFUSED,
    "litter": REFUSED,
    "shut-files": REFUSED,
    "garbage": REFUSED,
}


@pytest.fixture(name="team", scope="module")
def team_of_one() -> Iterator[Team]:
    """One for all: what one subject does must not be seen in the verdicts on the next."""
    with Team(Setting(("/bin/true",), None, "seed", 1, 1.0), 1) as team:
        yield team
        running = {member.process.pid or 0 for member in team._members}
    assert scratch_of(running) == []


def classes_of(team: Team, *words: str, limit: float) -> list[Class]:
    """Those of two cases in a row."""
    team.turn_to(Setting(words, None, "seed", 1, limit))
    found = [one for answer in team.ask([Batch("given", "binary", range(2), (HELLO, HELLO))]) for one in answer]
    return [one.verdict.worst for one in found]


@pytest.mark.parametrize("way", HOSTILE)
def test_a_hostile_subject_gets_its_verdicts_and_harms_nobody(team: Team, way: str) -> None:
    """The next subject is judged as if nothing had been."""
    mine = str(SUBJECTS / "misbehave.py")
    found = classes_of(team, sys.executable, "-I", mine, way, limit=1.0 if "hang" in HOSTILE[way] else 30.0)
    assert len(found) == 2
    assert set(found) <= HOSTILE[way]
    honest = str(SUBJECTS / "echo_only")
    assert classes_of(team, "/bin/sh", honest, limit=10.0) == ["agree", "agree"]
    assert not [name for name in os.listdir() if name.startswith("core")]
