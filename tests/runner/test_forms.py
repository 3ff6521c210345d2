"""What a task runs that has no `run` (FORM), and what is put in front of PATH for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from conftest import Workspace, toml_string

if TYPE_CHECKING:
    from pathlib import Path

SHOW = '#!/bin/sh\nfor word in "$0" "$@"; do printf "[%s]" "${word##*/}"; done\necho\n'


def program(directory: Path, name: str, text: str = SHOW) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    (directory / name).write_text(text)
    (directory / name).chmod(0o755)


@pytest.fixture
def path(ws: Workspace) -> dict[str, str | None]:
    """A PATH with programs that show their words: the tools of all ecosystems, and two that have names of builtins."""
    for name in ("npm", "bun", "cargo", "go", "uv", "tool", "echo", "rm"):
        program(ws.base / "bin", name)
    return {"PATH": f"{ws.base}/bin:/usr/bin:/bin"}


@pytest.mark.parametrize(
    ("task", "text", "words"),
    [
        ("t", "delegate = 'tool'", "[tool][run][t]"),
        ("p#t", "delegate = 'tool'", "[tool][run][t]"),
        ("t", "delegate = 'rm'", "[rm][run][t]"),
        ("t", "delegate = { bin = 'tool' }", "[tool]"),
        (
            "t",
            "delegate = { bin = 'echo', args = ['-n', '$HOME', '*', 'a b', '', \"'\"] }",
            "[echo][-n][$HOME][*][a b][][']",
        ),
        ("t", "delegate = 'tool'\nrun = 'false'", "[tool][run][t]"),
        ("t", "delegate = 'tool'\nargs = ['$X', '*']", "[tool][run][t][$X][*]"),
        ("t", "delegate = 'tool'\nrun = 'echo $UNSET'", "[tool][run][t]"),
        ("a:b", "delegate = 'tool'\ndeps = []", "[tool][run][a:b]"),
    ],
)
def test_a_delegate_gets_its_words_as_they_are(
    ws: Workspace, path: dict[str, str | None], task: str, text: str, words: str
) -> None:
    """FORM-1, FORM-2: nothing is expanded, no builtin answers, and what is typed comes last."""
    ws.config(f"[tasks.{toml_string(task)}]\n{text}\n")
    result = ws.tsr(task, "--", "typed $HOME *", env=path)
    assert (result.code, result.out) == (0, f"{words}[typed $HOME *]\n"), result


def test_a_delegate_that_cannot_be_found(ws: Workspace) -> None:
    """FORM-2, SHELL-41, SHELL-44: the bin is one word, and not split."""
    ws.config("[tasks.t]\ndelegate = 'no such tool'\n")
    result = ws.tsr("t")
    assert result.code == 64
    assert result.err.startswith("✗ error: task 't': the program 'no such tool' was not found")
    assert result.err.endswith(" [SHELL-44]\n")


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (["package.json"], "[npm][run][t]"),
        (["package.json", "bun.lock"], "[bun][run][t]"),
        (["Cargo.toml"], "[cargo][t]"),
        (["go.mod"], "[go][t]"),
        (["pyproject.toml"], "[uv][run][t]"),
        (["pyproject.toml", "go.mod"], "[go][t]"),
    ],
)
@pytest.mark.parametrize("directory", ["", "sub/"])
def test_an_ecosystem_runs_what_nothing_else_does(
    ws: Workspace, path: dict[str, str | None], files: list[str], words: str, directory: str
) -> None:
    """FORM-3: the one of the directory itself; without a config, too (CLI-12)."""
    (ws.root / "sub").mkdir()
    for name in files:
        (ws.root / directory / name).write_text("")
    if directory:
        ws.config("[tasks.'p#t']\ndir = 'sub'\nargs = ['*']\n")
        result = ws.tsr("p#t", "--", "$A", env=path)
        assert (result.code, result.out) == (0, f"{words}[*][$A]\n")
    else:
        result = ws.tsr("t", "--", "*", "$A", env=path)
        assert (result.code, result.out) == (0, f"{words}[*][$A]\n")
        ws.config("[tasks.t]\ndir = 'sub'\n")
        assert " [CLI-10]" in ws.tsr("t", env=path).err


def test_a_lock_in_the_root_counts_for_a_directory(ws: Workspace) -> None:
    """FORM-3, PKG-2."""
    (ws.root / "sub").mkdir()
    (ws.root / "sub" / "package.json").write_text("")
    (ws.root / "bun.lock").write_text("")
    ws.config("[tasks.t]\ndir = 'sub'\n")
    assert ws.tsr("t", "--dry-run").out.endswith("    cmd: bun run t\n")


def test_a_directory_outside_is_not_looked_into(open_ws: Workspace) -> None:
    """EXIT-10: there is no marker in it, and that is not what is said."""
    open_ws.config("[tasks.t]\ndir = '../outside'\n")
    assert open_ws.tsr("t").err.splitlines()[0].endswith(" [FENCE-1]")
    open_ws.config("[security]\nallow_paths = ['../outside']\n[tasks.t]\ndir = '../outside'\n")
    assert open_ws.tsr("t").err.splitlines()[0].endswith(" [CLI-10]")
    (open_ws.outside / "go.mod").write_text("")
    assert open_ws.tsr("t", "--dry-run").code == 0


def test_a_marker_outside_is_refused(ws: Workspace) -> None:
    """FENCE-1: with a config and without."""
    (ws.root / "go.mod").symlink_to("../outside/precious")
    assert ws.tsr("t").err.endswith(" [FENCE-1]\n")
    ws.config("[tasks.t]\n[tasks.u]\nrun = 'true'\n")
    assert ws.tsr("t").err.endswith(" [FENCE-1]\n")
    assert ws.tsr("u").code == 0


@pytest.mark.parametrize(
    ("config", "words", "clause"),
    [
        ("[tasks.t]", "-- --port 1", "FORM-3"),
        ("[tasks.t]\nargs = ['--port']", "", "FORM-3"),
        ("[tasks.t]\ndelegate = { bin = 'npm', args = ['run', 'x'] }", "-- x --port", "FORM-2"),
        ("[tasks.t]\ndelegate = 'npm'", "-- --port", "FORM-2"),
        ("[tasks.t]", "-- -- --port", ""),
        ("[tasks.t]", "-- port", ""),
        ("[tasks.t]\ndelegate = { bin = 'npm', args = ['run', 'x', '--'] }", "-- --port", ""),
        ("[tasks.t]\ndelegate = { bin = 'npm', args = ['run', '-s', 'x'] }", "", ""),
        ("[tasks.t]\ndelegate = { bin = 'bun', args = ['run', 'x'] }", "-- --port", ""),
        ("[tasks.t]\nrun = 'npm run x'", "-- --port", ""),
        ("[workspace]\nmembers = ['a', '.']\n[tasks.t]\npackages = ['*', '.']", "-- --port", "FORM-3"),
    ],
)
def test_a_word_that_npm_keeps(ws: Workspace, config: str, words: str, clause: str) -> None:
    """FORM-2, FORM-3: a warning, once a task."""
    (ws.root / "a").mkdir()
    (ws.root / "package.json").write_text("{}")
    (ws.root / "a/package.json").write_text("{}")
    ws.config(config)
    result = ws.tsr("t", "--dry-run", *words.split())
    warning = f"! warning: task 't': npm keeps '--port' for itself — put another `--` in front of it [{clause}]\n"
    assert (result.code, result.err) == (0, warning if clause else "")


def test_the_plan_has_the_words(ws: Workspace) -> None:
    """PLAN-4: each quoted as the others."""
    ws.config("[tasks.t]\ndelegate = { bin = 'a b', args = ['$X', 'y'] }\nargs = ['*']\n")
    assert ws.tsr("t", "--dry-run", "--", "z").out == "· t\n    dir: .\n    cmd: 'a b' '$X' y '*' z\n"


# node_modules/.bin ----------------------------------------------------------------------------


def installed(ws: Workspace, *directories: str) -> None:
    """A program `which` in each of these, which says where it lies and what PATH it has."""
    for directory in directories:
        program(ws.root / directory / "node_modules/.bin", "where", '#!/bin/sh\necho "${0%/node*}"\necho "$PATH"\n')


def test_the_nearest_comes_first(ws: Workspace) -> None:
    """FORM-4: each up to the root that is a directory, absolute, in front of PATH, also of a merged one."""
    installed(ws, ".", "a/b", "a/b/c/d")
    (ws.root / "a/node_modules").mkdir()
    (ws.root / "a/node_modules/.bin").write_text("")
    (ws.root / "a/b/c").mkdir(exist_ok=True)
    ws.config(
        "[env]\nPATH = '/x:$PATH'\n[tasks.t]\nrun = 'where'\ndir = 'a/b/c'\n[tasks.link]\nrun = 'where'\ndir = 'l'\n"
        "[tasks.d]\ndelegate = { bin = 'where' }\n"
    )
    (ws.root / "l").symlink_to("a/b/c")
    env: dict[str, str | None] = {"PATH": "/usr/bin:/bin"}
    front = f"{ws.root}/a/b/node_modules/.bin:{ws.root}/node_modules/.bin:/x:/usr/bin:/bin\n"
    assert ws.tsr("t", env=env).out == f"{ws.root}/a/b\n{front}"
    assert ws.tsr("link", env=env).out == f"{ws.root}/a/b\n{front}"
    assert ws.tsr("d", env=env).out == f"{ws.root}\n{ws.root}/node_modules/.bin:/x:/usr/bin:/bin\n"


def test_it_is_in_front_of_the_default_where_there_is_no_path(ws: Workspace) -> None:
    """FORM-4, SHELL-41: and of an empty one as it is."""
    installed(ws, ".")
    installed_path = f"{ws.root}/node_modules/.bin"
    assert ws.run("where", env={"PATH": None}).out.splitlines()[1] == f"{installed_path}:/usr/bin:/bin"
    assert ws.run("where", env={"PATH": ""}).out.splitlines()[1] == f"{installed_path}:"


def test_nothing_installed_leaves_path_alone(ws: Workspace) -> None:
    """FORM-4: nor what lies above the root, nor a place that PATH can't name."""
    program(ws.base / "node_modules/.bin", "where")
    installed(ws, "a:b")
    env: dict[str, str | None] = {"PATH": "/usr/bin:/bin"}
    for directory in (".", "a:b"):
        result = ws.run("printenv PATH", dir=directory, env=env)
        assert result.out == "/usr/bin:/bin\n"
    assert ws.run("sh -c 'echo ${PATH-unset}'", env={"PATH": None}).out != ""


def test_a_directory_that_is_admitted_has_its_own_only(open_ws: Workspace) -> None:
    """FORM-4: it doesn't lie beneath the root."""
    ws = open_ws
    installed(ws, ".")
    program(ws.base / "node_modules/.bin", "where")
    program(ws.outside / "node_modules/.bin", "where")
    result = ws.run("printenv PATH", dir="../outside", allow=["../outside"], env={"PATH": "/usr/bin:/bin"})
    assert result.out == f"{ws.outside}/node_modules/.bin:/usr/bin:/bin\n"


def test_a_builtin_stays_one(ws: Workspace) -> None:
    """FORM-4: whatever is installed."""
    program(ws.root / "node_modules/.bin", "echo")
    assert ws.run("echo hello && true").out == "hello\n"


def test_it_is_looked_at_when_the_unit_starts(ws: Workspace) -> None:
    """FORM-4: what an earlier task has put there counts, and what the task itself does not."""
    installed(ws, "made")
    ws.config(
        "[tasks.t]\nrun = 'where'\ndeps = ['make']\n[tasks.make]\nrun = 'mv made/node_modules .'\n"
        "[tasks.both]\nrun = 'mv made/node_modules . && where'\n"
    )
    assert ws.tsr("both").err.startswith("✗ error: task 'both': the program 'where' was not found")
    (ws.root / "node_modules").rename(ws.root / "made/node_modules")
    assert ws.tsr("t").code == 0
