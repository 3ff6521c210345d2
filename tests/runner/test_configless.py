"""A run without a config (CLI-12, DISC-3): the task is what the project at hand calls so."""

from __future__ import annotations

import os
import socket

import pytest
from conftest import Workspace

COMMANDS = {
    "package.json": ["npm", "run", "t"],
    "Cargo.toml": ["cargo", "t"],
    "go.mod": ["go", "t"],
    "pyproject.toml": ["uv", "run", "t"],
}


@pytest.fixture
def tools(ws: Workspace) -> dict[str, str | None]:
    """Tools that say what they are called with, and where; and the environment in which they are found."""
    directory = ws.base / "bin"
    directory.mkdir()
    for name in ("npm", "bun", "cargo", "go", "uv"):
        (directory / name).write_text('#!/bin/sh\necho "$(basename $0)" "$@"\npwd -P\necho "A=$A"\n')
        (directory / name).chmod(0o755)
    return {"PATH": f"{directory}:/usr/bin:/bin"}


@pytest.mark.parametrize("marker", COMMANDS)
def test_each_project(ws: Workspace, tools: dict[str, str | None], marker: str) -> None:
    """In the root of the project, with the words that were typed, and with the root's `.env`."""
    (ws.root / marker).write_text("")
    (ws.root / "a/b").mkdir(parents=True)
    (ws.root / ".env").write_text("A=1\n")
    result = ws.tsr("t", "--", "x y", "$A", cwd=ws.root / "a/b", env=tools)
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines() == [" ".join([*COMMANDS[marker], "x y $A"]), str(ws.root), "A=1"]


def test_bun(ws: Workspace, tools: dict[str, str | None]) -> None:
    """By its lock file."""
    (ws.root / "package.json").touch()
    (ws.root / "bun.lockb").touch()
    assert ws.tsr("t", env=tools).out.splitlines()[0] == "bun run t"


def test_a_dry_run(ws: Workspace) -> None:
    """PLAN: shows the command."""
    (ws.root / "go.mod").touch()
    assert ws.tsr("build:all", "--dry-run").out == "· build:all\n    dir: .\n    cmd: go build:all\n"


def test_the_nearest_counts(ws: Workspace, tools: dict[str, str | None]) -> None:
    """DISC-3: of several the first on the way up, and in it the first marker (PKG-2)."""
    (ws.root / "a/b").mkdir(parents=True)
    (ws.root / "package.json").touch()
    (ws.root / "a/pyproject.toml").touch()
    (ws.root / "a/Cargo.toml").touch()
    assert ws.tsr("t", cwd=ws.root / "a/b", env=tools).out.splitlines()[:2] == ["cargo t", f"{ws.root}/a"]


def test_a_config_above_counts_more(ws: Workspace, tools: dict[str, str | None]) -> None:
    """DISC-1: any config within the bound, before any marker; and it does not fall through for an unknown task."""
    ws.config("[tasks.t]\nrun = 'echo mine'\n")
    (ws.root / "a").mkdir()
    (ws.root / "a/package.json").touch()
    assert ws.tsr("t", cwd=ws.root / "a", env=tools).out == "mine\n"
    assert ws.tsr("u", cwd=ws.root / "a", env=tools).code == 64
    (ws.root / "tasks.toml").unlink()
    (ws.root / "tasks.toml").mkdir()
    assert "DISC-4" in ws.tsr("t", cwd=ws.root / "a", env=tools).err


@pytest.mark.parametrize("bound", [".git", "home"])
def test_bounds(ws: Workspace, tools: dict[str, str | None], bound: str) -> None:
    """DISC-3: those of the walk for a config."""
    (ws.root / "a/b").mkdir(parents=True)
    (ws.root / "package.json").touch()
    if bound == ".git":
        (ws.root / "a/.git").mkdir()
        environment = tools
    else:
        environment = {**tools, "HOME": str(ws.root)}
    result = ws.tsr("t", cwd=ws.root / "a/b", env=environment)
    assert (result.code, result.out) == (64, "")
    assert result.err.endswith("[CLI-12]\n")
    assert "`tsr --init`" in result.err
    beside = ws.root if bound == "home" else ws.root / "a"
    if bound == ".git":
        (beside / "go.mod").touch()
    assert ws.tsr("t", cwd=beside, env=environment).code == 0


@pytest.mark.parametrize("kind", ["directory", "fifo", "socket", "dangling", "loop", "to-fifo", "device"])
def test_what_is_no_marker(ws: Workspace, tools: dict[str, str | None], kind: str) -> None:
    """PKG-2: it is passed over, and never opened."""
    marker = ws.root / "package.json"
    if kind == "directory":
        marker.mkdir()
    elif kind == "fifo":
        os.mkfifo(marker)
    elif kind == "socket":
        os.chdir(ws.root)
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind("package.json")
    elif kind == "to-fifo":
        os.mkfifo(ws.root / "fifo")
        marker.symlink_to("fifo")
    else:
        marker.symlink_to({"dangling": "nowhere", "loop": "package.json", "device": "/dev/null"}[kind])
    assert ws.tsr("t", env=tools).err.endswith("[CLI-12]\n")
    (ws.root / "go.mod").touch()
    assert ws.tsr("t", env=tools).out.splitlines()[0] == "go t"


def test_marker_outside(ws: Workspace, tools: dict[str, str | None]) -> None:
    """FENCE-1: a link is a marker if it leads to a file, and that lies within the bounds."""
    (ws.root / "real").touch()
    (ws.root / "go.mod").symlink_to("real")
    assert ws.tsr("t", env=tools).code == 0
    (ws.root / "go.mod").unlink()
    (ws.root / "go.mod").symlink_to("../outside/precious")
    result = ws.tsr("t", env=tools)
    assert (result.code, result.out) == (64, "")
    assert result.err.endswith("[FENCE-1]\n")


@pytest.mark.parametrize("name", ["ui#t", "a b", "", "é", "a/b", "^t", "#t", b"\xff"])
def test_names(ws: Workspace, tools: dict[str, str | None], name: str | bytes) -> None:
    """CLI-12: only what can be the name of a task, without a package."""
    (ws.root / "package.json").touch()
    result = ws.tsr(name, env=tools)
    assert (result.code, result.out) == (64, "")
    assert result.err.endswith("[CLI-12]\n")


@pytest.mark.parametrize("option", ["--since", "--resume-from"])
def test_what_needs_packages(ws: Workspace, tools: dict[str, str | None], option: str) -> None:
    """CLI-12: there are none."""
    (ws.root / "package.json").touch()
    result = ws.tsr("t", option, "x", env=tools)
    assert (result.code, result.out) == (64, "")
    assert f"{option} chooses among packages" in result.err
    assert result.err.endswith("[CLI-12]\n")


def test_guards_hold(ws: Workspace, tools: dict[str, str | None]) -> None:
    """The root's `.env` is judged as always."""
    (ws.root / "package.json").touch()
    (ws.root / ".env").write_text("LD_PRELOAD=x\n")
    assert ws.tsr("t", env=tools).err.endswith("[ENV-1]\n")
    assert ws.tsr("t", "--allow-unsafe-env", env=tools).code == 0


def test_the_tool_fails(ws: Workspace, tools: dict[str, str | None]) -> None:
    """EXIT-2: its code is that of the run."""
    (ws.root / "package.json").touch()
    (ws.base / "bin/npm").write_text("#!/bin/sh\nexit 5\n")
    assert ws.tsr("t", env=tools).code == 5
    (ws.base / "bin/npm").unlink()
    result = ws.tsr("t", env={"PATH": str(ws.base / "bin")})
    assert result.code == 64
    assert "the program 'npm' was not found" in result.err
