"""`--dry-run` (PLAN): what would run, and nothing runs."""

from __future__ import annotations

import pytest
from conftest import Workspace, toml_string


def test_tasks_are_shown_in_the_order_in_which_they_would_run(ws: Workspace) -> None:
    """PLAN-1, PLAN-2, PLAN-4: as they are written; a task without a command is none."""
    ws.config(
        "[tasks.t]\nrun = 'touch  $A *'\ndeps = ['all']\ndir = './sub/'\nargs = ['a b', '']\nenv = { A = 'secret' }\n"
        "[tasks.all]\ndeps = ['u']\n[tasks.u]\nrun = \"touch 'x'\"\n"
    )
    result = ws.tsr("t", "--dry-run", "--", "it's", "$A")
    assert (result.code, result.err) == (0, "")
    assert result.out == (
        "· u\n    dir: .\n    cmd: touch 'x'\n· t\n    dir: ./sub/\n    cmd: touch  $A * 'a b' '' 'it'\"'\"'s' '$A'\n"
    )
    assert ws.tree() == {}


def test_a_line_of_the_plan_cannot_be_forged(ws: Workspace) -> None:
    """PLAN-4: control characters are shown as bytes."""
    ws.config(f"[tasks.t]\nrun = {toml_string('touch a' + chr(10) + '· u')}\ndir = {toml_string('d' + chr(10))}\n")
    result = ws.tsr("t", "--dry-run", "--", "\n· v\x1b", b"\xff")
    assert result.raw_out == ("· t\n    dir: d\\x0a\n    cmd: touch a\\x0a· u '\\x0a· v\\x1b' '".encode() + b"\xff'\n")


@pytest.mark.parametrize(
    "text",
    [
        "[tasks.u]\nrun = 'true'",
        "[tasks.t]\nrun = 'true'\ndeps = ['x']",
        "[tasks.t]\nrun = 'echo $UNSET'",
        "[tasks.t]\nrun = 'true'\nenv = { LD_PRELOAD = 'x' }",
        "[tasks.t]\nrun = 'true'\nenv = { PATH = 'x' }",
        "[tasks.t]\nrun = 'true'\nenv_file = '..'",
        "[tasks.t]\nrun = 'true'\ndir = '..'",
        "[tasks.t]\nrun = 'true'\npackages = ['a']",
        "[tasks.t]\nrun = 'true |'",
    ],
)
def test_refusals_are_those_of_the_run(ws: Workspace, text: str) -> None:
    """PLAN-3: the same message, and the same code."""
    ws.config(text)
    run, shown = ws.tsr("t"), ws.tsr("t", "--dry-run")
    assert (run.code, run.out) == (64, "")
    assert (shown.code, shown.out, shown.err) == (run.code, run.out, run.err)


def test_what_is_found_out_later_is_not_looked_at(ws: Workspace) -> None:
    """PLAN-3: programs, directories, operands."""
    ws.config("[tasks.t]\nrun = 'no-such-program'\ndir = 'none'\ndeps = ['u']\n[tasks.u]\nrun = 'rm ../x -z'\n")
    assert ws.tsr("t", "--dry-run").code == 0
