"""The case rule of names is a parameter: the same definitions judge a file system that does not tell cases apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tsr_model.builtins import BUILTINS
from tsr_model.effect import Call, Effect
from tsr_model.fence import Bounds
from tsr_model.filesystem import EMPTY, Directory, File, FileSystem, with_entry


def tree(*, caseless: bool) -> tuple[FileSystem, int]:
    files, ws = with_entry(replace(EMPTY, caseless=caseless), 0, "ws", Directory({}, 0))
    files, _ = with_entry(files, ws, "f", File("mine"))
    return files, ws


def run(line: str, *, caseless: bool) -> Effect:
    files, ws = tree(caseless=caseless)
    name, *words = line.split()
    return BUILTINS[name](Call(files, ws, Bounds(("ws",))), tuple(words))


@pytest.mark.parametrize("line", ["rm F", "cat F", "rm ../WS/f", "mv ../Ws/F g", "touch ../WS/new"])
def test_another_case_is_the_same_place_where_cases_are_not_told_apart(line: str) -> None:
    assert run(line, caseless=True).status == 0
    assert run(line, caseless=False).status == 1


def test_a_file_is_not_copied_onto_itself_by_another_case() -> None:
    assert run("cp f F", caseless=True).status == 1
    assert run("cp f F", caseless=False).status == 0


def test_the_root_stays_by_another_case() -> None:
    effect = run("rm -r ../WS", caseless=True)
    assert effect.status == 1
    assert "FENCE-11" in effect.clauses


def test_what_is_removed_leaves_the_rule_as_it_was() -> None:
    """A file system in which something was removed tells cases apart no more than before."""
    assert run("rm f", caseless=True).files.caseless
