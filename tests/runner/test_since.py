"""What has changed, as git sees it (GIT-2), and what it can't answer (GIT-4)."""

from __future__ import annotations

import errno
import os
import select
import signal
import subprocess
import sys
import threading

import pytest
from conftest import Workspace
from repositories import Repository, needs_git

from tsr_impl import calls, fence, since
from tsr_impl.report import Stop

TASK = "[tasks.t]\nrun = 'touch ran'\n"


@pytest.fixture
def repository(ws: Workspace) -> Repository:
    made = Repository(ws)
    made.commit({"a": "1", "b": "1", "d/c": "1", ".gitignore": "ignored\n"})
    return made


@needs_git
def test_nothing(repository: Repository) -> None:
    """Nothing has changed since what is there; what is ignored does not count."""
    repository.write({"ignored": "x"})
    assert repository.changed("HEAD") == []
    assert repository.changed("main") == []


@needs_git
def test_no_way_back_leaves_nothing_behind(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """GIT-4: where the working directory can't be entered again, no git is left, and no descriptor."""
    monkeypatch.chdir(repository.top)
    sound, changes = calls.change_directory, []

    def change_directory(directory: int) -> None:
        changes.append(directory)
        if len(changes) == 2:
            raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))
        sound(directory)

    root = fence.physical_directory(calls.open_directory("."), calls.working_directory())
    before, children = os.listdir("/dev/fd"), _children()
    monkeypatch.setattr(calls, "change_directory", change_directory)
    with pytest.raises(Stop, match="git cannot be run: Stale file handle"):
        since.changed(root, "HEAD", dict(os.environb))
    assert os.listdir("/dev/fd") == before
    assert _children() <= children
    root.close()


def _children() -> set[str]:
    """The processes that this one has started and not waited for; another test may have left some."""
    with open(f"/proc/self/task/{threading.get_native_id()}/children", encoding="ascii") as file:
        return set(file.read().split())


@needs_git
def test_each_way_to_change(repository: Repository) -> None:
    """Committed, staged, not staged, not tracked, gone; each once."""
    repository.commit({"committed": "1"})
    repository.write({"staged": "1", "a": "2"})
    repository.git("add", "staged")
    repository.write({"new": "1", "committed": "2"})
    (repository.top / "d/c").unlink()
    assert repository.changed("HEAD~1") == ["a", "committed", "d/c", "new", "staged"]
    assert repository.changed("HEAD") == ["a", "committed", "d/c", "new", "staged"]


@needs_git
def test_what_was_taken_back(repository: Repository) -> None:
    """What is committed and what is staged count, also if what lies there says the same as REF."""
    repository.commit({"a": "2"})
    repository.write({"a": "1"})
    assert repository.changed("HEAD~1") == ["a"]
    repository.git("checkout", "-q", "a")
    repository.write({"b": "2"})
    repository.git("add", "b")
    repository.write({"b": "1"})
    assert repository.changed("HEAD") == ["b"]


@needs_git
def test_what_was_only_touched(repository: Repository) -> None:
    """A file is compared by what is in it, and not by its times."""
    os.utime(repository.top / "a", (0, 0))
    assert repository.changed("HEAD") == []


@needs_git
@pytest.mark.parametrize("setting", ["true", "copies"])
def test_renames(repository: Repository, setting: str) -> None:
    """Both names count, whatever git is set to show."""
    repository.git("config", "diff.renames", setting)
    repository.git("mv", "a", "renamed")
    assert repository.changed("HEAD") == ["a", "renamed"]
    repository.git("commit", "-q", "-m", "renamed")
    assert repository.changed("HEAD~1") == ["a", "renamed"]


@needs_git
def test_any_name(repository: Repository) -> None:
    """Newlines, bytes that are no UTF-8, what begins like an option, what git quotes."""
    names: dict[str | bytes, str] = dict.fromkeys(["n\nl", b"\xff", "-x", '"q"', "ä", "a\tb", "é/ö\n"], "1")
    expected = sorted((os.fsencode(name) for name in names), key=bytes)
    repository.write(names)
    found = repository.changed("HEAD") or []
    assert [os.fsencode(name) for name in found] == expected
    repository.commit({})
    found = repository.changed("HEAD~1") or []
    assert [os.fsencode(name) for name in found] == expected


@needs_git
def test_beneath_the_top_of_the_repository(ws: Workspace) -> None:
    """Paths are from the workspace root, also those of what lies outside of it."""
    repository = Repository(ws, ws.base)
    repository.commit({"ws/a": "1", "ws/n\nl/b": "1", "outside/precious": "precious"})
    repository.write({"ws/a": "2", "ws/n\nl/new": "1", "ws/n\nl/b": "2"})
    assert repository.changed("HEAD", ws.root) == ["a", "n\nl/b", "n\nl/new"]
    assert repository.changed("HEAD", ws.root / "n\nl") == ["../a", "b", "new"]
    repository.commit({})
    assert repository.changed("HEAD~1", ws.root) == ["a", "n\nl/b", "n\nl/new"]
    repository.write({"ws-beside": "1"})
    assert repository.changed("HEAD", ws.root) == ["../ws-beside"]
    assert repository.changed("HEAD", ws.root / "n\nl") == ["../../ws-beside"]
    assert repository.changed("HEAD") == ["ws-beside"]


@needs_git
def test_nested_repository(repository: Repository) -> None:
    """One that is not tracked counts by its path, and what is in it is not looked into."""
    nested = repository.top / "d/nested"
    nested.mkdir()
    repository.git("init", "-q", within=nested)
    (nested / "f").write_text("1")
    assert repository.changed("HEAD") == ["d/nested"]
    assert repository.changed("HEAD", repository.top / "d") == ["nested"]
    (repository.top / "e").mkdir()
    assert repository.changed("HEAD", repository.top / "e") == ["../d/nested"]


@needs_git
def test_submodule(repository: Repository) -> None:
    """It has changed when another commit of it is checked out; settings can't hide that."""
    nested = repository.top / "sub"
    nested.mkdir()
    inner = Repository(repository.ws, nested)
    inner.commit({"f": "1"})
    repository.write({".gitmodules": '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tignore = all\n'})
    repository.git("add", ".gitmodules", "sub")
    repository.commit({})
    assert repository.changed("HEAD") == []
    inner.write({"f": "2"})
    assert repository.changed("HEAD") == []
    inner.commit({})
    assert repository.changed("HEAD") == ["sub"]
    repository.commit({})
    assert repository.changed("HEAD~1") == ["sub"]


@needs_git
def test_settings_that_would_hide_something(repository: Repository) -> None:
    """Those of the user and of the repository change nothing about the answer."""
    for setting in ("diff.relative=true", "core.quotePath=true", "color.ui=always", "diff.noprefix=true",
                    "status.showUntrackedFiles=no", "diff.ignoreSubmodules=all", "core.abbrev=4"):  # fmt: skip
        repository.git("config", *setting.split("="))
    repository.write({"a": "2", "new/ä": "1"})
    assert repository.changed("main") == ["a", "new/ä"]


@needs_git
def test_working_tree_of_a_worktree(repository: Repository) -> None:
    """A second working tree, whose `.git` is a file."""
    other = repository.ws.base / "other"
    repository.git("worktree", "add", "-q", str(other))
    (other / "a").write_text("2")
    assert repository.changed("HEAD", other) == ["a"]
    assert repository.changed("HEAD") == []


@needs_git
@pytest.mark.parametrize(
    "ref", ["none", "main..HEAD", "^main", "HEAD^{tree}", "a", "HEAD~9", ":/nothing-of-that", "x y"]
)
def test_what_names_no_commit(repository: Repository, ref: str) -> None:
    """GIT-4: 64, and what to ask git oneself; or it is more or less than one commit (GIT-2)."""
    answer = repository.ask(ref)
    assert answer.get("clause") in ("GIT-4", "GIT-2"), answer
    assert ref in str(answer["refused"])


@needs_git
@pytest.mark.parametrize("ref", ["HEAD", "main", "main~0", "@", "v1", "main@{0}", ":/another"])
def test_what_names_a_commit(repository: Repository, ref: str) -> None:
    """Any name that git knows for it."""
    repository.git("tag", "-a", "v1", "-m", "tagged")
    assert repository.changed(ref) == []


@needs_git
def test_where_there_is_no_answer(ws: Workspace) -> None:
    """GIT-4: no repository, no commit, no git: 64, and nothing runs."""
    ws.config(TASK)
    result = ws.tsr("t", "--since", "HEAD")
    assert (result.code, result.out) == (64, "")
    assert result.err == (
        "✗ error: --since 'HEAD': git does not tell which repository this is: it ended with 128"
        " — see what `git rev-parse --is-inside-work-tree` says in the workspace root [GIT-4]\n"
    )
    subprocess.run(["git", "init", "-q"], cwd=ws.root, env=ws.environment(), check=True)
    result = ws.tsr("t", "--since", "HEAD")
    assert result.code == 64
    assert result.err == (
        "✗ error: --since 'HEAD': git does not tell which commit 'HEAD' is: it ended with 128"
        " — see what `git rev-parse --verify HEAD` says in the workspace root [GIT-4]\n"
    )
    result = ws.tsr("t", "--since", "HEAD", env={"PATH": str(ws.base)})
    assert result.code == 64
    assert result.err == "✗ error: --since 'HEAD': git was not found — install it, or check PATH [GIT-4]\n"
    assert "ran" not in ws.tree()


def fake_git(ws: Workspace, script: str) -> dict[str, str | None]:
    """A `git` that is this script, and the environment in which it is found."""
    directory = ws.base / "bin"
    directory.mkdir()
    (directory / "git").write_text(f"#!/bin/sh\n{script}\n")
    (directory / "git").chmod(0o755)
    return {"PATH": f"{directory}:/usr/bin:/bin"}


def test_what_git_is_given(ws: Workspace) -> None:
    """GIT-1: the environment of the process and not the merged one, no input, and the workspace root."""
    environment = fake_git(
        ws, f"env >{ws.base}/env; pwd >{ws.base}/pwd; cat >{ws.base}/input; echo nothing >&2; exit 3"
    )
    ws.config(f"[env]\nMERGED = 'x'\n{TASK}")
    (ws.root / "below").mkdir()
    result = ws.tsr("t", "--since", "x", cwd=ws.root / "below", env={**environment, "MINE": "1"}, stdin=b"secret")
    assert result.code == 64
    assert "git does not tell which repository this is: it ended with 3 —" in result.err
    assert "nothing" not in result.err
    given = (ws.base / "env").read_text().splitlines()
    assert "MINE=1" in given
    assert not [line for line in given if line.startswith("MERGED")]
    assert (ws.base / "input").read_text() == ""
    assert (ws.base / "pwd").read_text() == f"{ws.root}\n"


def test_git_is_asked_last(ws: Workspace) -> None:
    """GIT-1: what is refused at load is refused before it is started."""
    environment = fake_git(ws, f"touch {ws.base}/asked; exit 1")
    ws.config("[tasks.t]\nrun = 'echo $NOT_SET'\n")
    assert "SHELL-8" in ws.tsr("t", "--since", "x", env=environment).err
    assert not (ws.base / "asked").exists()
    ws.config(TASK)
    assert "GIT-4" in ws.tsr("t", "--since", "x", env=environment).err
    assert (ws.base / "asked").exists()


def test_more_than_fits_into_a_pipe(ws: Workspace) -> None:
    """Output and errors are read side by side, however much of each there is."""
    environment = fake_git(ws, "head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero; echo last >&2; exit 1")
    ws.config(TASK)
    result = ws.tsr("t", "--since", "x", env=environment)
    assert result.code == 64
    assert "it ended with 1 —" in result.err


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("echo secret-value >&2; exit 128", "git does not tell which repository this is: it ended with 128 —"),
        ("kill -9 $$", "git does not tell which repository this is: it was killed by signal 9 —"),
        ("echo false", "the workspace root lies in no working tree of git —"),
    ],
)
def test_no_value_is_shown(ws: Workspace, script: str, says: str) -> None:
    """GIT-4, OUT-1: what git says may hold one of `GIT_DIR`, and where it lies is one of `PATH`."""
    environment = fake_git(ws, script)
    ws.config(TASK)
    result = ws.tsr("t", "--since", "it's", env={**environment, "GIT_DIR": "secret-value"})
    assert result.code == 64
    assert result.err.startswith(f"✗ error: --since 'it's': {says}")
    assert "secret-value" not in result.err
    (ws.base / "bin/git").write_bytes(b"\x7fELF no program")
    result = ws.tsr("t", "--since", "x", env=environment)
    assert result.code == 64
    assert result.err.startswith("✗ error: --since 'x': git cannot be run: Exec format error —")
    assert str(ws.base / "bin") not in result.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("times", [1, 2])
def test_interrupt(ws: Workspace, number: int, times: int) -> None:
    """INT-1: it ends the run, and git with it, also one that does not listen."""
    os.mkfifo(ws.base / "up")
    environment = fake_git(ws, f"trap '' INT TERM; exec 9>{ws.base}/up; echo up >&9; while :; do sleep 1; done")
    ws.config(TASK)
    running = subprocess.Popen(
        [sys.executable, "-m", "tsr_impl", "t", "--since", "x"],
        cwd=ws.root,
        env=ws.environment(environment),
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    with open(ws.base / "up", "rb", buffering=0) as alive:
        assert alive.readline() == b"up\n"
        for _ in range(times):
            running.send_signal(number)
        _, said = running.communicate(timeout=30)
        assert (running.returncode, said) == (130, b"")
        # Once nothing is left that has it open, there is an end to be read.
        assert select.select([alive], [], [], 10)[0]
        assert alive.read() == b""
    assert ws.tree() == {}


@pytest.fixture
def packages(repository: Repository) -> Workspace:
    """A repository with two packages, of which one depends on the other, and a task for each."""
    repository.ws.config(
        "[workspace]\nmembers = ['p/*']\n[tasks.t]\npackages = ['p/*']\ndeps = ['first']\nrun = 'pwd'\n"
        "[tasks.first]\nrun = 'echo first'\n"
    )
    repository.commit(
        {
            "p/a/package.json": '{"name": "a"}',
            "p/b/package.json": '{"name": "b", "dependencies": {"a": "*"}}',
        }
    )
    return repository.ws


@needs_git
def test_what_is_affected_runs(packages: Workspace) -> None:
    """GIT-3: the packages that have changed, and those that depend on them."""
    (packages.root / "p/b/new").touch()
    assert packages.tsr("t", "--since", "HEAD").out.splitlines() == ["first", f"{packages.root}/p/b"]
    (packages.root / "p/a/new").touch()
    both = ["first", f"{packages.root}/p/a", f"{packages.root}/p/b"]
    assert packages.tsr("t", "--since=HEAD").out.splitlines() == both


@needs_git
def test_nothing_is_affected(packages: Workspace) -> None:
    """GIT-3, EVENT-4: it is said, nothing runs, and there is a summary alone."""
    result = packages.tsr("t", "--since", "HEAD")
    assert (result.code, result.out, result.err) == (0, "", "tsr: nothing is affected since 'HEAD'\n")
    result = packages.tsr("t", "--since", "HEAD", "--reporter", "ndjson", "--reporter-file", "../log")
    assert (result.code, result.out) == (0, "")
    line, summary = result.err.splitlines()
    assert line == "tsr: nothing is affected since 'HEAD'"
    assert summary.startswith('{"type":"summary","task":"t","status":"ok","exitCode":0,"ok":0,"failed":0,"skipped":0,')
    assert (packages.base / "log").read_text() == f"{summary}\n"
