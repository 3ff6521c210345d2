"""`rm` (BUILTIN-4, FENCE-5, FENCE-11, FENCE-16)."""

from __future__ import annotations

import os

import pytest
from conftest import Workspace


def test_files_and_links(ws: Workspace) -> None:
    """Files go, and links themselves, whatever they point at."""
    (ws.root / "f").touch()
    (ws.root / "out").symlink_to("../outside/precious")
    (ws.root / "dir-out").symlink_to("../outside")
    (ws.root / "dangling").symlink_to("nowhere")
    assert ws.run("rm f out dir-out dangling").code == 0
    assert ws.tree() == {}


def test_links_in_trees(ws: Workspace) -> None:
    """FENCE-G3: after `rm -r` nothing is gone but what lay physically beneath."""
    (ws.root / "t/sub/deeper").mkdir(parents=True)
    (ws.root / "keep").mkdir()
    (ws.root / "keep/f").write_text("kept")
    (ws.root / "t/out").symlink_to("../../outside")
    (ws.root / "t/sub/in").symlink_to("../../keep")
    (ws.root / "t/sub/up").symlink_to("..")
    (ws.root / "t/sub/f").touch()
    os.mkfifo(ws.root / "t/sub/deeper/fifo")
    assert ws.run("rm -r t").code == 0
    assert ws.tree() == {"keep": "d", "keep/f": "kept"}


@pytest.mark.parametrize("operand", ["link/", "link//", "out/"])
def test_trailing_slash_on_a_link(ws: Workspace, operand: str) -> None:
    """FENCE-16: it is an error, and what is behind the link stays."""
    (ws.root / "d").mkdir()
    (ws.root / "d/f").touch()
    (ws.root / "link").symlink_to("d")
    (ws.root / "out").symlink_to("../outside")
    before = ws.tree()
    result = ws.run(f"rm -rf {operand}")
    assert (result.code, result.err) == (1, f"rm: '{operand}': Not a directory\n")
    assert ws.tree() == before


def test_link_and_dot(ws: Workspace) -> None:
    """FENCE-16: `link/.` ends in a dot name."""
    (ws.root / "d").mkdir()
    (ws.root / "link").symlink_to("d")
    assert ws.run("rm -rf link/.").code == 1
    assert ws.tree() == {"d": "d", "link": "-> d"}


def test_trailing_slash(ws: Workspace) -> None:
    """On a directory it changes nothing, on a file it is an error."""
    (ws.root / "d").mkdir()
    (ws.root / "f").touch()
    assert ws.run("rm -r d//").code == 0
    assert ws.run("rm f/").err == "rm: 'f/': Not a directory\n"


def test_force(ws: Workspace) -> None:
    """`-f` hides that something is missing, and nothing else."""
    (ws.root / "f").touch()
    (ws.root / "d").mkdir()
    for run in (
        "rm -f",
        "rm -f no",
        "rm -f no/such",
        "rm -f ''",
        "rm --force no -- -x",
        "rm -rf no/",
    ):
        result = ws.run(run)
        assert (result.code, result.err) == (0, ""), run
    assert ws.run("rm no").err == "rm: 'no': No such file or directory\n"
    assert ws.run("rm -f f/x").code == 1
    assert ws.run("rm -f d").err == "rm: 'd': Is a directory\n"
    assert ws.run("rm -f " + "x" * 300).code == 1


def test_options(ws: Workspace) -> None:
    """Options stand anywhere, bundle, and end at `--`; a lone `-` is an operand."""
    for name in ("-", "-r", "d1", "d2", "d3", "d4"):
        (ws.root / name).mkdir() if name.startswith("d") else (ws.root / name).touch()
    for run in ("rm -", "rm -- -r", "rm d1 -r", "rm -fR d2", "rm --recursive d3", "rm -rrff d4"):
        assert ws.run(run).code == 0, run
    assert ws.tree() == {}


@pytest.mark.parametrize("run", ["rm", "rm -r", "rm -x f", "rm --rec f", "rm --r f", "rm -rz f", "rm --"])
def test_usage(ws: Workspace, run: str) -> None:
    """Misuse is 2, one line, and touches nothing."""
    (ws.root / "f").touch()
    result = ws.run(run)
    assert result.code == 2
    assert result.err.startswith("rm: ")
    assert result.err.count("\n") == 1
    assert ws.tree() == {"f": ""}


def test_failures_do_not_stop_the_rest(ws: Workspace) -> None:
    """In a tree neither; what can't go stays, with the directories that hold it."""
    if os.getuid() == 0:
        pytest.skip("permissions don't stop root")
    (ws.root / "t/locked").mkdir(parents=True)
    (ws.root / "t/locked/f").touch()
    (ws.root / "t/a").touch()
    (ws.root / "t/z").touch()
    (ws.root / "t/empty").mkdir(mode=0o000)
    (ws.root / "t/locked").chmod(0o555)
    result = ws.run("rm -r t")
    (ws.root / "t/locked").chmod(0o755)
    assert (result.code, result.err) == (1, "rm: 't/locked/f': Permission denied\n")
    assert ws.tree() == {"t": "d", "t/locked": "d", "t/locked/f": ""}


def test_unreadable_directory(ws: Workspace) -> None:
    """One that can't be listed is reported once."""
    if os.getuid() == 0:
        pytest.skip("permissions don't stop root")
    (ws.root / "t/locked").mkdir(parents=True)
    (ws.root / "t/locked/f").touch()
    (ws.root / "t/locked").chmod(0o000)
    result = ws.run("rm -r t")
    (ws.root / "t/locked").chmod(0o755)
    assert (result.code, result.err) == (1, "rm: 't/locked': Permission denied\n")


def test_names_that_are_not_utf8(ws: Workspace) -> None:
    """They are removed by glob and in trees, and named byte for byte."""
    root = os.fsencode(ws.root)
    os.makedirs(root + b"/d\xff")
    with open(root + b"/d\xff/\xfe", "wb"):
        pass
    assert ws.run("rm d*").raw_err == b"rm: 'd\xff': Is a directory\n"
    assert ws.run("rm -r d*").code == 0
    assert ws.tree() == {}
