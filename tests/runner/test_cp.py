"""`cp` (BUILTIN-6 to BUILTIN-9, FENCE-4, FENCE-6, FENCE-12)."""

from __future__ import annotations

import errno
import os
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Result, Workspace

from tsr_impl import calls, fence
from tsr_impl.builtins import Call
from tsr_impl.builtins.cp import cp


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_file_to_file_and_into_directories(ws: Workspace) -> None:
    """To a name, over a file, and into a directory or a link to one, by base name."""
    (ws.root / "a").write_text("a")
    (ws.root / "b").write_text("old and longer")
    (ws.root / "d").mkdir()
    (ws.root / "link").symlink_to("d")
    assert ws.run("cp a b && cp a new && cp a d && cp b link/ && cp a d/../d/c").code == 0
    assert ws.tree() == {
        "a": "a", "b": "a", "new": "a", "d": "d", "d/a": "a", "d/b": "a", "d/c": "a", "link": "-> d",
    }  # fmt: skip


def test_several_sources(ws: Workspace) -> None:
    """They go into a directory; onto anything else is misuse, before anything is judged."""
    (ws.root / "a").write_text("a")
    (ws.root / "b").write_text("b")
    (ws.root / "d").mkdir()
    assert ws.run("cp a b d").code == 0
    assert ws.tree()["d/b"] == "b"
    for last in ("a", "missing", "missing/x"):
        result = ws.run(f"cp a ../x {last}")
        assert result.code == 2
        assert result.err.count("\n") == 1
    result = ws.run("cp a b ../outside")
    assert result.code == 1
    assert result.err == ws.refusal("cp", ws.outside / "a") + ws.refusal("cp", ws.outside / "b")


@pytest.mark.parametrize("run", ["cp", "cp a", "cp -r a", "cp -p a b", "cp --archive a b"])
def test_usage(ws: Workspace, run: str) -> None:
    """Misuse is 2."""
    assert ws.run(run).code == 2


def test_permission_bits(ws: Workspace) -> None:
    """The nine bits are those of the source, new or existing; set-id and sticky are dropped."""
    source = ws.root / "s"
    source.write_text("s")
    (ws.root / "existing").touch(mode=0o644)
    (ws.root / "t/ro").mkdir(parents=True)
    (ws.root / "t/ro/f").write_text("f")
    (ws.root / "t/ro").chmod(0o1555)
    (ws.root / "merged/ro").mkdir(parents=True)
    (ws.root / "merged/ro").chmod(0o700)
    source.chmod(0o6751)
    assert ws.run("sh -c 'umask 077; exit 0' && cp s new && cp s existing").code == 0
    assert mode_of(ws.root / "new") == 0o751
    assert mode_of(ws.root / "existing") == 0o751
    assert ws.run("cp -r t copy && cp -r t/ro/. merged/ro").code == 0
    assert mode_of(ws.root / "copy/ro") == 0o555
    assert mode_of(ws.root / "merged/ro") == 0o700
    for path in (ws.root / "t/ro", ws.root / "copy/ro"):
        path.chmod(0o755)


def test_set_id_bits_of_what_is_overwritten(ws: Workspace) -> None:
    """BUILTIN-9: they go, also where the nine bits are those of the source already."""
    (ws.root / "s").write_text("s")
    (ws.root / "s").chmod(0o755)
    (ws.root / "existing").touch()
    (ws.root / "existing").chmod(0o6755)
    assert ws.run("cp s existing").code == 0
    assert mode_of(ws.root / "existing") == 0o755


def test_file_of_somebody_else_keeps_its_mode(ws: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """BUILTIN-9: one that can be written, and whose mode can't be set, is overwritten all the same."""

    def refuse(descriptor: int, mode: int) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    (ws.root / "s").write_text("new")
    (ws.root / "s").chmod(0o600)
    (ws.root / "existing").write_text("old")
    (ws.root / "existing").chmod(0o666)
    monkeypatch.setattr(calls, "change_mode", refuse)
    root = fence.physical_directory(calls.open_directory(str(ws.root)), str(ws.root))
    with root:
        bounds = fence.Fence(root, [])
        assert cp(Call(["cp", "s", "existing"], bounds.root, bounds)) == 0
    assert (ws.root / "existing").read_text() == "new"
    assert mode_of(ws.root / "existing") == 0o666


@pytest.mark.parametrize("umask", [0o777, 0o700, 0o500, 0o277])
def test_trees_under_any_umask(ws: Workspace, ordinary: Callable[[str, int], Result], umask: int) -> None:
    """BUILTIN-9: what is made can be filled, and has the bits of its source in the end."""
    (ws.root / "t/sub/deep").mkdir(parents=True)
    (ws.root / "t/sub/deep/f").write_text("f")
    (ws.root / "t/sub").chmod(0o750)
    ws.config("[tasks.t]\nrun = 'cp -r t copy'\n")
    result = ordinary("t", umask)
    assert (result.code, result.err) == (0, "")
    assert ws.tree(ws.root / "copy") == ws.tree(ws.root / "t")
    assert mode_of(ws.root / "copy/sub") == 0o750


def test_directory_needs_r(ws: Workspace) -> None:
    """Without `-r` a directory is an error, and the others are copied."""
    (ws.root / "d").mkdir()
    (ws.root / "f").touch()
    (ws.root / "into").mkdir()
    result = ws.run("cp d f into")
    assert (result.code, result.err) == (1, "cp: 'd': Is a directory\n")
    assert "into/f" in ws.tree()


def test_trees(ws: Workspace) -> None:
    """To a new name, into a directory, and merged into one of the same name."""
    (ws.root / "t/sub").mkdir(parents=True)
    (ws.root / "t/f").write_text("f")
    (ws.root / "t/sub/g").write_text("g")
    assert ws.run("cp -r t new && mkdir into && cp -R t/ into").code == 0
    assert ws.tree(ws.root / "new") == ws.tree(ws.root / "t") == ws.tree(ws.root / "into/t")
    (ws.root / "into/t/f").write_text("old")
    (ws.root / "into/t/other").write_text("other")
    assert ws.run("cp -r t into && cp -r t/. new/sub && cp -r t/sub/.. new/sub/sub").code == 0
    assert ws.tree(ws.root / "into/t") == {**ws.tree(ws.root / "t"), "other": "other"}
    assert ws.tree(ws.root / "new/sub/sub") == ws.tree(ws.root / "t") | {"g": "g"}


def test_directories_and_files_do_not_mix(ws: Workspace) -> None:
    """A directory onto a file and a file onto a directory are errors; siblings go on."""
    (ws.root / "t/x").mkdir(parents=True)
    (ws.root / "t/y").write_text("y")
    (ws.root / "t/z").write_text("z")
    (ws.root / "into/t/y").mkdir(parents=True)
    (ws.root / "into/t/x").write_text("x")
    result = ws.run("cp -r t into")
    assert result.code == 1
    assert result.err == "cp: 'into/t/x': Not a directory\ncp: 'into/t/y': Is a directory\n"
    assert ws.tree(ws.root / "into/t") == {"x": "x", "y": "d", "z": "z"}
    assert ws.run("cp -r t into/t/z").err == "cp: 'into/t/z': Not a directory\n"


def test_links_in_the_tree_are_followed(ws: Workspace) -> None:
    """FENCE-6: what a link inside leads to is copied."""
    (ws.root / "t").mkdir()
    (ws.root / "d/deep").mkdir(parents=True)
    (ws.root / "d/deep/f").write_text("f")
    (ws.root / "t/file").symlink_to("../d/deep/f")
    (ws.root / "t/dir").symlink_to("../d")
    (ws.root / "t/last").write_text("last")
    assert ws.run("cp -r t copy").code == 0
    assert ws.tree(ws.root / "copy") == {
        "file": "f", "dir": "d", "dir/deep": "d", "dir/deep/f": "f", "last": "last",
    }  # fmt: skip


def test_links_out_of_the_tree(ws: Workspace) -> None:
    """FENCE-6: each is refused, nothing comes through it, and siblings are copied."""
    (ws.root / "t").mkdir()
    (ws.root / "t/a").write_text("a")
    (ws.root / "t/dir").symlink_to("../../outside")
    (ws.root / "t/file").symlink_to("../../outside/precious")
    (ws.root / "t/dangling").symlink_to("nowhere")
    (ws.root / "t/z").write_text("z")
    result = ws.run("cp -r t copy")
    assert result.code == 1
    assert result.err == (
        "cp: 't/dangling': No such file or directory\n"
        + ws.refusal("cp", ws.outside)
        + ws.refusal("cp", ws.outside / "precious")
    )
    assert ws.tree(ws.root / "copy") == {"a": "a", "z": "z"}


def test_links_out_on_the_other_side(ws: Workspace) -> None:
    """FENCE-4: every place that is written is judged, links in the destination too."""
    (ws.root / "t/sub").mkdir(parents=True)
    (ws.root / "t/f").write_text("f")
    (ws.root / "t/g").write_text("g")
    (ws.root / "t/sub/h").write_text("h")
    (ws.root / "into/t").mkdir(parents=True)
    (ws.root / "into/t/f").symlink_to("../../../outside/precious")
    (ws.root / "into/t/sub").symlink_to("../../../outside")
    result = ws.run("cp -r t into")
    assert result.code == 1
    assert result.err == ws.refusal("cp", ws.outside / "precious") + ws.refusal("cp", ws.outside)
    assert (ws.root / "into/t/g").read_text() == "g"
    (ws.root / "in").write_text("in")
    (ws.root / "link").symlink_to("../outside")
    assert ws.run("cp in link").err == ws.refusal("cp", ws.outside / "in")
    (ws.root / "new").symlink_to("../outside/new")
    assert ws.run("cp in new").err == ws.refusal("cp", ws.outside / "new")


def test_cycles_end(ws: Workspace) -> None:
    """FENCE-6: a link back to a directory that holds it is an error; siblings go on."""
    (ws.root / "t/a").mkdir(parents=True)
    (ws.root / "t/a/self").symlink_to(".")
    (ws.root / "t/a/up").symlink_to("..")
    (ws.root / "t/a/z").write_text("z")
    (ws.root / "t/b").symlink_to("a")
    result = ws.run("cp -r t copy")
    assert result.code == 1
    assert result.err.count("a link leads back") == 4
    assert ws.tree(ws.root / "copy") == {
        "a": "d", "a/z": "z", "b": "d", "b/z": "z",
    }  # fmt: skip


@pytest.mark.parametrize(
    "run",
    ["cp -r t t", "cp -r t t/x", "cp -r t link", "cp -r t t/sub/new", "cp -r . t", "cp -r . new",
     "cp -r x t t/sub", "cp -r t/sub/.. t/sub"],
)  # fmt: skip
def test_into_itself(ws: Workspace, run: str) -> None:
    """FENCE-12: a directory into itself is an error before anything is written."""
    (ws.root / "t/sub").mkdir(parents=True)
    (ws.root / "x").mkdir()
    (ws.root / "t/f").write_text("f")
    (ws.root / "link").symlink_to("t/sub")
    before = ws.tree()
    result = ws.run(run)
    assert result.code == 1
    assert "into itself" in result.err
    assert ws.tree() == before


def test_links_that_would_grow_the_tree(ws: Workspace) -> None:
    """FENCE-6: also when links on either side lead into the tree that is being copied."""
    (ws.root / "t/x/y").mkdir(parents=True)
    (ws.root / "t/x/f").write_text("f")
    (ws.root / "into").mkdir()
    (ws.root / "into/x").symlink_to("../t/x/y")
    result = ws.run("cp -r t/. into")
    assert result.code == 1
    assert "into itself" in result.err
    (ws.root / "s").mkdir()
    (ws.root / "s/all").symlink_to("..")
    assert ws.run("cp -r s copy").code == 1


@pytest.mark.parametrize("run", ["cp f f", "cp f link", "cp link f", "cp f hard", "cp hard f", "cp f ."])
def test_onto_itself(ws: Workspace, run: str) -> None:
    """FENCE-12: a file onto itself, also by link or hard link, is an error and intact."""
    (ws.root / "f").write_text("f")
    (ws.root / "link").symlink_to("f")
    os.link(ws.root / "f", ws.root / "hard")
    before = ws.tree()
    result = ws.run(run)
    assert result.code == 1
    assert "are the same file" in result.err
    assert ws.tree() == before


def test_merge_onto_itself(ws: Workspace) -> None:
    """FENCE-12: a directory merged into itself is intact too."""
    (ws.root / "d").mkdir()
    (ws.root / "d/f").write_text("f")
    assert ws.run("cp -r d/. d").code == 1
    assert ws.run("cp -r d .").code == 1
    assert ws.tree() == {"d": "d", "d/f": "f"}


def test_dangling_link_as_destination(ws: Workspace) -> None:
    """FENCE-12: it is refused, for files, directories and in trees, and the link stays."""
    (ws.root / "t").mkdir()
    (ws.root / "t/f").write_text("f")
    (ws.root / "link").symlink_to("nowhere")
    (ws.root / "into").mkdir()
    (ws.root / "into/f").symlink_to("nowhere")
    before = ws.tree()
    for run in ("cp t/f link", "cp -r t link", "cp -r t/. into"):
        result = ws.run(run)
        assert (result.code, "leads to nothing" in result.err) == (1, True)
        assert ws.tree() == before


def test_special_files(ws: Workspace) -> None:
    """FENCE-12: they are errors on either side, in trees too, and are never waited for."""
    os.mkfifo(ws.root / "fifo")
    (ws.root / "f").write_text("f")
    (ws.root / "t").mkdir()
    os.mkfifo(ws.root / "t/fifo")
    (ws.root / "t/z").write_text("z")
    with socket.socket(socket.AF_UNIX) as listener:
        before = os.getcwd()
        os.chdir(ws.root)  # the path of a socket must be short
        listener.bind("socket")
        os.chdir(before)
        assert ws.run("cp fifo x").err == "cp: 'fifo': not a regular file\n"
        assert ws.run("cp socket x").err == "cp: 'socket': not a regular file\n"
        assert ws.run("cp f fifo").err == "cp: 'fifo': not a regular file\n"
        assert ws.run("cp -r t copy").err == "cp: 't/fifo': not a regular file\n"
        assert ws.run("cp /dev/zero x", allow=["/dev"]).code == 1
    assert ws.tree(ws.root / "copy") == {"z": "z"}
    assert not (ws.root / "x").exists()


def test_slashes(ws: Workspace) -> None:
    """A trailing slash asks for a directory."""
    (ws.root / "f").write_text("f")
    (ws.root / "d").mkdir()
    assert ws.run("cp f/ x").err == "cp: 'f/': Not a directory\n"
    assert ws.run("cp f new/").code == 1
    assert ws.run("cp -r d new/").code == 0
    assert ws.run("cp f f/").code == 1
    assert ws.run("cp missing x").err == "cp: 'missing': No such file or directory\n"
    assert ws.run("cp f missing/x").err == "cp: 'missing/x': No such file or directory\n"


def test_no_half_written_file(ws: Workspace) -> None:
    """A copy that fails leaves no new file behind."""
    (ws.root / "big").write_bytes(b"x" * 100_000)
    ws.config("[tasks.copy]\nrun = 'cp big new'\n")
    command = f"ulimit -f 20; exec '{sys.executable}' -m tsr_impl copy"
    done = subprocess.run(["sh", "-c", command], cwd=ws.root, env=ws.environment(), capture_output=True, check=False)
    result = Result(done.returncode, done.stdout, done.stderr)
    assert (result.code, result.err) == (1, "cp: 'new': File too large\n")
    assert set(ws.tree()) == {"big"}


def test_large_and_sparse(ws: Workspace) -> None:
    """Many chunks are copied, and a hole reads as zeros."""
    data = os.urandom(3_000_000)
    with open(ws.root / "big", "wb") as big:
        big.write(data)
        big.seek(20_000_000)
        big.write(b"end")
    assert ws.run("cp big copy").code == 0
    assert (ws.root / "copy").read_bytes() == (ws.root / "big").read_bytes()
    (ws.root / "big").unlink()
    (ws.root / "copy").unlink()
