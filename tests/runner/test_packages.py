"""Packages (PKG-1 to PKG-6): where they are, which a task selects, and what runs in which."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

import pytest
from conftest import Result, Workspace, toml_string

from tsr_impl.globs import PathPattern


def npm(ws: Workspace, path: str, name: str | None = None, *requires: str) -> None:
    """A package of npm."""
    directory = ws.root / path
    directory.mkdir(parents=True, exist_ok=True)
    manifest = {"name": name, "dependencies": dict.fromkeys(requires, "*")}
    (directory / "package.json").write_text(json.dumps(manifest))


def config(ws: Workspace, members: list[str], tasks: str = "", packages: list[str] | None = None) -> None:
    """These members, the tasks, and a task `t` in these packages that prints where it runs."""

    def listed(entries: list[str]) -> str:
        return "[" + ", ".join(map(toml_string, entries)) + "]"

    lines = ["[workspace]", f"members = {listed(members)}", tasks]
    if packages is not None:
        lines += ["[tasks.t]", "run = 'pwd'", f"packages = {listed(packages)}"]
    ws.config("\n".join(lines))


def directories(ws: Workspace, result: Result) -> list[str]:
    """What the units printed, from the root."""
    assert result.code == 0, result
    return [os.path.relpath(line, ws.root) for line in result.out.splitlines()]


@pytest.mark.parametrize(
    ("members", "found"),
    [
        (["packages/*"], "packages/a packages/b"),
        (["./packages//*/"], "packages/a packages/b"),
        (["packages/b", "packages/*"], "packages/b packages/a"),
        (["packages/[!a]"], "packages/b"),
        (["packages/?"], "packages/a packages/b"),
        (["packages/{a,b}", "apps/x"], "apps/x"),
        (["packages/**"], "packages/a packages/a/deep/inner packages/b"),
        (["**"], "apps/x packages/a packages/a/deep/inner packages/b"),
        (["**/inner"], "packages/a/deep/inner"),
        (["packages/.*"], "packages/.hidden"),
        (["packages/a/deep/../../b"], "packages/a/deep/../../b"),
        (["apps/../packages/b", "packages/*"], "apps/../packages/b packages/a"),
        (["."], "."),
        (["*", "apps/x/"], "apps/x"),
        (["packages/*/node_modules/*"], "packages/a/node_modules/got"),
        (["packages/a/node_mod*/*", "apps/x"], "apps/x"),
    ],
)
def test_members_are_patterns_and_paths(ws: Workspace, members: list[str], found: str) -> None:
    """PKG-1: by entry, then by path; `node_modules` only by name; what has no marker is passed over."""
    for path in ("packages/a", "packages/b", "packages/a/deep/inner", "packages/.hidden", "apps/x", "."):
        npm(ws, path)
    npm(ws, "packages/a/node_modules/got")
    (ws.root / "packages/file").write_text("")
    (ws.root / "packages/empty").mkdir()
    config(ws, members, "[tasks.t]\nrun = 'true'\n")
    result = ws.tsr("t", "--resume-from", "nothing-like-it")
    assert result.code == 64
    shown = result.err.partition("the packages are ")[2].partition(" [")[0].replace("'", "").split(", ")
    assert shown == found.split()


def test_an_exact_member_that_is_none_is_said(ws: Workspace) -> None:
    """PKG-1: and it doesn't end the run; where nothing needs packages, nothing is looked for."""
    npm(ws, "a")
    (ws.root / "b").mkdir()
    config(ws, ["a", "b", "c", "d/*"], "[tasks.u]\nrun = 'true'", ["a"])
    result = ws.tsr("t")
    assert directories(ws, result) == ["a"]
    warnings = result.err.splitlines()
    assert [line.partition("members: ")[2][:3] for line in warnings] == ["'b'", "'c'"]
    assert all(line.startswith("! warning: ") and line.endswith(" [PKG-1]") for line in warnings)
    assert ws.tsr("u").err == ""
    config(ws, ["*", "b"], "", ["a"])
    assert "[workspace] members: 'b' has none of package.json" in ws.tsr("t").err


def test_two_ways_to_one_directory_are_one_package(ws: Workspace) -> None:
    """PKG-1, FENCE-9: which goes by the first of them, of one entry the first by bytes."""
    npm(ws, "packages/b")
    (ws.root / "packages/a").symlink_to("b")
    (ws.root / "packages/c").symlink_to("b")
    config(ws, ["packages/*"], "", ["packages/*"])
    assert "· t (packages/a)\n" in ws.tsr("t", "--dry-run").out
    assert directories(ws, ws.tsr("t")) == ["packages/b"]
    config(ws, ["packages/c", "packages/*"], "", ["packages/*"])
    assert ws.tsr("t", "--dry-run").out.count("· ") == 1
    assert "· t (packages/c)\n    dir: packages/c\n" in ws.tsr("t", "--dry-run").out
    config(ws, ["packages/c", "packages/*"], "", ["packages/b"])
    assert " [PKG-4]" in ws.tsr("t").err


@pytest.mark.parametrize(
    ("present", "command"),
    [
        (["package.json", "Cargo.toml", "go.mod", "pyproject.toml"], "npm run t"),
        (["package.json", "bun.lock"], "bun run t"),
        (["package.json", "bun.lockb"], "bun run t"),
        (["package.json", "../../bun.lock"], "bun run t"),
        (["package.json", "../bun.lock"], "npm run t"),
        (["Cargo.toml", "bun.lock"], "cargo t"),
        (["go.mod", "pyproject.toml"], "go t"),
        (["pyproject.toml"], "uv run t"),
    ],
)
def test_the_first_marker_counts(ws: Workspace, present: list[str], command: str) -> None:
    """PKG-2, FORM-3."""
    directory = ws.root / "packages/a"
    directory.mkdir(parents=True)
    for name in present:
        (directory / name).write_text("")
    config(ws, ["packages/*"], "[tasks.t]\npackages = ['packages/a']\n")
    assert ws.tsr("t", "--dry-run").out == f"· t (packages/a)\n    dir: packages/a\n    cmd: {command}\n"


@pytest.mark.parametrize("kind", ["directory", "fifo", "socket", "dangling", "directory link", "device link"])
def test_what_is_no_file_is_no_marker(ws: Workspace, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """PKG-2: and it is never opened; the next marker counts."""
    directory = ws.root / "a"
    directory.mkdir()
    monkeypatch.chdir(directory)
    name = "package.json"
    if kind == "directory":
        Path(name).mkdir()
    elif kind == "fifo":
        os.mkfifo(name)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(name)
    else:
        Path(name).symlink_to({"dangling": "none", "directory link": "..", "device link": "/dev/null"}[kind])
    config(ws, ["a"], "", ["a"])
    assert " [PKG-4]" in ws.tsr("t").err
    Path("go.mod").write_text("")
    assert directories(ws, ws.tsr("t")) == ["a"]


@pytest.mark.parametrize(
    ("packages", "found"),
    [
        (["packages/*"], "packages/a packages/b"),
        (["b", "packages/*"], "packages/b packages/a"),
        (["@x/a"], "packages/a"),
        (["./packages/a/"], "packages/a"),
        (["twice"], "other packages/b/twice"),
        (["**/twice", "other", "twice"], "packages/b/twice other"),
        (["**"], "a other packages/a packages/b packages/b/twice"),
        (["a"], "a"),
        (["pack*/[ab]"], "packages/a packages/b"),
    ],
)
def test_packages_are_selected_by_path_or_name(ws: Workspace, packages: list[str], found: str) -> None:
    """PKG-4: a path comes before a name; by entry, then by path, each once."""
    for path, name in {"packages/b": "b", "packages/a": "@x/a", "a": "q", "packages/b/twice": "twice"}.items():
        npm(ws, path, name)
    npm(ws, "other", "twice")
    npm(ws, "packages/unlisted", "unlisted")
    config(ws, ["packages/b", "packages/a", "other", "a", "packages/b/twice"], "", packages)
    assert directories(ws, ws.tsr("t")) == found.split()


@pytest.mark.parametrize(
    ("packages", "said"),
    [
        (["packages/bb"], "did you mean 'packages/b'?"),
        (["@x/aa"], "did you mean '@x/a'?"),
        (["zzz"], "the packages are 'packages/a', 'packages/b'"),
        (["zzz*"], "the packages are 'packages/a', 'packages/b'"),
        (["packages"], "'packages/a', 'packages/b'"),
        (["packages/a/../b"], "'packages/b'"),
        ([], "is empty"),
    ],
)
def test_an_entry_that_selects_nothing(ws: Workspace, packages: list[str], said: str) -> None:
    """PKG-4: of a task that is reached; and nothing runs."""
    npm(ws, "packages/b", "b")
    npm(ws, "packages/a", "@x/a")
    config(ws, ["packages/*"], "[tasks.first]\nrun = 'touch x'\n[tasks.all]\ndeps = ['first', 't']\n", packages)
    for task in ("t", "all"):
        result = ws.tsr(task)
        assert (result.code, result.out) == (64, "")
        first = result.err.splitlines()[0]
        assert first.startswith("✗ config error: task 't': `packages` ")
        assert first.endswith(" [PKG-4]")
        assert said in first
    assert ws.tsr("first").code == 0


def test_where_there_are_no_packages_it_is_said(ws: Workspace) -> None:
    """PKG-4: with the key that names them."""
    config(ws, [], "", ["a"])
    assert "there are no packages — name their directories in `[workspace] members`" in ws.tsr("t").err


def test_a_task_runs_once_in_each_package(ws: Workspace) -> None:
    """PKG-5, GRAPH-9: its deps once and before, `args` and typed words in each, `env_file`s from the root."""
    npm(ws, "packages/a", "a")
    npm(ws, "packages/b", "b", "a")
    (ws.root / "vars").write_text("V=of-the-root")  # not taken: `env_file` is found from `dir` (ENV-12)
    config(
        ws,
        ["packages/*"],
        "[tasks.pre]\nrun = 'echo pre'\n"
        "[tasks.t]\npackages = ['b', 'a']\nrun = 'pwd; echo $V'\ndeps = ['pre']\nargs = ['x']\nenv_file = 'vars'\n",
    )
    result = ws.tsr("t", "--", "y z")
    at = [f"{ws.root}/packages/{name}\nof-the-root x y z\n" for name in "ba"]
    assert (result.code, result.out) == (0, "pre\n" + at[0] + at[1])


def test_units_in_the_table_have_their_package(ws: Workspace) -> None:
    """OUT-3, PKG-5, GRAPH-5: and the first failure ends the run."""
    for path in ("packages/a", "packages/b", "packages/c"):
        npm(ws, path)
    (ws.root / "packages/b/f").write_text("")
    config(ws, ["packages/*"], "[tasks.t]\npackages = ['packages/*']\nrun = 'mkdir f'\n")
    result = ws.tsr("t")
    assert result.code == 1
    assert [row.split("  ")[0] for row in result.table.splitlines()] == [
        "✓ t (packages/a)",
        "✗ t (packages/b)",
        "⊘ t (packages/c)",
    ]
    assert ws.tsr("t", "--no-bail").table.count("exit 1") == 2


def chain(ws: Workspace) -> None:
    """`app` depends on `lib`, and that on `core`, which nobody selects; `solo` on none."""
    npm(ws, "packages/app", "app", "@x/lib")
    npm(ws, "packages/lib", "@x/lib", "core", "react")
    npm(ws, "packages/core", "core", "core")
    npm(ws, "packages/solo", "solo")


@pytest.mark.parametrize("parallel", [False, True])
def test_what_is_upstream_goes_first(ws: Workspace, parallel: bool) -> None:
    """GRAPH-7: selected or not, through those in between, each once."""
    chain(ws)
    config(
        ws,
        ["packages/*"],
        f"[tasks.build]\npackages = ['app', 'solo']\ndeps = ['^build', 'pre']\nrun = 'pwd'\nparallel = {parallel}\n"
        "[tasks.pre]\nrun = 'echo pre'\n".replace("= True", "= true").replace("= False", "= false"),
    )
    result = ws.tsr("build")
    order = [line.rpartition("/")[2] for line in result.out.splitlines()]
    if parallel:
        assert order[0] == "pre"
        assert [one for one in order if one != "solo"] == ["pre", "core", "lib", "app"]
        assert sorted(order) == ["app", "core", "lib", "pre", "solo"]
    else:
        assert order == ["pre", "core", "lib", "app", "solo"]


@pytest.mark.parametrize(
    "tasks",
    [
        "[tasks.t]\npackages = ['packages/[ab]']\nparallel = true\nrun = './meet'\n",
        "[tasks.t]\npackages = ['packages/c']\ndeps = ['^u']\nparallel = true\nrun = 'true'\n"
        "[tasks.u]\nrun = './meet'\n",
    ],
)
def test_packages_at_the_same_time(ws: Workspace, tasks: str) -> None:
    """GRAPH-10, GRAPH-7: `parallel` is about a task's packages, and about what its units ask for upstream."""
    npm(ws, "packages/a", "a")
    npm(ws, "packages/b", "b")
    npm(ws, "packages/c", "c", "a", "b")
    os.mkfifo(ws.root / "met")
    # Neither can go on without the other.
    for name, text in {"a": "echo met > ../../met", "b": "cat ../../met"}.items():
        program = ws.root / "packages" / name / "meet"
        program.write_text(f"#!/bin/sh\n{text}\n")
        program.chmod(0o755)
    config(ws, ["packages/*"], tasks)
    result = ws.tsr("t")
    assert (result.code, result.out) == (0, "met\n")


def test_what_has_no_packages_runs_upstream_too(ws: Workspace) -> None:
    """GRAPH-7: it runs in the package, with its variables as ever; its own deps run once.

    An aggregate is nothing but these.
    """
    chain(ws)
    (ws.root / "sub").mkdir()
    (ws.root / "vars").write_text("V=of-the-root")  # not taken: `env_file` is found from `dir` (ENV-12)
    (ws.root / "sub" / "vars").write_text("V=of-sub")
    config(
        ws,
        ["packages/*"],
        "[tasks.t]\npackages = ['app']\nrun = 'pwd'\ndeps = ['^gen', '^agg', 'gen']\n"
        "[tasks.gen]\nrun = 'pwd; echo $V'\ndir = 'sub'\nenv_file = 'vars'\ndeps = ['once']\n"
        "[tasks.once]\nrun = 'echo once'\n[tasks.agg]\ndeps = ['last']\n[tasks.last]\nrun = 'echo last'\n",
    )
    result = ws.tsr("t")
    lines = [line.rpartition("/")[2] for line in result.out.splitlines()]
    assert lines == ["once", "sub", "of-sub", "core", "of-sub", "lib", "of-sub", "last", "app"]


def test_names_are_of_any_ecosystem(ws: Workspace) -> None:
    """PKG-6, PKG-3: those of Python as PEP 503 has them, all others exactly."""
    npm(ws, "p/a", "a", "Some_Thing", "UPPER")
    npm(ws, "p/b", "upper")
    (ws.root / "p/c").mkdir()
    (ws.root / "p/c/pyproject.toml").write_text("[project]\nname = 'some.thing'\n")
    config(ws, ["p/*"], "[tasks.t]\npackages = ['a']\ndeps = ['^t']\nrun = 'pwd'\n")
    assert directories(ws, ws.tsr("t")) == ["p/c", "p/a"]
    config(ws, ["p/*"], "", ["SOME--thing"])
    assert directories(ws, ws.tsr("t")) == ["p/c"]
    config(ws, ["p/*"], "", ["Upper"])
    assert " [PKG-4]" in ws.tsr("t").err


# The bounds -----------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", ["../outside", "../outside/*", "/etc/*", "/*", "link/*", "link", "packages/../../x"])
def test_members_are_judged_at_any_run(ws: Workspace, entry: str) -> None:
    """FENCE-1: the literal part of each, whether the run needs packages or not."""
    (ws.root / "link").symlink_to("../outside")
    config(ws, [entry], "[tasks.t]\nrun = 'touch x'\n")
    result = ws.tsr("t")
    assert (result.code, result.out) == (64, "")
    first = result.err.splitlines()[0]
    assert first.startswith("✗ config error: [workspace] members: ")
    assert first.endswith(" [FENCE-1]")


@pytest.mark.parametrize("entry", ["../outside", "../outside/*", "/etc", "link"])
def test_packages_are_judged_in_the_reach(ws: Workspace, entry: str) -> None:
    """FENCE-1: before it is found out that there is no such package."""
    (ws.root / "link").symlink_to("../outside")
    config(ws, [], "[tasks.u]\nrun = 'true'\n", [entry])
    result = ws.tsr("t")
    assert result.code == 64
    assert result.err.splitlines()[0].endswith(" [FENCE-1]")
    assert ws.tsr("u").code == 0


@pytest.mark.parametrize("has_marker", [False, True])
def test_each_match_is_judged(open_ws: Workspace, has_marker: bool) -> None:
    """FENCE-9: with a marker or not, if the run needs packages; what is no directory is passed over."""
    ws = open_ws
    npm(ws, "packages/a")
    (ws.root / "packages/file").symlink_to("../../outside/precious")
    config(ws, ["packages/*"], "[tasks.u]\nrun = 'true'\n", ["packages/a"])
    assert ws.tsr("t").code == 0
    if has_marker:
        (ws.outside / "package.json").write_text("{}")
    (ws.root / "packages/link").symlink_to("../../outside")
    result = ws.tsr("t")
    assert (result.code, result.out) == (64, "")
    assert result.err.splitlines()[0].endswith(" [FENCE-9]")
    assert ws.tsr("u").code == 0
    text = (ws.root / "tasks.toml").read_text()
    ws.config("[security]\nallow_paths = ['../outside']\n" + text)
    assert ws.tsr("t").code == 0


@pytest.mark.parametrize("name", ["package.json", "bun.lock"])
def test_files_that_decide_are_within_the_bounds(ws: Workspace, name: str) -> None:
    """FENCE-1: a marker, and a lock."""
    npm(ws, "a")
    (ws.root / "a" / name).unlink(missing_ok=True)
    (ws.root / "a" / name).symlink_to("../../outside/precious")
    config(ws, ["a"], "", ["a"])
    result = ws.tsr("t")
    assert result.code == 64
    assert result.err.splitlines()[0].startswith(f"✗ config error: 'a/{name}' leads to ")
    assert result.err.splitlines()[0].endswith(" [FENCE-1]")


def test_a_package_is_judged_again_when_its_unit_starts(ws: Workspace) -> None:
    """FENCE-15: it is open from then on."""
    for path in ("packages/a", "packages/b"):
        npm(ws, path)
    (ws.root / "link").symlink_to("../outside")
    for change in ("rm -r ../b && mv ../../link ../b", "rm -r ../b"):
        config(ws, ["packages/*"], f"[tasks.t]\npackages = ['packages/*']\nrun = '{change}'\n")
        result = ws.tsr("t")
        assert result.code == 64
        assert result.err.startswith(
            "✗ config error: task 't (packages/b)': the package at 'packages/b' cannot be used"
        )
        assert result.err.endswith(" [FENCE-15]\n")
        npm(ws, "packages/c")
        (ws.root / "packages/b").unlink(missing_ok=True)
        (ws.root / "packages/c").rename(ws.root / "packages/b")


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("a/*", "a/b", True),
        ("a/*", "a/b/c", False),
        ("*", "a/b", False),
        ("**", "a", True),
        ("**", "a/b", True),
        ("**", ".", False),
        ("*", ".", False),
        ("**/b", "b", True),
        ("**/b", "a/b", True),
        ("a/**", "a", False),
        ("a/**", "a/b/c", True),
        ("a/**/c", "a/c", True),
        ("a/**/**/c", "a/b/b/c", True),
        ("a/**/**", "a/b", True),
        ("**/.b", "a/.b", True),
        ("**/b", ".a/b", False),
        ("*", ".a", False),
        (".*", ".a", True),
        (".*", "..", False),
        ("*/b", "../b", False),
        ("../*", "../b", True),
        ("[a-c]?", "bx", True),
        ("[!a]", "a", False),
        ("[a", "[a", True),
        ("/a/*", "/a/b", True),
        ("/a/*", "a/b", False),
        ("a/*", "/a/b", False),
    ],
)
def test_paths_fit_patterns_as_names_do(pattern: str, path: str, fits: bool) -> None:
    """PKG-4: the language of SHELL-10 to SHELL-14."""
    assert PathPattern(pattern).matches(path) is fits
