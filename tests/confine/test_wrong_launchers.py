"""The checks of `test_launch.py` can fail: for each way to be wrong in `wrong_launchers` one of them does (CONF-4).

A wrong launcher is a module with a docstring, `CAUGHT_BY`, the name of a check, and `apply()`, which changes the right
one; `TAKES_ABI` if an older kernel shows no difference.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from launchers import WRONG, Launcher, place
from test_launch import CHECKS, TAKES_ABI, needs_landlock

import tsr_landlock

NAMES = sorted(path.stem for path in Path(WRONG).glob("*.py"))


def written_down(name: str) -> dict[str, Any]:
    """What a module says of itself, read without being loaded: what it changes is for another process."""
    tree = ast.parse((WRONG / f"{name}.py").read_text(encoding="utf-8"))
    constants = {
        statement.targets[0].id: ast.literal_eval(statement.value)
        for statement in tree.body
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    }
    return {"__doc__": ast.get_docstring(tree), "TAKES_ABI": 1, **constants}


@needs_landlock
@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_launcher_is_caught(name: str) -> None:
    """The check that is written down for it passes with the right launcher and fails with this one."""
    wrong = written_down(name)
    caught_by = wrong["CAUGHT_BY"]
    if tsr_landlock.abi() < max(wrong["TAKES_ABI"], TAKES_ABI.get(caught_by, 1)):
        pytest.skip("this kernel's Landlock is too old to tell")
    if caught_by == "no_privilege_can_be_gained" and "NoNewPrivs:\t1" in Path("/proc/self/status").read_text("ascii"):
        pytest.skip("this runs within a boundary, where no privilege can be gained anyway")
    with place(ordinary=False) as there:
        CHECKS[caught_by](Launcher(), there)
    with place(ordinary=False) as there, pytest.raises(AssertionError):
        CHECKS[caught_by](Launcher(before=f"import {name}\n{name}.apply()\n"), there)


def test_each_wrong_launcher_says_how_it_is_wrong() -> None:
    """There are more than a dozen, and each has its sentence."""
    assert len(NAMES) >= 12
    assert all(written_down(name)["__doc__"] for name in NAMES)
