"""What permissions deny an ordinary user: it is said, it is never "missing", and the rest goes on (BUILTIN-23)."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import Result, toml_string
from mounts import directory_elsewhere
from nobody import BY_ROOT, NobodysWorkspace, interpreter, nobodys_workspace, open_up

SHUT, NO_READ, NO_SEARCH, NO_WRITE = 0o000, 0o300, 0o600, 0o500


@pytest.fixture
def ws() -> Iterator[NobodysWorkspace]:
    yield from nobodys_workspace()


@dataclass(frozen=True)
class Case:
    """A command among entries with these modes, the operands that are denied to it, and what it changes all the same.

    `denied` has what stands in front of `: Permission denied`, or the whole of other lines; where the
    system's answer is one about either of two names, they stand with a `|` between them.
    """

    run: str
    modes: dict[str, int]
    denied: str = ""
    changes: dict[str, str | None] = field(default_factory=dict)


TREE = {
    "f": "f", "g": "g",
    "d": "d", "d/f": "df", "d/e": "d",
    "t": "d", "t/a": "a", "t/sub": "d", "t/sub/deep": "d", "t/sub/x": "x", "t/z": "z",
}  # fmt: skip


def plant(root: Path, tree: dict[str, str]) -> None:
    for name, content in sorted(tree.items()):
        if content == "d":
            (root / name).mkdir()
        else:
            (root / name).write_text(content)


def changed(tree: dict[str, str], changes: dict[str, str | None]) -> dict[str, str]:
    merged = {**tree, **changes}
    return {name: content for name, content in merged.items() if content is not None}


def says(name: str, denied: str) -> list[set[str]]:
    """The lines that are expected, each as those that will do."""
    lines = []
    for line in denied.split():
        lines.append({f"{name}: '{path}': Permission denied" for path in line.split("|")})
    return lines


def copied(top: str, *names: str) -> dict[str, str | None]:
    """Entries of the tree `t` beneath another top."""
    return {top + name: TREE[f"t{name}"] for name in ("", *names)}


def gone(*names: str) -> dict[str, str | None]:
    return dict.fromkeys(names)


CASES = [
    Case("cat f g", {"f": SHUT}, "f"),
    Case("cat d/f g", {"d": NO_SEARCH}, "d/f"),
    Case("cat d/missing g", {"d": NO_SEARCH}, "d/missing"),
    Case("cat d/e/x/../y g", {"d/e": NO_SEARCH}, "d/e/x/../y"),
    Case("cat d/f", {"d": NO_READ}),
    Case("touch d/new h", {"d": NO_WRITE}, "d/new", {"h": ""}),
    Case("touch d/new h", {"d": NO_SEARCH}, "d/new", {"h": ""}),
    Case("touch d/f h", {"d": NO_SEARCH}, "d/f", {"h": ""}),
    Case("touch d/new", {"d": NO_READ}, "", {"d/new": ""}),
    Case("touch d/f", {"d": NO_WRITE}),
    Case("touch f", {"f": SHUT}),
    Case("mkdir d/n h", {"d": NO_WRITE}, "d/n", {"h": "d"}),
    Case("mkdir d/n h", {"d": NO_SEARCH}, "d/n", {"h": "d"}),
    Case("mkdir d/n", {"d": NO_READ}, "", {"d/n": "d"}),
    Case("mkdir -p d/n/m h", {"d": NO_WRITE}, "d/n/m", {"h": "d"}),
    Case("mkdir -p d/n/m h", {"d": NO_SEARCH}, "d/n/m", {"h": "d"}),
    Case("mkdir -p d/e h", {"d": NO_SEARCH}, "d/e", {"h": "d"}),
    Case("mkdir -p d/e", {"d": NO_WRITE, "d/e": SHUT}),
    Case("mkdir -p d/e/n", {"d": NO_READ}, "", {"d/e/n": "d"}),
    Case("rm f", {"f": SHUT}, "", gone("f")),
    Case("rm d/f g", {"d": NO_WRITE}, "d/f", gone("g")),
    Case("rm d/f g", {"d": NO_SEARCH}, "d/f", gone("g")),
    Case("rm -f d/f g", {"d": NO_SEARCH}, "d/f", gone("g")),
    Case("rm -f d/missing g", {"d": NO_SEARCH}, "d/missing", gone("g")),
    Case("rm -rf d/e/x/y g", {"d/e": SHUT}, "d/e/x/y", gone("g")),
    Case("rm -f d/missing g", {"d": NO_WRITE}, "", gone("g")),
    Case("rm d/f", {"d": NO_READ}, "", gone("d/f")),
    Case("rm -r d/e", {"d/e": SHUT}, "", gone("d/e")),
    Case("rm -r d g", {"d/e": SHUT, "d/f": SHUT}, "", gone("d", "d/e", "d/f", "g")),
    Case("rm -r d g", {"d": NO_READ}, "d", gone("g")),
    Case("rm -rf d g", {"d": SHUT}, "d", gone("g")),
    Case("rm -rf d g", {"d": NO_WRITE}, "d/e d/f", gone("g")),
    Case("rm -rf t g", {"t/sub": NO_WRITE}, "t/sub/deep t/sub/x", gone("t/a", "t/z", "g")),
    Case("rm -rf t g", {"t/sub": NO_READ}, "t/sub", gone("t/a", "t/z", "g")),
    Case("rm -rf t g", {"t": NO_WRITE}, "t/a t/sub t/z", gone("t/sub/deep", "t/sub/x", "g")),
    Case("rm -rf t", {".": NO_WRITE}, "t", gone("t/a", "t/z", "t/sub", "t/sub/deep", "t/sub/x")),
    Case("cp f new", {"f": SHUT}, "f"),
    Case("cp f g d", {"f": SHUT}, "f", {"d/g": "g"}),
    Case("cp f g", {"g": NO_WRITE & 0o444}, "g"),
    Case("cp f d/new", {"d": NO_WRITE}, "d/new"),
    Case("cp f d/new", {"d": NO_SEARCH}, "d/new"),
    Case("cp f d", {"d": NO_SEARCH}, "d/f"),
    Case("cp f d", {"d": NO_WRITE}, "", {"d/f": "f"}),
    Case("cp f d/g", {"d": NO_READ}, "", {"d/g": "f"}),
    Case("cp d/f new", {"d": NO_SEARCH}, "d/f"),
    Case("cp d/missing new", {"d": NO_SEARCH}, "d/missing"),
    Case("cp d/f new", {"d": NO_READ}, "", {"new": "df"}),
    Case("cp -r t c", {"t": NO_READ}, "t"),
    Case("cp -r t c", {"t": SHUT}, "t"),
    Case("cp -r t c", {"t/sub": NO_READ}, "t/sub", copied("c", "/a", "/z")),
    Case("cp -r t c", {"t/sub": SHUT}, "t/sub", copied("c", "/a", "/z")),
    Case("cp -r t c", {"t/sub/x": SHUT}, "t/sub/x", copied("c", "/a", "/z", "/sub", "/sub/deep")),
    Case("cp -r t d", {"d": NO_WRITE}, "d/t"),
    Case("cp -r t d", {"d": NO_SEARCH}, "d/t"),
    Case("cp -r t/. d", {"d": NO_WRITE}, "d/a d/sub d/z"),
    Case("cp -r d/. t", {"t": NO_WRITE}, "t/e t/f"),
    Case("mv f g", {"g": SHUT}, "", {"f": None, "g": "f"}),
    Case("mv f d", {"d": NO_WRITE}, "f|d/f"),
    Case("mv f d", {"d": NO_SEARCH}, "f|d/f"),
    Case("mv d/f new", {"d": NO_WRITE}, "d/f"),
    Case("mv d/f new", {"d": NO_SEARCH}, "d/f"),
    Case("mv d/missing new", {"d": NO_SEARCH}, "d/missing"),
    Case("mv f g d", {"d": NO_WRITE}, "f|d/f g|d/g"),
    Case("mv d/e e", {"d/e": SHUT, "d": NO_READ}, "d/e"),
    Case("mv t n", {"t": SHUT}, "", {**gone("t", *(name for name in TREE if name.startswith("t/"))),
                                      **copied("n", "/a", "/z", "/sub", "/sub/deep", "/sub/x")}),
    Case("mv t d", {"t": NO_WRITE}, "t|d/t"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.run}, {', '.join(case.modes)}")
def test_denied(ws: NobodysWorkspace, case: Case) -> None:
    """What is denied is said with the operand as it was typed, and 1; the rest is done, and what should be is left."""
    plant(ws.root, TREE)
    ws.config(f"[tasks.t]\nrun = '{case.run}'\n")
    ws.give()
    ws.modes(case.modes)
    result = ws.tsr("t")
    name, expected = case.run.split()[0], says(case.run.split()[0], case.denied)
    lines = result.err.splitlines()
    assert len(lines) == len(expected), result
    assert all(line in admissible for line, admissible in zip(lines, expected, strict=True)), (lines, expected)
    assert result.code == bool(case.denied)
    if name == "cat":
        assert result.out == ("df" if not case.denied else "g")
    assert ws.tree() == changed(TREE, case.changes)


@pytest.mark.parametrize("run", ["rm -rf t g", "cp -r t c"])
def test_tree_that_can_be_listed_and_not_searched(ws: NobodysWorkspace, run: str) -> None:
    """The directory, or each name in it, is denied: nothing of it is passed over, nor taken away, nor made."""
    plant(ws.root, TREE)
    ws.config(f"[tasks.t]\nrun = '{run}'\n")
    ws.give()
    ws.modes({"t/sub": NO_SEARCH})
    result = ws.tsr("t")
    assert result.code == 1
    assert set(result.err.splitlines()) in (
        {f"{run[:2]}: 't/sub': Permission denied"},
        {f"{run[:2]}: 't/sub/{name}': Permission denied" for name in ("deep", "x")},
    )
    after = ws.tree()
    after.pop("c/sub", None)
    removed, made = gone("t/a", "t/z", "g"), copied("c", "/a", "/z")
    assert after == changed(TREE, removed if run.startswith("rm") else made)


def test_existing_ones_are_no_news(ws: NobodysWorkspace) -> None:
    """A directory and a file without any permission are there, and that is what is said of them."""
    plant(ws.root, TREE)
    ws.config("[tasks.t]\nrun = 'mkdir d f; cat d; mkdir -p d; rm d; cp d x'\n")
    ws.give()
    ws.modes({"d": SHUT, "f": SHUT})
    result = ws.tsr("t")
    assert result.err == (
        "mkdir: 'd': File exists\nmkdir: 'f': File exists\n"
        "cat: 'd': Is a directory\nrm: 'd': Is a directory\ncp: 'd': Is a directory\n"
    )
    assert result.code == 1
    assert ws.tree() == TREE


def test_touch_of_an_own_directory(ws: NobodysWorkspace) -> None:
    """BUILTIN-14: its times are set, whatever its mode is: the owner may."""
    plant(ws.root, TREE)
    ws.config("[tasks.t]\nrun = 'touch d t'\n")
    for name in ("d", "t"):
        os.utime(ws.root / name, (1, 1))
    ws.give()
    ws.modes({"d": SHUT, "t": NO_SEARCH})
    result = ws.tsr("t")
    assert (result.code, result.err) == (0, "")
    for name in ("d", "t"):
        assert (ws.root / name).stat().st_mtime > 1


def test_read_only_trees_are_copied_with_their_modes(ws: NobodysWorkspace) -> None:
    """BUILTIN-9: a directory that can't be written is filled first; another copy onto it says what it can't do."""
    plant(ws.root, TREE)
    modes = {"t": NO_WRITE, "t/sub": 0o555, "t/sub/deep": NO_WRITE, "t/a": 0o444, "t/sub/x": 0o640, "t/z": 0o600}
    ws.config("[tasks.t]\nrun = 'cp -r t c'\n[tasks.again]\nrun = 'cp -r t/. c'\n")
    ws.give()
    ws.modes(modes)
    result = ws.tsr("t")
    assert (result.code, result.err) == (0, "")
    assert {name: stat.S_IMODE((ws.root / f"c{name[1:]}").stat().st_mode) for name in modes} == modes
    (ws.root / "t/z").write_text("newer")
    (ws.root / "t").chmod(0o700)
    (ws.root / "t/b").write_text("b")
    if BY_ROOT:
        ws.give(ws.root / "t")
    result = ws.tsr("again")
    assert result.code == 1
    assert result.err == "cp: 'c/a': Permission denied\ncp: 'c/b': Permission denied\n"
    assert ws.tree(ws.root / "c") == {"a": "a", "sub": "d", "sub/deep": "d", "sub/x": "x", "z": "newer"}


# Across file systems ----------------------------------------------------------------------------


@pytest.fixture
def other(ws: NobodysWorkspace) -> Iterator[Path]:
    """A directory of the user's on another file system, which the config allows."""
    for directory in directory_elsewhere(ws.root):
        yield directory
        open_up(directory)


def move(ws: NobodysWorkspace, other: Path, run: str, modes: dict[str, int], there: int = 0o700) -> Result:
    plant(ws.root, TREE)
    ws.config(f"[security]\nallow_paths = ['{other}']\n[tasks.t]\nrun = '{run.replace('OTHER', str(other))}'\n")
    ws.give()
    ws.give(other)
    ws.modes(modes)
    other.chmod(there)
    return ws.tsr("t")


@pytest.mark.parametrize(
    ("run", "modes", "denied"),
    [
        ("mv f OTHER", {"f": SHUT}, "f"),
        ("mv t OTHER", {"t/sub/x": SHUT}, "t/sub/x"),
        ("mv t OTHER", {"t/sub": NO_READ}, "t/sub"),
        ("mv t OTHER/n", {"t": NO_READ}, "t"),
        ("mv d/f OTHER", {"d": NO_SEARCH}, "d/f"),
    ],
)
def test_move_of_what_cannot_be_read(
    ws: NobodysWorkspace, other: Path, run: str, modes: dict[str, int], denied: str
) -> None:
    """FENCE-7: nothing is taken away, and nothing is left at the other side."""
    result = move(ws, other, run, modes)
    assert (result.code, result.err) == (1, f"mv: '{denied}': Permission denied\n")
    assert ws.tree() == TREE
    assert ws.tree(other) == {}


@pytest.mark.parametrize("there", [NO_WRITE, NO_SEARCH, SHUT])
@pytest.mark.parametrize("source", ["f", "t"])
def test_move_to_where_nothing_can_be_made(ws: NobodysWorkspace, other: Path, source: str, there: int) -> None:
    """FENCE-7: the source is as it was."""
    result = move(ws, other, f"mv {source} OTHER", {}, there)
    assert result.code == 1
    assert result.err in (
        f"mv: '{source}': Permission denied\n",
        f"mv: '{other}/{source}': Permission denied\n",
    )
    assert ws.tree() == TREE
    assert ws.tree(other) == {}


@pytest.mark.parametrize("source", ["f", "t"])
def test_move_to_where_nothing_can_be_listed(ws: NobodysWorkspace, other: Path, source: str) -> None:
    """BUILTIN-22: it arrives, or it stays; a directory that can't be opened for reading is no reason to lose it."""
    result = move(ws, other, f"mv {source} OTHER", {}, NO_READ)
    here = {name for name in TREE if name == source or name.startswith(f"{source}/")}
    if result.code == 0:
        assert ws.tree() == {name: content for name, content in TREE.items() if name not in here}
        assert ws.tree(other) == {name: TREE[name] for name in here}
    else:
        assert (result.code, result.err.count("Permission denied")) == (1, 1)
        assert ws.tree() == TREE
        assert ws.tree(other) == {}


def test_move_of_what_cannot_be_taken_away(ws: NobodysWorkspace, other: Path) -> None:
    """BUILTIN-22: the copy is whole, and what can't be taken away stays and is reported."""
    result = move(ws, other, "mv d/f OTHER", {"d": NO_WRITE})
    assert (result.code, result.err) == (1, "mv: 'd/f': Permission denied\n")
    assert ws.tree() == TREE
    assert ws.tree(other) == {"f": "df"}


def test_move_of_a_tree_that_cannot_be_taken_away(ws: NobodysWorkspace, other: Path) -> None:
    """BUILTIN-22: what can be taken away of it is; the copy is whole, and has the modes of its source."""
    result = move(ws, other, "mv t OTHER", {"t/sub": NO_WRITE})
    assert result.code == 1
    assert result.err == "mv: 't/sub/deep': Permission denied\nmv: 't/sub/x': Permission denied\n"
    assert stat.S_IMODE((other / "t/sub").stat().st_mode) == NO_WRITE
    assert ws.tree() == changed(TREE, gone("t/a", "t/z"))
    assert ws.tree(other / "t") == {name[2:]: TREE[name] for name in TREE if name.startswith("t/")}


# At load ----------------------------------------------------------------------------------------

ECHO = "[tasks.t]\nrun = 'echo ran'\n"
MEMBERS = "[workspace]\nmembers = ['{}']\n" + ECHO + "packages = ['pkg/*']\n"


class Config(NamedTuple):
    """A config, further files, links among them, modes, and what the message has to name."""

    text: str
    files: dict[str, str]
    modes: dict[str, int]
    names: str


LOADS = {
    "config": Config(ECHO, {}, {"tasks.toml": SHUT}, "tasks.toml"),
    "config by a link": Config("-> shut/t.toml", {"shut/t.toml": ECHO}, {"shut": SHUT}, "tasks.toml"),
    "root file": Config(ECHO, {".env": "A=1\n"}, {".env": SHUT}, ".env"),
    "root file by a link": Config(ECHO, {".env": "-> shut/e", "shut/e": "A=1\n"}, {"shut": NO_SEARCH}, ".env"),
    "root file by a link to nothing": Config(ECHO, {".env": "-> shut/e", "shut/x": ""}, {"shut": NO_SEARCH}, ".env"),
    "env_file": Config(ECHO + "env_file = 'e'\n", {"e": "A=1\n"}, {"e": SHUT}, "e"),
    "env_file in a directory": Config(ECHO + "env_file = 'shut/e'\n", {"shut/e": ""}, {"shut": NO_SEARCH}, "shut/e"),
    "env_file further down": Config(ECHO + "env_file = 'shut/a/e'\n", {"shut/a/e": ""}, {"shut": SHUT}, "shut/a/e"),
    "env_file that may be missing": Config(ECHO + "env_file = 'shut/e'\n", {"shut/x": ""}, {"shut": SHUT}, "shut/e"),
    "env_file beside dir": Config(ECHO + "dir = 'd'\nenv_file = 'e'\n", {"d/e": "A=1\n"}, {"d": NO_SEARCH}, "d"),
    "dir": Config(ECHO + "dir = 'shut/d'\n", {"shut/d/x": ""}, {"shut": NO_SEARCH}, "shut/d"),
    "dir of a program": Config("[tasks.t]\nrun = '/bin/echo ran'\ndir = 'd'\n", {"d/x": ""}, {"d": NO_SEARCH}, "d"),
    "dir to be looked at": Config("[tasks.t]\ndir = 'd'\n", {"d/Cargo.toml": ""}, {"d": NO_SEARCH}, "d"),
    "allowed path": Config(
        "[security]\nallow_paths = ['shut/x/y']\n" + ECHO, {"shut/x/y": ""}, {"shut": SHUT}, "shut/x/y"
    ),
    "member": Config(MEMBERS.format("pkg/a"), {"pkg/a/Cargo.toml": ""}, {"pkg": NO_SEARCH}, "pkg/a"),
    "member's directory": Config(MEMBERS.format("pkg/a"), {"pkg/a/Cargo.toml": ""}, {"pkg/a": NO_SEARCH}, "pkg/a"),
    "manifest by a link": Config(
        MEMBERS.format("pkg/a"), {"pkg/a/Cargo.toml": "-> ../../shut/c", "shut/c": ""}, {"shut": SHUT}, "pkg/a"
    ),
    "first manifest by a link": Config(
        MEMBERS.format("pkg/a"), {"pkg/a/package.json": "-> ../../shut/c", "shut/c": "{}", "pkg/a/go.mod": ""},
        {"shut": SHUT}, "pkg/a",
    ),
}  # fmt: skip


# PKG-1, PKG-11: the run goes on without it, and says so.
WARNINGS = {
    "member of a pattern": Config(
        MEMBERS.format("pkg/*"), {"pkg/a/Cargo.toml": "", "pkg/b/Cargo.toml": ""}, {"pkg/a": SHUT}, "pkg/a"
    ),
    "directory of a pattern": Config(
        MEMBERS.format("pkg/*").replace("packages = ['pkg/*']", "packages = ['b']").replace("'pkg/*'", "'pkg/*', 'b'"),
        {"pkg/a/Cargo.toml": "", "b/Cargo.toml": ""}, {"pkg": NO_READ}, "pkg",
    ),
    "manifest": Config(
        MEMBERS.format("pkg/a"), {"pkg/a/Cargo.toml": ""}, {"pkg/a/Cargo.toml": SHUT}, "pkg/a/Cargo.toml"
    ),
    "manifest of a workspace": Config(
        MEMBERS.format("pkg/a"),
        {"pkg/a/Cargo.toml": "[dependencies]\nb = {workspace = true}\n", "Cargo.toml": "[workspace]\n"},
        {"Cargo.toml": SHUT}, "Cargo.toml",
    ),
}  # fmt: skip


def lay(root: Path, files: dict[str, str]) -> None:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content.startswith("-> "):
            path.symlink_to(content[3:])
        else:
            path.write_text(content)


@pytest.mark.parametrize("load", LOADS.values(), ids=LOADS)
def test_load(ws: NobodysWorkspace, load: Config) -> None:
    """What a run is made from, and may not be read or searched, ends it with 64 by its name; nothing is passed over."""
    lay(ws.root, {"tasks.toml": load.text, **load.files})
    ws.give()
    ws.modes(load.modes)
    result = ws.tsr("t")
    assert (result.code, result.out) == (64, "")
    assert result.err.startswith(("✗ config error: ", "✗ error: "))
    assert "Permission denied" in result.err
    assert load.names in result.err


@pytest.mark.parametrize("load", WARNINGS.values(), ids=WARNINGS)
def test_warning(ws: NobodysWorkspace, load: Config) -> None:
    """What a pattern for packages meets, or a manifest, and may not be read: a warning names it, with the reason."""
    lay(ws.root, {"tasks.toml": load.text, **load.files})
    ws.give()
    ws.modes(load.modes)
    result = ws.tsr("t", env={"PATH": "/nonexistent"})
    warning = next(line for line in result.err.splitlines() if "Permission denied" in line)
    assert warning.startswith("! warning: ")
    assert load.names in warning


def test_load_of_what_is_not_needed(ws: NobodysWorkspace) -> None:
    """ENV-4, ENV-12: a `.env` that is a shut directory is none, and other tasks' files are not looked at."""
    lay(ws.root, {".env/x": "", "shut/e": "", "tasks.toml": ECHO + "[tasks.u]\nrun = 'true'\nenv_file = 'shut/e'\n"})
    ws.give()
    ws.modes({".env": SHUT, "shut": SHUT})
    assert (result := ws.tsr("t")).out == "ran\n", result


@pytest.mark.parametrize("mode", [SHUT, NO_SEARCH])
def test_config_is_not_passed_over(ws: NobodysWorkspace, mode: int) -> None:
    """DISC-4: one further up does not govern where a nearer one, or the directory that may have it, can't be read."""
    ws.config(ECHO)
    lay(ws.root, {"a/tasks.toml": ECHO, "a/b/x": "", "c/d/x": ""})
    ws.give()
    ws.modes({"a/tasks.toml": mode & 0o200, "c": mode})
    near = f"'{ws.root}/a/tasks.toml' cannot be read"
    places = {"a": near, "a/b": near, "c/d": f"{ws.root}/c", "c": "the working directory"}
    if not BY_ROOT:
        del places["c/d"], places["c"]  # he can't change into them; see below
    for directory, names in places.items():
        result = ws.tsr("t", cwd=ws.root / directory)
        assert (result.code, result.out) == (64, "")
        assert names in result.err
        assert "Permission denied" in result.err


def test_working_directory_that_is_shut_meanwhile(ws: NobodysWorkspace) -> None:
    """DISC-1: who stands in a directory that can't be searched has no config from further up."""
    ws.config(ECHO)
    lay(ws.root, {"c/x": ""})
    ws.give()
    shell = 'chmod 600 . && exec "$0" -m tsr_impl t'
    result = ws.start(["/bin/sh", "-c", shell, interpreter()], cwd=ws.root / "c")
    assert (result.code, result.out) == (64, "")
    assert "Permission denied" in result.err


def test_marker_is_not_passed_over(ws: NobodysWorkspace) -> None:
    """DISC-3: where it can't be told whether there is one, no other one counts, beside it or further up."""
    lay(
        ws.root,
        {
            "go.mod": "",
            "a/package.json": "-> ../shut/p",
            "a/Cargo.toml": "",
            "b/go.mod": "-> ../shut/g",
            "shut/p": "{}",
        },
    )
    ws.give()
    ws.modes({"shut": SHUT})
    for directory, names in (("a", "package.json"), ("b", "go.mod")):
        result = ws.tsr("t", "--dry-run", cwd=ws.root / directory)
        assert (result.code, result.out) == (64, ""), result
        assert names in result.err
        assert "Permission denied" in result.err


@pytest.mark.parametrize("mode", [SHUT, NO_SEARCH])
def test_directory_above_the_workspace(ws: NobodysWorkspace, mode: int) -> None:
    """FENCE-2: names from the workspace work; absolute ones, which the system would not walk either, are denied."""
    plant(ws.root, TREE)
    run = f"rm -r t; cat f; mkdir -p d/x/y; cat {ws.root}/f; rm -rf {ws.root}/d"
    ws.config(f"[tasks.t]\nrun = '{run}'\n[tasks.u]\nrun = 'true'\nenv_file = '{ws.root}/f'\n")
    ws.give()
    shell = f'chmod {mode:o} .. && exec "$0" -m tsr_impl "$1"'
    for task, code, out in (("t", 1, "f"), ("u", 64, "")):
        result = ws.start(["/bin/sh", "-c", shell, interpreter(), task], cwd=ws.root)
        ws.base.chmod(0o755)
        assert (result.code, result.out) == (code, out), result
    assert "Permission denied" in result.err
    assert ws.tree() == {"f": "f", "g": "g", "d": "d", "d/e": "d", "d/f": "df", "d/x": "d", "d/x/y": "d"}


def test_allowed_path_that_can_be_named_and_not_searched(
    ws: NobodysWorkspace,
) -> None:
    """FENCE-19: it is a bound; what is done in it is denied as anywhere, and the rest goes on."""
    allowed = ws.base / "allowed"
    lay(ws.base, {"allowed/x": "x"})
    ws.config(f"[security]\nallow_paths = ['{allowed}']\n[tasks.t]\nrun = 'rm -f {allowed}/x h'\n")
    lay(ws.root, {"h": ""})
    ws.give()
    allowed.chmod(NO_SEARCH)
    result = ws.tsr("t")
    assert (result.code, result.err) == (1, f"rm: '{allowed}/x': Permission denied\n")
    assert ws.tree() == {}
    assert ws.tree(allowed) == {"x": "x"}


SHUTTING = {
    "root file": ("chmod 0 .env", "", ".env"),
    "env_file": ("chmod 0 conf/e", "env_file = 'conf/e'\n", "conf/e"),
    "directory of an env_file": ("chmod 0 conf", "env_file = 'conf/e'\n", "conf/e"),
    "dir": ("chmod 0 conf", "dir = 'conf/sub'\n", "conf/sub"),
}


@pytest.mark.parametrize(("run", "keys", "names"), SHUTTING.values(), ids=SHUTTING)
def test_load_again(ws: NobodysWorkspace, run: str, keys: str, names: str) -> None:
    """ENV-7: what an earlier task has shut ends the run at the later one, with 64 and by its name."""
    ws.config(f"[tasks.first]\nrun = '{run}'\n{ECHO}deps = ['first']\n{keys}")
    lay(ws.root, {".env": "A=1\n", "conf/e": "B=1\n", "conf/sub/x": ""})
    ws.give()
    result = ws.tsr("t")
    assert (result.code, result.out) == (64, "")
    assert names in result.err
    assert "Permission denied" in result.err


def test_reports_and_a_new_config(ws: NobodysWorkspace) -> None:
    """EVENT-2, EXIT-4: what is to be made, and can't be, is 64 by its name, and nothing runs."""
    ws.config(ECHO)
    lay(ws.root, {"shut/log": "old", "empty/.git/x": ""})
    ws.give()
    ws.modes({"shut/log": 0o400, "shut": NO_WRITE, "empty": NO_WRITE})
    for words, cwd in (
        (["t", "--reporter-file", "shut/log"], ws.root),
        (["t", "--reporter-file", "shut/new"], ws.root),
        (["--init"], ws.root / "empty"),
    ):
        result = ws.tsr(*words, cwd=cwd)
        assert (result.code, result.out) == (64, "")
        assert "Permission denied" in result.err
        assert words[-1].removeprefix("--init") in result.err
    assert ws.tree() == {"shut": "d", "shut/log": "old", "empty": "d", "empty/.git": "d", "empty/.git/x": ""}


# With things of somebody else's -----------------------------------------------------------------

by_root = pytest.mark.skipif(not BY_ROOT, reason="only root can have things belong to two users")


@pytest.fixture
def shared(ws: NobodysWorkspace) -> Callable[..., Result]:
    """Run a command where `s` is a sticky directory of root's, `o` an open one, `p` one of root's that all may search.

    Each holds a file and a directory of root's, and the sticky one a file of the user's.
    """

    def run(command: str) -> Result:
        lay(ws.root, {"new": "new", "o/own": "own", "s/own": "own", "d/x": ""})
        ws.config(f"[tasks.t]\nrun = {toml_string(command)}\n")
        ws.give()
        lay(ws.root, {f"{where}/{name}": "theirs" for where in "sop" for name in ("file", "dir/file")})
        for where, mode in (("s", 0o1777), ("o", 0o777), ("p", 0o755)):
            os.chown(ws.root / where, 0, 0)
            (ws.root / where).chmod(mode)
            (ws.root / where / "file").chmod(0o666)
        before = ws.tree()
        result = ws.tsr("t")
        assert ws.tree() == changed(before, expected[command][2])
        return result

    return run


EPERM, EACCES = "Operation not permitted", "Permission denied"
expected: dict[str, tuple[int, str, dict[str, str | None]]] = {
    # A sticky directory: what somebody else put there stays there.
    "rm s/file s/own": (1, f"rm: 's/file': {EPERM}\n", gone("s/own")),
    "rm -rf s/file": (1, f"rm: 's/file': {EPERM}\n", {}),
    "mv s/file mine": (1, f"mv: 's/file': {EPERM}\n", {}),
    "mv s/dir mine": (1, f"mv: 's/dir': {EPERM}\n", {}),
    "rm -r s/dir": (1, f"rm: 's/dir/file': {EACCES}\n", {}),
    "cp new s/other": (0, "", {"s/other": "new"}),
    # A file of somebody else's that may be written (BUILTIN-9).
    "cp new s/file": (0, "", {"s/file": "new"}),
    "cp new p/file": (0, "", {"p/file": "new"}),
    "touch s/file p/file": (0, "", {}),
    # An open directory: whoever comes takes.
    "rm -r o/file o/own": (0, "", gone("o/file", "o/own")),
    "mv o/file mine": (0, "", {"o/file": None, "mine": "theirs"}),
    "mv o/dir o/renamed": (0, "", {"o/dir": None, "o/dir/file": None, "o/renamed": "d", "o/renamed/file": "theirs"}),
    "mv o/dir mine": (1, f"mv: 'o/dir': {EACCES}\n", {}),
    "rm -r o/dir": (1, f"rm: 'o/dir/file': {EACCES}\n", {}),
    # A directory that may not be written.
    "rm -r p": (1, f"rm: 'p/dir/file': {EACCES}\nrm: 'p/file': {EACCES}\n", {}),
    "cp new p": (1, f"cp: 'p/new': {EACCES}\n", {}),
    "cp -r d p": (1, f"cp: 'p/d': {EACCES}\n", {}),
    "mkdir p/n n": (1, f"mkdir: 'p/n': {EACCES}\n", {"n": "d"}),
    "touch p/n n p/dir/file": (1, f"touch: 'p/n': {EACCES}\ntouch: 'p/dir/file': {EACCES}\n", {"n": ""}),
    "cp -r p mine": (0, "", {"mine": "d", "mine/dir": "d", "mine/dir/file": "theirs", "mine/file": "theirs"}),
    "cp new p/dir/file": (1, f"cp: 'p/dir/file': {EACCES}\n", {}),
    "touch p": (1, f"touch: 'p': {EACCES}\n", {}),
}


@by_root
@pytest.mark.parametrize("command", expected)
def test_things_of_somebody_else(ws: NobodysWorkspace, shared: Callable[..., Result], command: str) -> None:
    """The system's own words, and the tree as it should be."""
    result = shared(command)
    code, err, _ = expected[command]
    assert (result.code, result.err) == (code, err)


@by_root
@pytest.mark.parametrize("what", ["file", "dir"])
def test_move_onto_what_belongs_to_somebody_else(ws: NobodysWorkspace, other: Path, what: str) -> None:
    """BUILTIN-22: in a sticky directory it can't be replaced: the source stays, and nothing beside it."""
    lay(other, {"file": "mine", "dir/x": "x"})
    lay(ws.root, {"s/file": "theirs", "s/none": ""})
    (ws.root / "s/dir").mkdir()
    ws.config(f"[security]\nallow_paths = ['{other}']\n[tasks.t]\nrun = 'mv {other}/{what} s'\n")
    ws.give(other)
    (ws.root / "s").chmod(0o1777)
    here, there = ws.tree(other), ws.tree()
    result = ws.tsr("t")
    assert (result.code, result.err) in [(1, f"mv: '{name}': {EPERM}\n") for name in (f"{other}/{what}", f"s/{what}")]
    assert ws.tree(other) == here
    assert ws.tree() == there


@by_root
def test_copies_of_what_belongs_to_somebody_else(ws: NobodysWorkspace) -> None:
    """BUILTIN-9: an overwritten file keeps its owner and mode; a new one is the user's, with the bits of its source."""
    lay(ws.root, {"new": "new", "d/x": ""})
    ws.config("[tasks.t]\nrun = 'cp new file && cp file copy && cp -r theirs mine'\n")
    ws.give()
    lay(ws.root, {"file": "longer than what comes", "theirs/f": "f"})
    (ws.root / "file").chmod(0o646)
    (ws.root / "theirs").chmod(0o755)
    result = ws.tsr("t")
    assert (result.code, result.err) == (0, "")
    kept, made, directory = (os.stat(ws.root / name) for name in ("file", "copy", "mine"))
    assert (kept.st_uid, stat.S_IMODE(kept.st_mode), kept.st_size) == (0, 0o646, 3)
    assert (made.st_uid, stat.S_IMODE(made.st_mode)) == (directory.st_uid, 0o646)
    assert directory.st_uid != 0
