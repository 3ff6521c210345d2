"""Nothing that a repository names is run for the sake of a question (GIT-1).

Each test plants a program in a way that a command of git falls for, which is shown first; then the runner asks,
and the program must not have run.
"""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest
from conftest import Workspace
from repositories import Repository, needs_git

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = needs_git


class Plant:
    """A repository, and a program outside of it that leaves a mark when it runs."""

    def __init__(self, ws: Workspace) -> None:
        self.ws = ws
        self.mark = ws.base / "ran"
        self.program = self.script(ws.base / "program")
        self.repository = Repository(ws)
        self.repository.commit({"f": "1", "g": "1"})
        self.repository.commit({"f": "2"})
        self._times = 0

    def script(self, path: Path) -> str:
        path.write_text(f"#!/bin/sh\ntouch '{self.mark}'\nexit 1\n")
        path.chmod(0o755)
        return str(path)

    def set(self, name: str, value: str) -> None:
        self.repository.git("config", name, value)

    def touch(self) -> None:
        """Have git compare a file anew, which says what it said. The index knows the last time, so each is another."""
        self._times += 1
        os.utime(self.repository.top / "f", (self._times, self._times))

    def falls_for_it(self, *words: str) -> bool:
        """Whether a command of git runs the program; it has not run afterwards."""
        environment = {**self.repository.environment, "GIT_TERMINAL_PROMPT": "0"}
        done = subprocess.run(
            ["git", *words], cwd=self.repository.top, env=environment, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=60, check=False,
        )  # fmt: skip
        ran = self.mark.exists()
        self.mark.unlink(missing_ok=True)
        print(done)
        return ran

    def ask(self, ref: str = "HEAD~1") -> dict[str, object]:
        """What the runner is told; the program has not run."""
        answer = self.repository.ask(ref)
        assert not self.mark.exists(), answer
        return answer


@pytest.fixture
def plant(ws: Workspace) -> Plant:
    return Plant(ws)


@pytest.mark.parametrize("within", ["config", "include", "includeIf", "worktree", "global"])
def test_file_system_monitor(plant: Plant, within: str) -> None:
    """`core.fsmonitor`, wherever it is set."""
    set_within(plant, within, "core.fsmonitor", plant.program)
    assert plant.falls_for_it("status")
    assert plant.ask() == {"changed": ["f"]}


def set_within(plant: Plant, within: str, name: str, value: str) -> None:
    """Set something in the configuration of the repository, or in what that includes."""
    top = plant.repository.top
    if within == "worktree":
        plant.set("extensions.worktreeConfig", "true")
        plant.repository.git("config", "--worktree", name, value)
    elif within == "global":
        home = plant.ws.base / "home"
        home.mkdir()
        plant.repository.git("config", "--file", str(home / ".gitconfig"), name, value)
    elif within == "config":
        plant.set(name, value)
    else:
        plant.repository.git("config", "--file", str(top / ".git/more"), name, value)
        plant.set("include.path" if within == "include" else f"includeIf.gitdir:{top}/.path", "more")


@pytest.mark.parametrize("within", ["config", "include", "includeIf", "worktree", "global"])
@pytest.mark.parametrize("key", ["clean", "process"])
@pytest.mark.parametrize("driver", ["x", "X.y", "\udcff", "ä", "*"])
def test_filter(plant: Plant, within: str, key: str, driver: str) -> None:
    """A filter that an attribute sends files through when they are compared, whatever it is called."""
    (plant.repository.top / ".git/info/attributes").write_bytes(b"f filter=" + os.fsencode(driver) + b"\n")
    set_within(plant, within, f"filter.{driver}.{key}", plant.program)
    plant.set(f"filter.{driver}.required", "true")
    plant.touch()
    assert plant.falls_for_it("diff", "HEAD")
    plant.touch()
    assert plant.ask() == {"changed": ["f"]}


def test_filter_in_the_attributes_of_the_tree(plant: Plant) -> None:
    """The same by a file of the tree."""
    plant.set("filter.x.clean", plant.program)
    plant.repository.write({".gitattributes": "* filter=x\n"})
    plant.touch()
    assert plant.falls_for_it("diff")
    plant.touch()
    assert plant.ask() == {"changed": [".gitattributes", "f"]}


def test_filter_that_cannot_be_named(plant: Plant) -> None:
    """A filter whose name has a `=` can't be switched off on a command line: it is refused."""
    plant.repository.write({".gitattributes": "f filter=a=b\n"})
    plant.set("filter.a=b.clean", plant.program)
    plant.touch()
    assert plant.falls_for_it("diff")
    plant.touch()
    answer = plant.ask()
    assert answer["clause"] == "GIT-1"
    assert "'a=b', which can't be switched off" in str(answer["refused"])


def test_hook_after_the_index_has_changed(plant: Plant) -> None:
    """The one hook that reading may set off, in the repository or elsewhere."""
    hooks = plant.ws.base / "hooks"
    for directory in (plant.repository.top / ".git/hooks", hooks):
        directory.mkdir(exist_ok=True)
        plant.script(directory / "post-index-change")
        plant.touch()
        assert plant.falls_for_it("status")
        plant.touch()
        assert plant.ask() == {"changed": ["f"]}
        plant.set("core.hooksPath", str(hooks))


def test_external_diff(plant: Plant) -> None:
    """`diff.external`, and that of a driver."""
    plant.repository.write({"f": "3"})
    plant.set("diff.external", plant.program)
    assert plant.falls_for_it("diff")
    assert plant.ask() == {"changed": ["f"]}
    plant.set("diff.external", "")
    plant.repository.write({".gitattributes": "f diff=x\n"})
    plant.set("diff.x.command", plant.program)
    assert plant.falls_for_it("diff")
    assert plant.ask() == {"changed": [".gitattributes", "f"]}


def test_text_conversion(plant: Plant) -> None:
    """`textconv` of a driver."""
    plant.repository.write({"f": "3", ".gitattributes": "f diff=x\n"})
    plant.set("diff.x.textconv", plant.program)
    assert plant.falls_for_it("diff")
    assert plant.ask() == {"changed": [".gitattributes", "f"]}


@pytest.mark.parametrize("recurse", ["true", "false"])
def test_settings_of_a_submodule(plant: Plant, recurse: str) -> None:
    """Within a submodule those of the submodule would hold: it is not looked into."""
    nested = plant.repository.top / "sub"
    nested.mkdir()
    inner = Repository(plant.ws, nested)
    inner.commit({"f": "1"})
    plant.repository.write({".gitmodules": '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n'})
    plant.repository.commit({})
    inner.git("config", "core.fsmonitor", plant.program)
    plant.set("submodule.recurse", recurse)
    assert plant.falls_for_it("status")
    inner.write({"f": "2"})
    assert plant.ask("HEAD") == {"changed": []}
    assert plant.ask("HEAD~1") == {"changed": [".gitmodules", "sub"]}


def remote(name: str) -> Callable[[Plant], None]:
    """The settings that have git fetch what is missing by the program."""

    def settings(plant: Plant) -> None:
        plant.set("remote.origin.promisor", "true")
        plant.set("remote.origin.partialclonefilter", "tree:0")
        if name == "ext":
            plant.set("protocol.ext.allow", "always")
            plant.set("remote.origin.url", f"ext::{plant.program}")
        elif name == "ssh":
            plant.set("protocol.ssh.allow", "always")
            plant.set("core.sshCommand", plant.program)
            plant.set("remote.origin.url", "ssh://nowhere.invalid/x")
        elif name == "proxy":
            plant.set("protocol.git.allow", "always")
            plant.set("core.gitProxy", plant.program)
            plant.set("remote.origin.url", "git://nowhere.invalid/x")
        else:
            plant.set("protocol.file.allow", "always")
            plant.set("remote.origin.uploadpack", plant.program)
            plant.set("remote.origin.url", str(plant.repository.top))

    return settings


@pytest.mark.parametrize("name", ["ext", "ssh", "proxy", "upload-pack"])
@pytest.mark.parametrize("missing", ["tree", "commit"])
def test_fetch_of_what_is_missing(plant: Plant, name: str, missing: str) -> None:
    """In a partial clone nothing is fetched: what is missing is an error."""
    remote(name)(plant)
    what = "HEAD~1" if missing == "commit" else "HEAD~1^{tree}"
    object_id = plant.repository.git("rev-parse", what).decode().strip()
    (plant.repository.top / ".git/objects" / object_id[:2] / object_id[2:]).unlink()
    commit = object_id if missing == "commit" else "HEAD~1"
    assert plant.falls_for_it("diff-tree", "-r", commit, "HEAD")
    assert plant.ask(commit)["clause"] == "GIT-4"


class Trap:
    """A repository around the workspace, with a filter that is a program: it runs for who is led there."""

    def __init__(self, ws: Workspace) -> None:
        self.mark = ws.base / "ran"
        self._times = 0
        program = ws.base / "program"
        program.write_text(f"#!/bin/sh\ntouch '{self.mark}'\nexit 1\n")
        program.chmod(0o755)
        self.outer = Repository(ws, ws.base)
        self.outer.commit({"ws/f": "1", "ws/a/g": "1", ".gitattributes": "* filter=x\n", ".gitignore": "ran\nhome\n"})
        self.outer.git("config", "filter.x.clean", str(program))

    def is_open(self) -> bool:
        """Whether git, asked from the top of that repository, runs the program; it has not run afterwards."""
        self.touch()
        subprocess.run(
            ["git", "diff"], cwd=self.outer.top, env=self.outer.environment, capture_output=True, check=False
        )
        ran = self.mark.exists()
        self.mark.unlink(missing_ok=True)
        return ran

    def touch(self) -> None:
        """Have git compare a file anew."""
        self._times += 1
        os.utime(self.outer.top / "ws/f", (self._times, self._times))

    def ask(self, repository: Repository, within: Path | None = None) -> dict[str, object]:
        """What the runner is told; the program has not run."""
        assert self.is_open()
        self.touch()
        answer = repository.ask("HEAD", within)
        assert not self.mark.exists(), answer
        return answer


@pytest.fixture
def trap(ws: Workspace) -> Trap:
    return Trap(ws)


def inner(trap: Trap, ws: Workspace) -> Repository:
    """The repository of the workspace itself, with all that is there as it was committed."""
    made = Repository(ws)
    made.commit({})
    return made


@pytest.mark.parametrize("worktree", ["../..", "absolute"])
def test_working_tree_that_another_repository_lies_in(trap: Trap, ws: Workspace, worktree: str) -> None:
    """`core.worktree`: where it leads the way up to, git would find another repository."""
    repository = inner(trap, ws)
    repository.git("config", "core.worktree", str(ws.base) if worktree == "absolute" else worktree)
    changed = trap.ask(repository, ws.root / "a")["changed"]
    assert isinstance(changed, list)
    assert {"../f", "g", "../../ws/a/g"} & {*changed}


def test_chain_of_files_that_lead_to_a_repository(trap: Trap, ws: Workspace) -> None:
    """A `.git` that is a file, and a repository that has its settings from yet another place."""
    repository = inner(trap, ws)
    store = ws.base / "home/store"
    store.parent.mkdir()
    (ws.root / ".git").rename(store)
    (ws.root / ".git").write_text("gitdir: ../home/store\n")
    link = ws.root / "a/.git"
    (ws.base / "home/other").mkdir()
    (ws.base / "home/other/commondir").write_text("../store\n")
    (ws.base / "home/other/HEAD").write_text("ref: refs/heads/main\n")
    (ws.base / "home/other/gitdir").write_text(f"{link}\n")
    link.write_text("gitdir: ../../home/other\n")
    repository.git("config", "core.worktree", str(ws.base))
    for within in (ws.root, ws.root / "a"):
        trap.ask(repository, within)


@pytest.mark.parametrize("worktree", ["", ".", ".."])
def test_files_that_look_like_a_bare_repository(trap: Trap, ws: Workspace, worktree: str) -> None:
    """They come with any clone. The `git` of today refuses to be led there; if not, it is that one and no other."""
    repository = inner(trap, ws)
    (ws.root / ".git/hooks").rename(ws.base / "home")
    for name in os.listdir(ws.root / ".git"):
        (ws.root / ".git" / name).rename(ws.root / name)
    (ws.root / ".git").rmdir()
    config = ["config", "--file", str(ws.root / "config")]
    repository.git(*config, "core.bare", "false" if worktree else "true")
    if worktree:
        repository.git(*config, "core.worktree", worktree)
    for within in (ws.root, ws.root / "a"):
        answer = trap.ask(repository, within)
        assert answer.get("clause", "GIT-4") == "GIT-4"


@pytest.mark.parametrize("variables", ["GIT_DIR", "GIT_DIR GIT_WORK_TREE", "GIT_DIR GIT_COMMON_DIR", "GIT_WORK_TREE"])
def test_repository_that_the_user_has_named(trap: Trap, ws: Workspace, variables: str) -> None:
    """By paths that start at the workspace root: all questions go there."""
    repository = inner(trap, ws)
    values = {"GIT_DIR": "../.git", "GIT_WORK_TREE": "..", "GIT_COMMON_DIR": "../.git"}
    repository.environment.update({name: values[name] for name in variables.split()})
    answer = trap.ask(repository)
    assert "changed" in answer, answer


def test_index_and_files_stay_as_they_are(plant: Plant) -> None:
    """The question writes nothing."""
    plant.touch()
    git = plant.repository.top / ".git"

    def state() -> dict[str, tuple[int, int]]:
        paths = [path for path in git.rglob("*") if path.is_file()]
        return {str(path): (path.stat().st_mtime_ns, path.stat().st_ino) for path in paths}

    before = state()
    assert plant.ask() == {"changed": ["f"]}
    assert state() == before
    plant.repository.git("status")
    assert state() != before


@pytest.mark.parametrize("entry", ["", ".", "bin", "./bin"])
def test_git_of_the_workspace(plant: Plant, entry: str) -> None:
    """What PATH finds from within the workspace is not the git that is asked."""
    directory = plant.repository.top / (entry or ".")
    directory.mkdir(exist_ok=True)
    plant.script(directory / "git")
    plant.repository.environment["PATH"] = f"{entry}:{os.environ['PATH']}"
    assert "git" in str(plant.ask()["changed"])


def test_no_replaced_object(plant: Plant) -> None:
    """An object that stands in for another one does not."""
    plant.repository.git("replace", "HEAD~1", "HEAD")
    assert plant.repository.git("diff", "--name-only", "HEAD~1", "HEAD") == b""
    assert plant.ask() == {"changed": ["f"]}
