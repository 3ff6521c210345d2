"""OUT-1, for every command but those in `WITHOUT`: no value of the environment is printed, or in a file left behind.

Each source of variables has a value that is marked: the process, `.env`, `[env]`, a file of a task, its table.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tsr_oracle.command import VERBS

MARK = "hunter2"
TSR = [sys.executable, "-I", "-m", "tsr_impl"]
ORACLE = [sys.executable, "-I", "-m", "tsr_oracle"]

CONFIG = f"""
[env]
C = "{MARK}-table"
NO_SUCH = "$C/{MARK}-none"
[tasks.ok]
env_file = "own.env"
env = {{ D = "{MARK}-task", PATH = "{MARK}-entry:$PATH" }}
run = "sh -c true $A $B $C $D $INHERITED"
[tasks.fails]
run = "sh -c 'exit 3' $A $INHERITED"
[tasks.missing]
run = "$NO_SUCH $C"
[tasks.unset]
run = "echo $C $NOT_SET"
[tasks.guarded]
env = {{ NODE_OPTIONS = "{MARK}-guarded" }}
run = "true"
[tasks.replaced]
env = {{ PATH = "{MARK}-path" }}
run = "true"
[tasks.both]
deps = ["ok", "fails"]
parallel = true
"""
FILES = {"tasks.toml": CONFIG, ".env": f"A={MARK}-dotenv\n", "own.env": f"B={MARK}-file\n"}
TASKS = ("ok", "fails", "missing", "unset", "guarded", "replaced", "both")

OF_THE_RUNNER: tuple[tuple[str, ...], ...] = (
    *((task,) for task in TASKS),
    *((task, "--dry-run") for task in TASKS),
    *((task, "--reporter", "ndjson", "--reporter-file", "events", "--no-bail") for task in TASKS),
    *((task, "--strict") for task in ("ok", "guarded", "nope")),
    ("missing", "--allow-unsafe-env", "--confine"),
    *((option,) for option in ("--list", "--help", "--version", "--init", "--config", "--no-such-option")),
)

SMALL = ("--cases", "0", "--shard", "1/200", "--jobs", "1", "--quiet")
SUBJECT = ("--impl", " ".join(TSR))
OF_THE_ORACLE: dict[str, tuple[tuple[str, ...], ...]] = {
    "check": (
        (*SMALL, *SUBJECT, "--results", "right"),
        (*SMALL, "--fault", "no-table", "--results", "wrong", "--write-divergences", "known.toml"),
    ),
    "race": (("--calls", "3", "--swaps", "3", "--seconds", "5", "--quiet", "--json", "race.json"),),
    "replay": (("right/record.jsonl",), ("8c20779659c7", *SUBJECT)),
    "audit": tuple((".", "--format", form) for form in ("text", "html")),
    "explain": (("--in", ".", "own.env", "$A", "$C", "$PATH", "$INHERITED"),),
    "report": tuple(("show", "wrong", "--format", form) for form in ("terminal", "html")),
    "serve": ((), ("--schema",)),
    "clauses": ((), ("OUT-1",)),
}
WITHOUT = {
    "prove": "theorems know no environment, and take minutes",
    "mutants": "the same of changed functions",
    "score": "judges as `check` does, and saves figures and ids only",
    "fuzz": "judges and saves as `check` does",
    "vectors": "reads the spec, and nothing of this workspace",
}


def said(words: list[str], where: Path) -> str:
    """All that a command prints."""
    ended = subprocess.run(
        words,
        cwd=where,
        env={**os.environ, "INHERITED": f"{MARK}-inherited", "AWS_SECRET": f"{MARK}-other", "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        timeout=120,
    )
    assert "Traceback" not in ended.stdout, f"{words}\n{ended.stdout}"
    return ended.stdout


def left_behind(where: Path) -> Iterator[Path]:
    """Every file there in which a value is, but those that the workspace began with."""
    for path in where.rglob("*"):
        if path.is_file() and path.name not in FILES and MARK in path.read_text("utf-8", errors="replace"):
            yield path


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
        (tmp_path / name).chmod(0o644)
    return tmp_path


def test_no_value_is_told_by_the_runner(workspace: Path) -> None:
    for words in OF_THE_RUNNER:
        printed = said([*TSR, *words], workspace)
        assert printed or words == ("ok",) or words == ("ok", "--strict"), words
        assert MARK not in printed, f"{words}\n{printed}"
    assert (workspace / "events").exists()
    assert not list(left_behind(workspace))


@pytest.mark.slow
def test_no_value_is_told_by_the_oracle_nor_in_what_it_saves(workspace: Path) -> None:
    assert {*OF_THE_ORACLE, *WITHOUT} == {verb.__name__.rpartition(".")[2] for verb in VERBS}
    for verb, calls in OF_THE_ORACLE.items():
        for words in calls:
            printed = said([*ORACLE, verb, *words], workspace)
            assert MARK not in printed, f"{verb} {words}\n{printed}"
    saved = {path.name for path in workspace.iterdir()}
    assert {"right", "wrong", "known.toml", "race.json"} <= saved
    assert not list(left_behind(workspace))
