"""A file system that takes no more, or nothing: what can't be finished is not left half done (BUILTIN-20, -22)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Result, Workspace
from mounts import Mount, directory_elsewhere

MIB = 1 << 20
ENOSPC, EROFS, EFBIG = "No space left on device", "Read-only file system", "File too large"


def noise(size: int, seed: int = 0) -> bytes:
    """Bytes of which no part is like another one."""
    line = b"%16d\n"
    return b"".join(line % (seed + number) for number in range(size // 17 + 1))[:size]


BIG, OLD, SMALL = noise(2 * MIB), noise(300_000, 1_000_000), noise(100_000, 2_000_000)


@pytest.fixture
def disk(ws: Workspace) -> Iterator[Mount]:
    """1 MiB at `disk`; in the workspace, a big file, a small one, and trees of both."""
    (ws.root / "big").write_bytes(BIG)
    (ws.root / "small").write_bytes(SMALL)
    (ws.root / "t/sub").mkdir(parents=True)
    for name, content in (("a", SMALL), ("m", BIG), ("sub/n", BIG), ("z", SMALL)):
        (ws.root / "t" / name).write_bytes(content)
    with Mount(ws, "disk", "size=1m") as mount:
        yield mount


def at(top: Path) -> dict[str, bytes]:
    """The files beneath a directory, and empty for each directory."""
    return {
        str(path.relative_to(top)): b"" if path.is_dir() else path.read_bytes()
        for path in sorted(top.rglob("*"))
        if path.name != "filler"
    }


def run(ws: Workspace, disk: Mount, command: str) -> Result:
    ws.config(f"[tasks.t]\nrun = '{command}'\n")
    return disk.tsr("t")


def test_new_file(ws: Workspace, disk: Mount) -> None:
    """BUILTIN-20: one that could not be finished is gone, and the others of the command are there."""
    result = run(ws, disk, "cp big small disk; cp big disk/new")
    assert (result.code, result.err) == (1, f"cp: 'disk/big': {ENOSPC}\ncp: 'disk/new': {ENOSPC}\n")
    assert at(disk.inside) == {"small": SMALL}


def test_existing_file(ws: Workspace, disk: Mount) -> None:
    """BUILTIN-20: room is reserved first, so that the old contents stay, in the same file with the same mode."""
    old = disk.inside / "old"
    old.write_bytes(OLD)
    old.chmod(0o640)
    os.link(old, disk.inside / "other name")
    before = old.stat()
    result = run(ws, disk, "cp big disk/old")
    assert (result.code, result.err) == (1, f"cp: 'disk/old': {ENOSPC}\n")
    assert at(disk.inside) == {"old": OLD, "other name": OLD}
    after = old.stat()
    assert (after.st_ino, after.st_mode, after.st_nlink) == (before.st_ino, before.st_mode, 2)
    assert after.st_blocks == before.st_blocks, "what was reserved is given back"


@pytest.mark.parametrize(("size", "fits"), [(100_000, True), (300_000, True), (400_000, False)])
def test_existing_file_on_a_disk_that_is_full(ws: Workspace, disk: Mount, size: int, fits: bool) -> None:
    """BUILTIN-20: what fits into the room of the old contents is copied, what doesn't changes nothing."""
    old = disk.inside / "old"
    old.write_bytes(OLD)
    disk.fill()
    (ws.root / "new").write_bytes(noise(size, 7))
    inode = old.stat().st_ino
    result = run(ws, disk, "cp new disk/old")
    assert (result.code, result.err) == ((0, "") if fits else (1, f"cp: 'disk/old': {ENOSPC}\n"))
    assert old.read_bytes() == (noise(size, 7) if fits else OLD)
    assert old.stat().st_ino == inode


def test_existing_file_with_holes(ws: Workspace, disk: Mount) -> None:
    """BUILTIN-20: a hole is no room."""
    old = disk.inside / "old"
    old.write_bytes(OLD)
    os.truncate(old, 3 * MIB)
    result = run(ws, disk, "cp big disk/old")
    assert (result.code, result.err) == (1, f"cp: 'disk/old': {ENOSPC}\n")
    assert old.read_bytes() == OLD + bytes(3 * MIB - len(OLD))


def test_hole_in_front(ws: Workspace, disk: Mount) -> None:
    """BUILTIN-20: room that the old contents have elsewhere does not count."""
    old = disk.inside / "old"
    with old.open("wb") as file:
        file.seek(2 * MIB)
        file.write(OLD)
    disk.fill()
    result = run(ws, disk, "cp small disk/old")
    assert (result.code, result.err) == (1, f"cp: 'disk/old': {ENOSPC}\n")
    assert old.read_bytes() == bytes(2 * MIB) + OLD


def test_tree(ws: Workspace, disk: Mount) -> None:
    """BUILTIN-20: what was copied completely stays, what was not is gone; also where a tree is merged."""
    result = run(ws, disk, "cp -r t disk")
    assert (result.code, result.err) == (1, f"cp: 'disk/t/m': {ENOSPC}\ncp: 'disk/t/sub/n': {ENOSPC}\n")
    assert at(disk.inside) == {"t": b"", "t/a": SMALL, "t/sub": b"", "t/z": SMALL}
    (disk.inside / "t/m").write_bytes(OLD)
    assert run(ws, disk, "cp -r t disk").code == 1
    assert at(disk.inside) == {"t": b"", "t/a": SMALL, "t/m": OLD, "t/sub": b"", "t/z": SMALL}


@pytest.mark.parametrize("what", ["big", "t"])
@pytest.mark.parametrize("onto", ["nothing", "directory", "one of its kind"])
def test_move(ws: Workspace, disk: Mount, what: str, onto: str) -> None:
    """BUILTIN-22: the source stays, nothing half done is left, and what was to be replaced is as it was."""
    if onto == "directory":
        (disk.inside / "d").mkdir()
    elif onto == "one of its kind":
        if what == "big":
            (disk.inside / "d").write_bytes(OLD)
        else:
            (disk.inside / "d/t").mkdir(parents=True)
    here, there = at(ws.root), at(disk.inside)
    result = run(ws, disk, f"mv {what} disk/d")
    assert result.code == 1
    assert result.err.startswith("mv: '")
    assert result.err.endswith(f"': {ENOSPC}\n")
    here["tasks.toml"] = (ws.root / "tasks.toml").read_bytes()
    assert at(ws.root) == here
    assert at(disk.inside) == there


def test_what_a_full_disk_does_not_stop(ws: Workspace, disk: Mount) -> None:
    """What takes no room goes on: to take away, to rename, to look, to set times."""
    (disk.inside / "old").write_bytes(OLD)
    (disk.inside / "t/u").mkdir(parents=True)
    disk.fill()
    result = run(ws, disk, "touch disk/old disk/t && mv disk/t disk/v && rm -r disk/v && mv disk/old old && cat old")
    assert (result.code, result.err) == (0, "")
    assert result.raw_out == OLD
    assert at(disk.inside) == {}


# Output -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("command", "name"), [("cat big", "cat"), ("echo one", "echo"), ("pwd", "pwd")])
def test_output(ws: Workspace, disk: Mount, command: str, name: str) -> None:
    """BUILTIN-23: output that can't be written makes the builtin fail, and the sequence goes on as it says."""
    disk.fill()
    ws.config(f"[tasks.t]\nrun = '{command} && touch too-far || touch noticed; false'\n")
    result = disk.sh('exec "$@" >disk/out', "t")
    assert (result.code, result.err) == (1, f"{name}: standard output: {ENOSPC}\n")
    assert (ws.root / "noticed").exists()
    assert not (ws.root / "too-far").exists()


@pytest.mark.parametrize("word", ["--list", "--help"])
def test_answers(ws: Workspace, disk: Mount, word: str) -> None:
    """EXIT-11: what was asked for was not given: 64."""
    disk.fill()
    ws.config("[tasks.t]\nrun = 'true'\n")
    result = disk.sh('exec "$@" >disk/out', word)
    assert result.code == 64
    assert result.err.startswith("✗ error: standard output")
    assert ENOSPC in result.err


def test_messages(ws: Workspace, disk: Mount) -> None:
    """EXIT-11: a message that can't be written changes no exit code."""
    disk.fill()
    ws.config("[tasks.t]\nrun = 'rm none; mkdir made'\n[tasks.u]\nrun = 'rm none'\n")
    for task, code in (("t", 0), ("u", 1), ("none", 64)):
        result = disk.sh('exec "$@" 2>disk/err', task)
        assert (result.code, result.out, result.err) == (code, "", "")
    assert (ws.root / "made").is_dir()


def test_reporter_file(ws: Workspace, disk: Mount) -> None:
    """EVENT-2: a file that takes no line ends the run with 64, or the code of what failed first; nothing more runs."""
    disk.fill()
    ws.config(
        "[tasks.a]\nrun = 'touch ran'\n[tasks.t]\nrun = 'touch too-far'\ndeps = ['a']\n[tasks.u]\nrun = 'false'\n"
    )
    result = disk.tsr("t", "--reporter-file", "disk/log")
    assert result.code == 64
    assert "--reporter-file: 'disk/log' cannot be written: No space left on device" in result.err
    assert (ws.root / "ran").exists()
    assert not (ws.root / "too-far").exists()
    assert disk.tsr("u", "--reporter-file", "disk/log").code == 1
    (disk.inside / "filler").unlink()
    assert disk.tsr("a", "--reporter-file", "disk/log").code == 0
    lines = [json.loads(line) for line in (disk.inside / "log").read_text().splitlines()]
    assert [line["type"] for line in lines] == ["task", "summary"]


def test_new_config(ws: Workspace, disk: Mount) -> None:
    """CLI-15: 64, and half of a config is not left, or the message says that it is there."""
    disk.fill()
    result = disk.sh('cd disk && exec "$@"', "--init")
    assert (result.code, result.out) == (64, "")
    assert result.err.startswith("✗ error: ")
    assert ENOSPC in result.err
    assert at(disk.inside) == {} or "remove what there is of it" in result.err


# Without a free inode ---------------------------------------------------------------------------


@pytest.fixture
def crowded(ws: Workspace) -> Iterator[Mount]:
    """At `disk`, a file system with much room and one inode to give; there are a file and two directories."""
    (ws.root / "f").write_text("new")
    (ws.root / "t/sub").mkdir(parents=True)
    (ws.root / "t/sub/f").write_text("f")
    with Mount(ws, "disk", "size=4m,nr_inodes=5") as mount:
        (mount.inside / "old").write_text("old")
        (mount.inside / "d/e").mkdir(parents=True)
        yield mount


@pytest.mark.parametrize(
    ("run", "says", "made"),
    [
        ("touch disk/a disk/b disk/old", "touch: 'disk/b'", {"a": ""}),
        ("mkdir disk/a disk/b", "mkdir: 'disk/b'", {"a": "d"}),
        ("mkdir -p disk/a/b disk/d/e", "mkdir: 'disk/a/b'", {"a": "d"}),
        ("touch disk/a; mkdir -p disk/b/c; touch none; cp f disk/old", "mkdir: 'disk/b/c'", {"a": "", "old": "new"}),
        ("touch disk/a; cp f disk/b", "cp: 'disk/b'", {"a": ""}),
        ("cp -r t disk/a", "cp: 'disk/a/sub'", {"a": "d"}),
        ("cp -r t/. disk", "cp: 'disk/sub/f'", {"sub": "d"}),
        ("mv t disk", "mv: 'disk/t/sub'", {}),
        ("mv t disk/d/e", "mv: 'disk/d/e/t/sub'", {}),
        ("touch disk/a; mv f disk/old", "mv: 'disk/old'", {"a": ""}),
        ("touch disk/a; mv f disk", "mv: 'disk/f'", {"a": ""}),
        ("touch disk/a; mv t/sub disk/d/sub", "mv: 'disk/d/sub'", {"a": ""}),
    ],
)
def test_no_inodes(ws: Workspace, crowded: Mount, run: str, says: str, made: dict[str, str]) -> None:
    """What can't be made is said, the rest is done, and a move leaves all as it was."""
    here = ws.tree()
    ws.config(f"[tasks.t]\nrun = '{run}'\n")
    result = crowded.tsr("t")
    assert result.err.endswith(f": {ENOSPC}\n"), result
    assert result.err.count("\n") == 1
    if run.count("mv"):  # the reason is about one of two names, or one in the copy
        assert result.err.startswith("mv: '")
    else:
        assert result.err.startswith(f"{says}: ")
    assert result.code == (0 if run.endswith("disk/old") and "cp" in run else 1)
    assert ws.tree() == here | ({"none": ""} if "none" in run else {})
    assert ws.tree(crowded.inside) == {"old": "old", "d": "d", "d/e": "d"} | made


# Read-only --------------------------------------------------------------------------------------


@pytest.fixture
def frozen(ws: Workspace) -> Iterator[Mount]:
    """A file system at `ro` that takes nothing."""
    (ws.root / "f").write_text("f")
    (ws.root / "g").write_text("g")
    (ws.root / "t").mkdir()
    (ws.root / "t/x").write_text("x")
    with Mount(ws, "ro", "size=1m") as mount:
        (mount.inside / "d/e").mkdir(parents=True)
        (mount.inside / "old").write_text("old")
        (mount.inside / "d/x").write_text("dx")
        mount.make_read_only()
        yield mount


@pytest.mark.parametrize(
    ("run", "says", "changes"),
    [
        ("rm ro/old g", "ro/old", {"g": None}),
        ("rm -f ro/old ro/none g", "ro/old", {"g": None}),
        ("rm -r ro/d/e g", "ro/d/e", {"g": None}),
        ("rm -rf ro/d/e", "ro/d/e", {}),
        ("mkdir ro/n n", "ro/n", {"n": "d"}),
        ("mkdir -p ro/d/e ro/n/m n", "ro/n/m", {"n": "d"}),
        ("touch ro/n ro/old ro/d n", "ro/n ro/old ro/d", {"n": ""}),
        ("cp f ro/n", "ro/n", {}),
        ("cp f ro/old", "ro/old", {}),
        ("cp f g ro", "ro/f ro/g", {}),
        ("cp -r t ro", "ro/t", {}),
        ("cp -r t/. ro/d", "ro/d/x", {}),
        ("cp -r ro/d ro/old t", "", {"t/d": "d", "t/d/e": "d", "t/d/x": "dx", "t/old": "old"}),
        ("mv f ro", "f|ro/f", {}),
        ("mv f ro/old", "f|ro/old", {}),
        ("mv t ro", "t|ro/t", {}),
        ("mv ro/old ro/n", "ro/old|ro/n", {}),
        ("mv ro/old n", "ro/old", {"n": "old"}),
        ("mv ro/old f", "ro/old", {"f": "old"}),
        ("mv ro/d t", "ro/d/e ro/d/x", {"t/d": "d", "t/d/e": "d", "t/d/x": "dx"}),
        ("cat ro/old", "", {}),
    ],
)
def test_read_only(ws: Workspace, frozen: Mount, run: str, says: str, changes: dict[str, str | None]) -> None:
    """The system's word for it, the rest is done, and what can't be taken away after a move is there twice."""
    here, there = ws.tree(), ws.tree(frozen.inside)
    ws.config(f"[tasks.t]\nrun = '{run}'\n")
    result = frozen.tsr("t")
    lines = result.err.splitlines()
    assert len(lines) == len(says.split()), result
    for line, places in zip(lines, says.split(), strict=True):
        assert line in [f"{run.split()[0]}: '{place}': {EROFS}" for place in places.split("|")]
    assert result.code == bool(says)
    after = {**here, **changes}
    assert ws.tree() == {name: content for name, content in after.items() if content is not None}
    assert ws.tree(frozen.inside) == there


def test_removal_of_a_read_only_tree(ws: Workspace, frozen: Mount) -> None:
    """BUILTIN-5: the directory, or each entry in it, can't be removed; the other operands are."""
    there = ws.tree(frozen.inside)
    ws.config("[tasks.t]\nrun = 'rm -rf ro/d g'\n")
    result = frozen.tsr("t")
    assert result.code == 1
    assert result.err.splitlines() in (
        [f"rm: 'ro/d': {EROFS}"],
        [f"rm: 'ro/d/e': {EROFS}", f"rm: 'ro/d/x': {EROFS}"],
    )
    assert not (ws.root / "g").exists()
    assert ws.tree(frozen.inside) == there


def test_read_only_workspace(ws: Workspace) -> None:
    """It can be worked in, as far as nothing is made; what tells of a run needs a place to write."""
    with Mount(ws, "ro", "size=1m") as mount:
        (mount.inside / "tasks.toml").write_text("[tasks.t]\nrun = 'cat .env && touch x'\n[tasks.u]\nrun = 'pwd'\n")
        (mount.inside / ".env").write_text("A=1\n")
        mount.make_read_only()
        result = mount.sh('cd ro && exec "$@"', "t")
        assert (result.code, result.out, result.err) == (1, "A=1\n", f"touch: 'x': {EROFS}\n")
        assert mount.sh('cd ro && exec "$@"', "u").code == 0
        result = mount.sh('cd ro && exec "$@"', "u", "--reporter-file", "log")
        assert (result.code, result.out) == (64, "")
        assert "'log' cannot be opened: Read-only file system" in result.err


# A limit for the size of files ------------------------------------------------------------------


def limited(ws: Workspace, run: str, *options: str, out: str = "/dev/null", allow: str = "none") -> Result:
    """Run a task that may make no file larger than 1 MiB, or half of that."""
    ws.config(f"[security]\nallow_paths = ['{allow}']\n[tasks.t]\nrun = '{run}'\n")
    script = f'ulimit -f 1024 && exec "$0" -m tsr_impl "$@" >{out}'
    done = subprocess.run(
        ["sh", "-c", script, sys.executable, "t", *options],
        cwd=ws.root, env=ws.environment(), capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    told = [line for line in done.stderr.splitlines(True) if not line.startswith(b"! warning: ")]
    return Result(done.returncode, done.stdout, b"".join(told))


def test_limit_of_files(ws: Workspace) -> None:
    """EFBIG is a reason like any other, and SIGXFSZ does not end the runner."""
    (ws.root / "t").mkdir()
    for name, content in (("big", BIG), ("old", OLD), ("t/a", SMALL), ("t/m", BIG), ("t/z", SMALL)):
        (ws.root / name).write_bytes(content)
    inode = (ws.root / "old").stat().st_ino
    result = limited(ws, "cp big new; cp big old; cp -r t c; touch n; mkdir d; rm n")
    assert result.err == f"cp: 'new': {EFBIG}\ncp: 'old': {EFBIG}\ncp: 'c/m': {EFBIG}\n"
    assert result.code == 0
    assert (ws.root / "old").read_bytes() == OLD
    assert (ws.root / "old").stat().st_ino == inode
    assert not (ws.root / "new").exists()
    assert at(ws.root / "c") == {"a": SMALL, "z": SMALL}
    result = limited(ws, "cat big", out="out")
    assert (result.code, result.err) == (1, f"cat: standard output: {EFBIG}\n")


def test_limit_of_files_that_are_larger_already(ws: Workspace) -> None:
    """BUILTIN-20: the old contents stay, since the new ones can't be written whole."""
    (ws.root / "big").write_bytes(BIG)
    (ws.root / "old").write_bytes(noise(4 * MIB, 9))
    result = limited(ws, "cp big old")
    assert (result.code, result.err) == (1, f"cp: 'old': {EFBIG}\n")
    assert (ws.root / "old").read_bytes() == noise(4 * MIB, 9)


@pytest.fixture
def other(ws: Workspace) -> Iterator[Path]:
    yield from directory_elsewhere(ws.root)


def test_limit_of_files_and_a_move(ws: Workspace, other: Path) -> None:
    """BUILTIN-22: the source stays, and nothing half done is left."""
    (other / "old").write_bytes(OLD)
    (ws.root / "t").mkdir()
    (ws.root / "t/a").write_bytes(SMALL)
    (ws.root / "t/m").write_bytes(BIG)
    for run in (f"mv t/m {other}", f"mv t/m {other}/old", f"mv t {other}"):
        result = limited(ws, run, allow=str(other))
        assert result.code == 1
        assert result.err.startswith("mv: '")
        assert result.err.endswith(f": {EFBIG}\n")
        assert at(ws.root / "t") == {"a": SMALL, "m": BIG}
        assert at(other) == {"old": OLD}


def test_limit_of_files_and_reports(ws: Workspace) -> None:
    """EVENT-2: a file that takes no more is 64; one that begins to tell and can't go on is no reason to be killed."""
    limit = "ulimit -f 0"
    ws.config("[tasks.t]\nrun = 'echo ran'\n")
    done = subprocess.run(
        ["sh", "-c", f'{limit} && exec "$0" -m tsr_impl t --reporter-file log', sys.executable],
        cwd=ws.root, env=ws.environment(), capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    result = Result(done.returncode, done.stdout, done.stderr)
    assert result.code == 64
    assert f"'log' cannot be written: {EFBIG}" in result.err
