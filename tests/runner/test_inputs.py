"""What a run is made from is not written over by what it tells of itself (EVENT-2)."""

from __future__ import annotations

import os

import pytest
from conftest import Workspace

CONFIG = (
    "[tasks.t]\nrun = 'true'\nenv_file = ['conf/e', 'none']\ndir = 'sub'\ndeps = ['all']\n[tasks.all]\ndeps = ['u']\n"
)
CONFIG += "[tasks.u]\nrun = 'true'\nenv_file = 'of-u'\n[tasks.other]\nrun = 'true'\nenv_file = 'of-other'\n"


@pytest.mark.parametrize("name", ["tasks.toml", ".env", "sub/conf/e", "of-u", "sub/../of-u", "link", "hard"])
def test_a_file_that_the_run_is_made_from(ws: Workspace, name: str) -> None:
    """By whatever name."""
    (ws.root / "sub/conf").mkdir(parents=True)
    for file in (".env", "sub/conf/e", "of-u"):
        (ws.root / file).write_text("A=1\n")
    ws.config(CONFIG)
    (ws.root / "link").symlink_to("tasks.toml")
    os.link(ws.root / ".env", ws.root / "hard")
    before = ws.tree(), (ws.root / "tasks.toml").read_text()
    result = ws.tsr("t", "--reporter-file", name)
    assert (result.code, result.out) == (64, "")
    assert f"--reporter-file: '{name}' is " in result.err
    assert result.err.endswith(", which this run is made from — name another file [EVENT-2]\n")
    assert (ws.tree(), (ws.root / "tasks.toml").read_text()) == before
    assert ws.tsr("t", "--dry-run", "--reporter-file", name).code == 0


@pytest.mark.parametrize("name", ["of-other", "conf", "none"])
def test_any_other_file(ws: Workspace, name: str) -> None:
    """One of a task that does not run, too."""
    (ws.root / "sub").mkdir()
    (ws.root / "of-other").write_text("A=1\n")
    ws.config(CONFIG)
    assert ws.tsr("t", "--reporter-file", name).code == 0
    assert (ws.root / name).read_text().startswith('{"type"')
