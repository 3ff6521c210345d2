"""A small workspace of npm and of Python, run by the real tools (PKG, FORM)."""

from __future__ import annotations

import json
import os
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Workspace

NPM = shutil.which("npm")
pytestmark = pytest.mark.skipif(NPM is None, reason="npm is not installed")

CONFIG = f"""
[workspace]
members = ["web/*", "py/*"]

[tasks.build]                  # npm's packages by their scripts, in the order of what they need
packages = ["web/*"]
deps = ["^build", "version"]

[tasks.version]
run = "touch {{out}}"
args = ["version"]

[tasks.check]
packages = ["py/*"]
run = "'{sys.executable}' -m greeting $WHOM"
env = {{ WHOM = "you" }}

[tasks.all]
deps = ["build", "check"]
parallel = true
"""


@pytest.fixture
def monorepo(ws: Workspace) -> Workspace:
    """Two packages of npm, one of which needs the other and a program that this has installed; one of Python."""
    ws.config(CONFIG.replace("{out}", "made"))
    scripts = {"core": "echo core >> ../../order", "app": "echo app >> ../../order && say $npm_lifecycle_event"}
    for name, needs in (("core", {}), ("app", {"core": "workspace:*"})):
        manifest = {"name": name, "version": "1.0.0", "scripts": {"build": scripts[name]}, "dependencies": needs}
        put(ws.root / "web" / name / "package.json", json.dumps(manifest))
    put(ws.root / "web/app/node_modules/.bin/say", '#!/bin/sh\necho "said $1"\n').chmod(0o755)
    put(ws.root / "py/greeting/pyproject.toml", '[project]\nname = "greeting"\n')
    put(ws.root / "py/greeting/greeting.py", "import os, sys\nprint('hello', *sys.argv[1:], os.getcwd()[-8:])\n")
    return ws


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def environment(ws: Workspace) -> dict[str, str | None]:
    """What npm needs, and nothing of the user's."""
    return {"PATH": os.environ["PATH"], "HOME": str(ws.base), "npm_config_update_notifier": "false"}


def test_scripts_run_in_the_order_of_the_packages_and_find_what_is_installed(monorepo: Workspace) -> None:
    result = monorepo.tsr("build", env=environment(monorepo))
    assert (result.code, result.err) == (0, ""), result
    assert (monorepo.root / "order").read_text() == "core\napp\n"
    assert "said build\n" in result.out
    assert {path.name for path in monorepo.root.iterdir()} >= {"made", "version"}


def test_python_runs_side_by_side_with_npm(monorepo: Workspace) -> None:
    result = monorepo.tsr("all", env=environment(monorepo))
    assert result.code == 0, result
    assert "hello you greeting\n" in result.out
    assert (monorepo.root / "order").read_text() == "core\napp\n"


def test_a_script_that_there_is_not_fails_with_the_code_of_npm_and_a_row_for_each_package(monorepo: Workspace) -> None:
    monorepo.config("[workspace]\nmembers = ['web/*']\n[tasks.lint]\npackages = ['web/*']\n")
    result = monorepo.tsr("lint", env=environment(monorepo))
    assert result.code == 1
    assert result.table.splitlines()[0].startswith("✗ lint (web/app)   exit 1")
    assert result.table.splitlines()[1] == "⊘ lint (web/core)  skipped"
