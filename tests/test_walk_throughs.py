"""The walk-throughs of the threats print what is written in them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parent.parent / "examples" / "threats"))

from play import played, walks


@pytest.mark.parametrize("walk", walks(), ids=lambda walk: walk.stem)
def test_each_command_prints_what_is_written(walk: Path, tmp_path: Path) -> None:
    text = walk.read_text("utf-8")
    assert text.count("\n$ ") >= 6
    assert played(text, tmp_path.resolve()) == text


def test_what_is_printed_otherwise_is_noticed(tmp_path: Path) -> None:
    assert played("```console\n$ echo a; exit 3\nb\n```\n", tmp_path) == "```console\n$ echo a; exit 3\na\n[3]\n```\n"
