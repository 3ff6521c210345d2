"""The fence and the kernel permit the same, and what compares them can tell if they don't (CONF-G3)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from compared_operations import OPERATIONS
from launchers import WRONG
from not_covered import LEFT_ALONE
from test_launch import needs_landlock

import tsr_landlock

HERE = Path(__file__).resolve().parent

WRONG_BOUNDARIES = ("refer_forgotten", "truncate_forgotten", "file_grants_its_directory", "root_by_prefix")
WRONG_FENCES = {
    "what a file holds is judged where its name is": "fence.Fence.content = fence.Fence.entry",
    "an entry is judged where its name leads": "fence.Fence.entry = fence.Fence.content",
    "only the workspace is within the bounds": "old = fence.Fence.__init__\n"
    "fence.Fence.__init__ = lambda self, root, allowed: old(self, root, [])",
}


def compared(record: Path, trees: int, before: str = "") -> subprocess.CompletedProcess[str]:
    """What the command says that compares so many trees, with something changed before."""
    code = (
        f"import sys\nsys.path[:0] = [{str(HERE)!r}, {str(WRONG)!r}]\n{before}\n"
        "import fence_and_kernel\nsys.exit(fence_and_kernel.main(sys.argv[1:]))\n"
    )
    words = [sys.executable, "-c", code, str(record), "--trees", str(trees)]
    return subprocess.run(words, cwd=record.parent, capture_output=True, text=True, check=False)


@pytest.fixture(name="record", scope="module")
def a_record(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Of what is right."""
    path = tmp_path_factory.mktemp("compared") / "record"
    done = compared(path, 40)
    assert (done.returncode, done.stderr) == (0, ""), done
    record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return record


@needs_landlock
@pytest.mark.skipif(bool(tsr_landlock.gaps(tsr_landlock.abi())), reason="this kernel's Landlock leaves gaps")
def test_they_permit_the_same(record: dict[str, Any]) -> None:
    """Beneath a root everything, and outside, or across, nothing: each operation was tried on each side."""
    assert (record["different"], record["smallest"]) == (0, "")
    for name, operation in OPERATIONS.items():
        sides = {"beneath a root", "outside", *(["across"] if len(operation.roles) == 2 else [])}
        assert set(record["checks"][name]) == sides


@needs_landlock
@pytest.mark.skipif(bool(tsr_landlock.gaps(tsr_landlock.abi())), reason="this kernel's Landlock leaves gaps")
def test_what_is_not_covered_is_what_the_clause_says(record: dict[str, Any]) -> None:
    """Of what could be done outside all roots: what CONF-9 names goes on, and the rest doesn't (CONF-4)."""
    possible = [row for row in record["not_covered"] if row["without"] == "permitted"]
    went_on = {row["what"] for row in possible if row["within"] == "permitted"}
    assert went_on == {row["what"] for row in possible} & set(LEFT_ALONE)
    assert len(possible) >= 12


def told_apart(tmp_path: Path, before: str) -> None:
    """The command finds a difference in a few trees, and shows one as small as it gets."""
    done = compared(tmp_path / "record", 12, before)
    assert (done.returncode, done.stderr) == (1, ""), done
    smallest = json.loads((tmp_path / "record").read_text(encoding="utf-8"))["smallest"]
    assert 1 < len(smallest.splitlines()) <= 12


@needs_landlock
@pytest.mark.parametrize("name", WRONG_BOUNDARIES)
def test_a_wrong_boundary_is_told_apart(tmp_path: Path, name: str) -> None:
    """What the wrong launcher of that name does."""
    if tsr_landlock.abi() < 3:
        pytest.skip("this kernel's Landlock is too old to tell")
    told_apart(tmp_path, f"import {name}\n{name}.apply()")


@needs_landlock
@pytest.mark.parametrize("name", WRONG_FENCES)
def test_a_wrong_fence_is_told_apart(tmp_path: Path, name: str) -> None:
    """A fence that is wrong in one respect."""
    told_apart(tmp_path, f"from tsr_impl import fence\n{WRONG_FENCES[name]}")
