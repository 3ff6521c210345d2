"""Trees of any depth and any width: few descriptors, no stack, and memory that does not grow (BUILTIN-21)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import Result, Workspace
from mounts import Mount

LEVELS = 10_000
LINKS = 40  # to directories, within one another, that `cp -r` follows


def make_deep(top: Path, levels: int) -> None:
    """A chain of directories called `d`, in each of them a file, made step by step."""
    top.mkdir()
    here = os.open(top, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("d", dir_fd=here)
        os.close(os.open("f", os.O_CREAT | os.O_WRONLY, dir_fd=here))
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)


def depth(top: Path) -> int:
    """How deep such a chain is; -1 if a file is missing."""
    here, levels = os.open(top, os.O_RDONLY), 0
    try:
        while "d" in os.listdir(here):
            if sorted(os.listdir(here)) != ["d", "f"]:
                return -1
            below = os.open("d", os.O_RDONLY, dir_fd=here)
            os.close(here)
            here, levels = below, levels + 1
        return levels
    finally:
        os.close(here)


@pytest.fixture
def ws(tmp_path: Path) -> Iterator[Workspace]:
    """A workspace in memory, if there is a place for that: disks take long for ten thousand directories.

    It is taken away even where a test has left a tree in it that Python can't take away.
    """
    os.umask(0o022)
    memory = Path("/dev/shm")
    base = Path(tempfile.mkdtemp(dir=memory if os.access(memory, os.W_OK) else tmp_path))
    yield Workspace(base.resolve())
    subprocess.run(["rm", "-rf", "--", base], check=True)


@pytest.fixture
def other(ws: Workspace) -> Iterator[Mount]:
    """Another file system at `other`."""
    with Mount(ws, "other", "size=3g,nr_inodes=3m") as mount:
        yield mount


def frugal(ws: Workspace, run: str, descriptors: int = 32, mount: Mount | None = None) -> Result:
    """Run a task with few descriptors."""
    ws.config(f"[tasks.t]\nrun = '{run}'\n")
    limit = f"ulimit -n {descriptors}"
    if mount:
        return mount.sh(f'{limit} && exec "$@"', "t", timeout=3000)
    done = subprocess.run(
        ["sh", "-c", f'{limit} && exec "$0" -m tsr_impl t', sys.executable],
        cwd=ws.root, env=ws.environment(), capture_output=True, timeout=300, check=False,
    )  # fmt: skip
    return Result(done.returncode, done.stdout, done.stderr)


# Depth ------------------------------------------------------------------------------------------


def test_copy_and_remove(ws: Workspace) -> None:
    """`cp -r`, to a new name and merging, and `rm -r`."""
    make_deep(ws.root / "t", LEVELS)
    for run in ("cp -r t copy", "cp -r t/. copy"):
        result = frugal(ws, run)
        assert (result.code, result.err) == (0, "")
        assert depth(ws.root / "copy") == LEVELS
    result = frugal(ws, "rm -r t copy")
    assert (result.code, result.err) == (0, "")
    assert ws.tree() == {}


def test_move(ws: Workspace, other: Mount) -> None:
    """`mv` to another file system, onto an empty directory there, and back."""
    make_deep(ws.root / "t", LEVELS)
    (other.inside / "t").mkdir()
    result = frugal(ws, "mv t other", mount=other)
    assert (result.code, result.err) == (0, "")
    assert not (ws.root / "t").exists()
    assert depth(other.inside / "t") == LEVELS
    result = frugal(ws, "mv other/t u", mount=other)
    assert (result.code, result.err) == (0, "")
    assert os.listdir(other.inside) == []
    assert depth(ws.root / "u") == LEVELS


def test_long_operand(ws: Workspace) -> None:
    """An operand longer than the system takes is walked component by component."""
    long = "/".join(["d"] * LEVELS)
    (ws.root / "g").write_text("g")
    run = "mkdir -p @ && touch @/f && cp g @/g && cat @/f @/g && mv @/g @/h && rm @/h"
    result = frugal(ws, run.replace("@", long))
    assert (result.code, result.out, result.err) == (0, "g", "")
    assert depth_without_files(ws.root) == LEVELS
    result = frugal(ws, "rm -r d")
    assert (result.code, result.err) == (0, "")
    assert ws.tree() == {"g": "g"}


def depth_without_files(top: Path) -> int:
    here, levels = os.open(top, os.O_RDONLY), 0
    while True:
        try:
            below = os.open("d", os.O_RDONLY, dir_fd=here)
        except FileNotFoundError:
            os.close(here)
            return levels
        os.close(here)
        here, levels = below, levels + 1


def test_one_fault_far_down(ws: Workspace) -> None:
    """BUILTIN-5, BUILTIN-8: it is said once, and all the rest is done, on the way up as well."""
    levels = 3_000
    make_deep(ws.root / "t", levels)
    make_deep(ws.root / "copy", levels - 1)
    here = os.open(ws.root / "copy", os.O_RDONLY)
    for _ in range(levels - 1):
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.mkdir("f", dir_fd=here)  # where the source has a file
    os.close(here)
    result = frugal(ws, "cp -r t/. copy")
    assert result.code == 1
    assert re.fullmatch(r"cp: 'copy/(d/)+[^\n]*(/d)*/f': Is a directory\n", result.err), result.err[-300:]
    assert depth_without_files(ws.root / "copy") == levels


def test_patterns(ws: Workspace) -> None:
    """SHELL-11: `**` stands for what is beneath at any depth, also where its path is longer than the system takes."""
    levels = 2_200
    make_deep(ws.root / "t", levels)
    result = frugal(ws, "echo t/**/f")
    assert (result.code, result.err) == (0, "")
    assert {word.count("/") for word in result.out.split()} == set(range(1, levels + 1))


# Links to directories ---------------------------------------------------------------------------


def make_stairs(top: Path, steps: int) -> None:
    """Directories `0` to `steps`, each with a file and, but for the last, with a link to the next one."""
    for number in range(steps + 1):
        (top / str(number)).mkdir(parents=True)
        (top / str(number) / "a").write_text("a")
        (top / str(number) / "z").write_text("z")
        if number < steps:
            (top / str(number) / "next").symlink_to(f"../{number + 1}")


def test_links_within_one_another(ws: Workspace) -> None:
    """BUILTIN-21, FENCE-6: 40 of them are followed; the next one is an error, and its siblings are copied."""
    make_stairs(ws.root / "s", LINKS + 3)
    result = frugal(ws, "cp -r s/0 copy", 64 + 2 * LINKS)
    way = "/next" * (LINKS + 1)
    assert (result.code, result.err) == (1, f"cp: 's/0{way}': Too many levels of symbolic links\n")
    expected: dict[str, str] = {}
    for number in range(LINKS + 1):
        here = "next/" * number
        expected |= {f"{here}a": "a", f"{here}z": "z"} | ({here[:-1]: "d"} if here else {})
    assert ws.tree(ws.root / "copy") == expected


def test_links_that_are_few_enough(ws: Workspace) -> None:
    """BUILTIN-21: 40 are not too many; nor is it how many there are beside one another."""
    make_stairs(ws.root / "s", LINKS)
    for number in range(100):
        (ws.root / f"s/{LINKS}/also{number}").mkdir()
        (ws.root / f"s/0/beside{number}").symlink_to(f"../{LINKS}")
    result = frugal(ws, "cp -r s/0 copy", 64 + 2 * LINKS)
    assert (result.code, result.err) == (0, "")
    assert (ws.root / "copy" / ("next/" * LINKS) / "z").read_text() == "z"


def test_links_below_deep_directories(ws: Workspace) -> None:
    """BUILTIN-21: between the links there may be any depth, with the same descriptors."""
    make_stairs(ws.root / "s", LINKS)
    for number in range(LINKS):
        far = ws.root / f"s/{number}" / "/".join("d" * 50)
        far.mkdir(parents=True)
        (ws.root / f"s/{number}/next").unlink()
        (far / "next").symlink_to(ws.root / f"s/{number + 1}")
    result = frugal(ws, "cp -r s/0 copy", 64 + 2 * LINKS)
    assert (result.code, result.err) == (0, "")
    copies = subprocess.run(["find", ws.root / "copy", "-name", "z"], capture_output=True, check=True).stdout
    assert copies.count(b"\n") == LINKS + 1


# Width ------------------------------------------------------------------------------------------

LINKS_OF_ONE = 60_000  # a file can't have many more names on some file systems
NAME = "a-long-name-that-takes-room-in-a-listing-" * 4  # so that a list of all of them would be noticed


def make_wide(top: Path, many: int, levels: int) -> None:
    """A directory with so many files, and between them another such one. They are links to one of few: quick."""
    top.mkdir()
    directory = os.open(top, os.O_RDONLY)
    first = ""
    for number in range(many):
        name = f"{NAME}{number}"
        if number % LINKS_OF_ONE == 0:
            os.close(os.open(name, os.O_CREAT | os.O_WRONLY, dir_fd=directory))
            first = name
        else:
            os.link(first, name, src_dir_fd=directory, dst_dir_fd=directory)
        if number == many // 2 and levels > 1:
            make_wide(top / "0", many, levels - 1)
    os.close(directory)


def peaks(ws: Workspace, other: Mount, commands: list[str], many: int, levels: int = 1) -> list[int]:
    """The most memory, in KiB, of a run, after each of the commands, of which the last one leaves nothing of tree `t`.

    The tree has so many files at each level.
    """
    make_wide(ws.root / "t", many, levels)
    (ws.root / "peak").write_text("#!/bin/sh\ngrep VmHWM /proc/$PPID/status\n")
    (ws.root / "peak").chmod(0o755)
    result = frugal(ws, " && ./peak && ".join([*commands, "true"]), 64, other)
    assert (result.code, result.err) == (0, "")
    (moved,) = other.inside.iterdir()
    assert sum(len(files) for _, _, files in os.walk(moved)) == many * levels
    shutil.rmtree(moved)
    assert set(ws.tree()) == {"peak", "other"}
    return [int(peak) for peak in re.findall(r"VmHWM:\s+(\d+) kB", result.out)]


@pytest.fixture
def measured(ws: Workspace, other: Mount) -> Callable[..., list[int]]:
    if not Path("/proc/self/status").exists():
        pytest.skip("no /proc to learn from how much memory a process had")
    return lambda *asked: peaks(ws, other, *asked)


COMMANDS = ["cp -r t c", "mv c other", "rm -r t"]


def test_width(measured: Callable[..., list[int]]) -> None:
    """Ten times the entries take no more memory: a listing is read in portions."""
    few, many = measured(COMMANDS, 1_500), measured(COMMANDS, 15_000)
    for command, less, more in zip(COMMANDS, few, many, strict=True):
        assert more - less < 4 << 10, (command, few, many)


def test_width_at_each_level(measured: Callable[..., list[int]]) -> None:
    """The descriptors are enough for wide directories within one another, each of them visited to its end."""
    assert measured(["mv t other"], 9_000, 6)


@pytest.mark.skipif(os.environ.get("TSR_WIDE") != "long", reason="takes minutes; TSR_WIDE=long runs it")
def test_a_million_entries(measured: Callable[..., list[int]]) -> None:
    """The same with as many as the clause says."""
    few, many = measured(COMMANDS, 1_500), measured(COMMANDS, 1_000_000)
    print(f"KiB at most, after cp -r, mv and rm -r: {few} of 1,500 entries, {many} of 1,000,000")
    for command, less, more in zip(COMMANDS, few, many, strict=True):
        assert more - less < 4 << 10, (command, few, many)
