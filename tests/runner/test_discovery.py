"""Finding the config (DISC): where the walk starts, what ends it, what it won't accept."""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Result, Workspace

PWD = "[tasks.t]\nrun = 'pwd'\n"


@pytest.fixture
def nest(ws: Workspace) -> Workspace:
    (ws.root / "a/b/c").mkdir(parents=True)
    return ws


def from_below(ws: Workspace, below: str = "a/b/c", **env: str) -> Result:
    return ws.tsr("t", cwd=ws.root / below, env=env)


def test_nearest_above(nest: Workspace) -> None:
    """DISC-1: the nearest one at or above the working directory governs; its place is the root."""
    nest.config(PWD)
    assert from_below(nest).out == f"{nest.root}\n"
    (nest.root / "a/b/tasks.toml").write_text(PWD)
    assert from_below(nest).out == f"{nest.root}/a/b\n"
    assert from_below(nest, "a").out == f"{nest.root}\n"
    assert from_below(nest, "a/b").out == f"{nest.root}/a/b\n"


def test_physical_start(nest: Workspace) -> None:
    """DISC-1: the working directory is the physical one, whatever PWD says."""
    nest.config(PWD)
    (nest.base / "link").symlink_to("ws/a")
    assert nest.tsr("t", cwd=nest.base / "link", env={"PWD": str(nest.base)}).code == 0


@pytest.mark.parametrize("kind", ["directory", "file", "link", "dangling"])
def test_repository_bounds(nest: Workspace, kind: str) -> None:
    """DISC-1: a directory that holds `.git` is the last one that is looked at."""
    nest.config(PWD)
    git = nest.root / "a/b/.git"
    if kind == "directory":
        git.mkdir()
    elif kind == "file":
        git.write_text("gitdir: elsewhere\n")
    else:
        git.symlink_to("c" if kind == "link" else "nowhere")
    result = from_below(nest)
    assert result.code == 64
    assert f"up to '{nest.root}/a/b', which holds `.git`; what is further up does not count (DISC-1)" in result.err
    assert result.err.endswith("[CLI-12]\n")
    assert from_below(nest, "a/b").code == 64
    assert from_below(nest, "a").code == 0
    (nest.root / "a/b/tasks.toml").write_text(PWD)
    assert from_below(nest).out == f"{nest.root}/a/b\n"


def test_home_as_a_bound_is_said(nest: Workspace) -> None:
    """CLI-12, DISC-2: the home directory ended the walk, and what does not count because of that.

    Where it is is a value of the environment, and not shown (OUT-1).
    """
    nest.config(PWD)
    home = nest.root / "a"
    below = from_below(nest, HOME=str(home)).err
    assert "and the home directory; what is there or further up does not count (DISC-2)" in below
    there = from_below(nest, "a", HOME=str(home)).err
    assert "up to the home directory; what is further up does not count (DISC-2)" in there
    assert below.endswith("[CLI-12]\n")
    assert there.endswith("[CLI-12]\n")


@pytest.mark.parametrize("through_link", [False, True])
def test_home_bounds(nest: Workspace, through_link: bool) -> None:
    """DISC-2: a home's own config counts only from the home itself; it wins over `.git`."""
    nest.config(PWD)
    (nest.root / ".git").mkdir()
    home = nest.root
    if through_link:
        home = nest.base / "home-link"
        home.symlink_to("ws")
    assert from_below(nest, "a", HOME=str(home)).code == 64
    assert from_below(nest, ".", HOME=str(home)).code == 0
    (nest.root / "a/tasks.toml").write_text(PWD)
    assert from_below(nest, HOME=str(home)).out == f"{nest.root}/a\n"


def test_home_without_config_ends_the_walk(nest: Workspace) -> None:
    """DISC-2: also when the walk starts in the home."""
    nest.config(PWD)
    assert from_below(nest, "a", HOME=str(nest.root / "a")).code == 64
    assert from_below(nest, "a/b", HOME=str(nest.root / "a")).code == 64


@pytest.mark.parametrize("home", ["", ".", "..", "relative/x", "/no/such/place"])
def test_homes_that_are_none(nest: Workspace, home: str) -> None:
    """DISC-2: an empty or relative HOME is none, and one that is missing bounds nothing."""
    nest.config(PWD)
    assert from_below(nest, HOME=home).code == 0


def test_home_of_the_password_database(tmp_path: Path) -> None:
    """DISC-2: it bounds the walk too, so that HOME can't lift that."""
    home = Path(pwd.getpwuid(os.getuid()).pw_dir)
    if not home.is_dir() or not os.access(home, os.W_OK) or (home / "tasks.toml").exists():
        pytest.skip("the home directory of this user can't be used")
    ws = Workspace(tmp_path.resolve())
    below = home / f"tsr-test-{os.getpid()}"
    try:
        below.mkdir()
    except PermissionError:
        pytest.skip("this runs within a boundary, outside of which the home directory is")
    try:
        (home / "tasks.toml").write_text(PWD)
        result = ws.tsr("t", cwd=below, env={"HOME": "/nonexistent"})
    finally:
        (home / "tasks.toml").unlink()
        below.rmdir()
    assert result.code == 64


def test_file_system_bounds(tmp_path: Path) -> None:
    """DISC-1: the walk does not leave the file system that it started on."""
    shared = Path("/dev/shm")
    if not os.access(shared, os.W_OK) or os.stat("/dev").st_dev == os.stat(shared).st_dev:
        pytest.skip("no file system boundary at /dev/shm")
    ws = Workspace(tmp_path.resolve())
    result = ws.tsr("t", cwd=shared)
    assert result.code == 64
    assert "and '/dev', which is another file system; what is there or further up does not count" in result.err
    assert result.err.endswith("[CLI-12]\n")


def test_root_of_everything(tmp_path: Path) -> None:
    """DISC-2: nothing is found from a place where there is nothing."""
    ws = Workspace(tmp_path.resolve())
    result = ws.tsr("t")
    if os.path.lexists("/tasks.toml"):
        pytest.skip("there is a /tasks.toml here")
    assert result.code == 64
    assert "no tasks.toml and no project found" in result.err
    assert ws.tsr("--list").code == 64
    assert ws.tsr("--help").code == 0


@pytest.mark.parametrize("kind", ["directory", "fifo", "dangling", "loop", "to-fifo", "device"])
def test_what_is_no_file(nest: Workspace, kind: str) -> None:
    """DISC-4: it is 64 at once: never a wait, never passed over for one above."""
    nest.config(PWD)
    config = nest.root / "a/tasks.toml"
    if kind == "directory":
        config.mkdir()
    elif kind == "fifo":
        os.mkfifo(config)
    elif kind == "to-fifo":
        os.mkfifo(nest.root / "fifo")
        config.symlink_to("../fifo")
    else:
        config.symlink_to({"dangling": "nowhere", "loop": "tasks.toml", "device": "/dev/zero"}[kind])
    result = from_below(nest)
    assert result.code == 64
    assert "DISC-4" in result.err


def test_unreadable_config(nest: Workspace) -> None:
    """A config that can't be read is an error and not passed over."""
    if os.getuid() == 0:
        pytest.skip("permissions don't stop root")
    nest.config(PWD)
    (nest.root / "a/tasks.toml").write_text(PWD)
    (nest.root / "a/tasks.toml").chmod(0)
    result = from_below(nest)
    assert result.code == 64
    assert "Permission denied" in result.err


def test_removed_working_directory(nest: Workspace) -> None:
    """A working directory that is gone is a plain error."""
    nest.config(PWD)
    script = f"cd a/b/c && rmdir ../c && exec '{sys.executable}' -m tsr_impl t"
    done = subprocess.run(
        ["sh", "-c", script],
        cwd=nest.root,
        env=nest.environment(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 64
    assert done.stderr.startswith("✗ error: the working directory cannot be used".encode())
    assert b"Traceback" not in done.stderr


def test_module_in_the_working_directory_is_not_imported(ws: Workspace) -> None:
    """THREAT-2: a workspace can't become part of the runner by a file called like a module."""
    for name in ("tomllib", "tomli", "signal", "select", "stat", "re"):
        (ws.root / f"{name}.py").write_text("raise SystemExit('imported')")
    result = ws.run("echo fine")
    assert (result.code, result.out) == (0, "fine\n")
