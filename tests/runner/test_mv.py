"""`mv` (BUILTIN-10, FENCE-4, FENCE-7, FENCE-11, FENCE-12)."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Workspace


def test_rename(ws: Workspace) -> None:
    """Entries are renamed, over files and into directories, links as links."""
    (ws.root / "a").write_text("a")
    (ws.root / "b").write_text("b")
    (ws.root / "d").mkdir()
    (ws.root / "link").symlink_to("d")
    (ws.root / "out").symlink_to("../outside")
    (ws.root / "dangling").symlink_to("nowhere")
    assert ws.run("mv a b && mv b link && mv out d && mv dangling d && mv d e").code == 0
    assert ws.tree() == {
        "e": "d", "e/b": "a", "e/out": "-> ../outside", "e/dangling": "-> nowhere", "link": "-> d",
    }  # fmt: skip


def test_several_sources(ws: Workspace) -> None:
    """They go into a directory; onto anything else is misuse."""
    for name in ("a", "b"):
        (ws.root / name).write_text(name)
    (ws.root / "d").mkdir()
    assert ws.run("mv a b missing").code == 2
    assert ws.run("mv a b a").code == 2
    assert ws.run("mv a b d").code == 0
    assert ws.tree() == {"d": "d", "d/a": "a", "d/b": "b"}


@pytest.mark.parametrize("run", ["mv", "mv a", "mv -f a b", "mv --"])
def test_usage(ws: Workspace, run: str) -> None:
    """Misuse is 2."""
    assert ws.run(run).code == 2


@pytest.mark.parametrize(
    "run",
    ["mv f f", "mv f .", "mv f hard", "mv hard f", "mv f ./f", "mv f link", "mv link f", "mv d d/../d/../f f",
     "mv d ."],
)  # fmt: skip
def test_onto_itself(ws: Workspace, run: str) -> None:
    """FENCE-12: the same entry, a hard link or a link: an error, and all is intact."""
    (ws.root / "f").write_text("f")
    (ws.root / "d").mkdir()
    (ws.root / "link").symlink_to("f")
    os.link(ws.root / "f", ws.root / "hard")
    before = ws.tree()
    result = ws.run(run)
    assert result.code in (1, 2)
    assert "are the same file" in result.err or result.code == 2
    assert ws.tree() == before


@pytest.mark.parametrize("run", ["mv d d", "mv d d/x", "mv d d/sub", "mv d link", "mv d d/sub/../new"])
def test_into_itself(ws: Workspace, run: str) -> None:
    """FENCE-12: a directory into itself is an error."""
    (ws.root / "d/sub").mkdir(parents=True)
    (ws.root / "link").symlink_to("d/sub")
    before = ws.tree()
    result = ws.run(run)
    assert result.code == 1
    assert "into itself" in result.err
    assert ws.tree() == before


@pytest.mark.parametrize(
    ("run", "says"),
    [
        ("mv f f/x", "mv: 'f/x': Not a directory\n"),
        ("mv f f/", "mv: 'f/': Not a directory\n"),
        ("mv missing missing/x", "mv: 'missing': No such file or directory\n"),
    ],
)
def test_beneath_what_is_no_directory(ws: Workspace, run: str, says: str) -> None:
    """What has nothing beneath it does not go into itself; the reason is another one."""
    (ws.root / "f").write_text("f")
    result = ws.run(run)
    assert (result.code, result.err) == (1, says)
    assert ws.tree() == {"f": "f"}


def test_links_as_destination(ws: Workspace) -> None:
    """FENCE-7: a file replaces a link; a directory onto a link to no directory is an error."""
    (ws.root / "a").write_text("a")
    (ws.root / "b").write_text("b")
    (ws.root / "d").mkdir()
    (ws.root / "dangling").symlink_to("nowhere")
    (ws.root / "to-b").symlink_to("b")
    assert ws.run("mv d dangling").code == 1
    assert ws.run("mv d to-b").code == 1
    assert ws.run("mv a dangling && mv dangling to-b").code == 0
    assert ws.tree() == {"b": "b", "d": "d", "to-b": "a"}


def test_destinations_that_lead_out(ws: Workspace) -> None:
    """FENCE-4: into a directory outside is refused; a link that leads to a file is an entry."""
    (ws.root / "f").write_text("f")
    (ws.root / "dir").symlink_to("../outside")
    (ws.root / "file").symlink_to("../outside/precious")
    before = ws.tree()
    assert ws.run("mv f dir").err == ws.refusal("mv", ws.outside / "f")
    assert ws.run("mv f ../outside").err == ws.refusal("mv", ws.outside / "f")
    assert ws.run("mv f ../new").err == ws.refusal("mv", ws.base / "new")
    assert ws.run("mv ../outside/precious g").err == ws.refusal("mv", ws.outside / "precious")
    assert ws.run("mv dir/precious g").err == ws.refusal("mv", ws.outside / "precious")
    assert ws.tree() == before
    assert ws.run("mv f file").code == 0
    assert ws.tree() == {"dir": "-> ../outside", "file": "f"}


def test_slashes(ws: Workspace) -> None:
    """FENCE-16: a trailing slash asks for a directory, and never for what is behind a link."""
    (ws.root / "d").mkdir()
    (ws.root / "f").write_text("f")
    (ws.root / "link").symlink_to("d")
    assert ws.run("mv link/ x").err == "mv: 'link/': Not a directory\n"
    assert ws.run("mv f/ x").err == "mv: 'f/': Not a directory\n"
    assert ws.run("mv f new/").err == "mv: 'new/': Not a directory\n"
    assert ws.run("mv d/ new/").code == 0
    assert ws.tree() == {"new": "d", "f": "f", "link": "-> d"}


def test_what_the_system_refuses(ws: Workspace) -> None:
    """Kinds that don't fit and directories that are not empty are errors; others go on."""
    (ws.root / "d/f").mkdir(parents=True)
    (ws.root / "into/d/x").mkdir(parents=True)
    (ws.root / "f").write_text("f")
    (ws.root / "g").write_text("g")
    result = ws.run("mv d f missing g into")
    assert result.code == 1
    assert "mv: 'into/d': Directory not empty\n" in result.err
    assert "mv: 'missing': No such file or directory\n" in result.err
    assert (ws.root / "into/g").exists()
    assert (ws.root / "into/f").exists()
    (ws.root / "h").write_text("h")
    assert ws.run("mv h into").code == 0
    assert ws.run("mv d into/g").err == "mv: 'into/g': Not a directory\n"


def test_special_files(ws: Workspace) -> None:
    """FENCE-12: they are renamed as the entries that they are."""
    os.mkfifo(ws.root / "fifo")
    assert ws.run("mv fifo moved").code == 0
    assert ws.tree() == {"moved": "special"}


# Between file systems -------------------------------------------------------------------------


@pytest.fixture
def other(open_ws: Workspace) -> Iterator[Path]:
    """A directory on another file system than the workspace."""
    shared = Path("/dev/shm")
    if not shared.is_dir() or shared.stat().st_dev == open_ws.root.stat().st_dev:
        pytest.skip("no second file system at /dev/shm")
    directory = Path(tempfile.mkdtemp(dir=shared))
    yield directory
    shutil.rmtree(directory)


def test_carry_over(open_ws: Workspace, other: Path) -> None:
    """FENCE-7: copy, then delete; links as links, modes and times kept."""
    ws = open_ws
    (ws.root / "t/sub").mkdir(parents=True)
    (ws.root / "t/sub/f").write_text("f")
    (ws.root / "t/sub/f").chmod(0o640)
    (ws.root / "t/sub").chmod(0o555)
    (ws.root / "t/out").symlink_to("../../outside")
    os.utime(ws.root / "t/sub/f", (1, 2))
    (ws.root / "single").write_text("single")
    (ws.root / "link").symlink_to("nowhere")
    if os.getuid() != 0:
        (ws.root / "t/sub").chmod(0o755)
    mode = stat.S_IMODE((ws.root / "t/sub").stat().st_mode)
    assert ws.run(f"mv t single link {other}", allow=[str(other)]).code == 0
    assert ws.tree() == {}
    assert ws.tree(other) == {
        "t": "d", "t/sub": "d", "t/sub/f": "f", "t/out": "-> ../../outside",
        "single": "single", "link": "-> nowhere",
    }  # fmt: skip
    assert stat.S_IMODE((other / "t/sub").stat().st_mode) == mode
    assert stat.S_IMODE((other / "t/sub/f").stat().st_mode) == 0o640
    assert (other / "t/sub/f").stat().st_mtime == 2
    (other / "t/sub").chmod(0o755)


def test_carry_over_what_exists(open_ws: Workspace, other: Path) -> None:
    """A file replaces a file or a link, a directory an empty one, as in a rename."""
    ws = open_ws
    (ws.root / "f").write_text("new")
    (ws.root / "g").write_text("g")
    (ws.root / "d").mkdir()
    (ws.root / "d/x").write_text("x")
    (ws.root / "e").mkdir()
    (other / "f").write_text("old")
    (other / "g").symlink_to("f")
    (other / "d").mkdir()
    (other / "e/full").mkdir(parents=True)
    assert ws.run(f"mv f d {other} && mv g {other}/g", allow=[str(other)]).code == 0
    result = ws.run(f"mv e {other}", allow=[str(other)])
    assert (result.code, result.err) == (1, f"mv: '{other}/e': Directory not empty\n")
    assert ws.tree() == {"e": "d"}
    expected = {"f": "new", "g": "g", "d": "d", "d/x": "x", "e": "d", "e/full": "d"}
    assert ws.tree(other) == expected


@pytest.mark.parametrize(
    ("source", "target", "reason"),
    [("d", "full", "Directory not empty"), ("d", "f", "Not a directory"), ("f", "full", "Is a directory")],
)
def test_what_does_not_fit_is_not_copied(
    open_ws: Workspace, other: Path, source: str, target: str, reason: str
) -> None:
    """BUILTIN-10: what the rename at the end would refuse is refused before anything is copied."""
    ws = open_ws
    (ws.root / "a").mkdir()
    (ws.root / "a/x").write_text("x") if source == "f" else (ws.root / "a/x").mkdir()
    (other / "x").write_text("old") if target == "f" else (other / "x/sub").mkdir(parents=True)
    os.utime(other, (1, 1))
    result = ws.run(f"mv a/x {other}/.", allow=[str(other)])
    assert (result.code, result.err) == (1, f"mv: '{other}/./x': {reason}\n")
    assert other.stat().st_mtime == 1, "something was made there"
    assert set(ws.tree()) == {"a", "a/x"}


def test_failed_carry_deletes_nothing(open_ws: Workspace, other: Path) -> None:
    """FENCE-7: the source stays as it was and the half-made copy is taken away."""
    ws = open_ws
    (ws.root / "t/a").mkdir(parents=True)
    (ws.root / "t/a/f").write_text("f")
    os.mkfifo(ws.root / "t/b")
    before = ws.tree()
    result = ws.run(f"mv t {other}", allow=[str(other)])
    assert result.code == 1
    assert result.err == "mv: 't/b': not a regular file, directory or link\n"
    assert ws.tree() == before
    assert ws.tree(other) == {}


def test_carry_onto_an_allowed_file(open_ws: Workspace, other: Path) -> None:
    """A single file that is allowed does not allow a stage beside it."""
    ws = open_ws
    (ws.root / "f").write_text("new")
    (other / "f").write_text("old")
    result = ws.run(f"mv f {other}/f", allow=[f"{other}/f"])
    assert result.code == 1
    assert ws.tree() == {"f": "new"}
    assert ws.tree(other) == {"f": "old"}
