"""Trees that are deeper than the descriptors of a process, or its stack."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Workspace

LEVELS = 3_500


def make_deep(top: Path, levels: int = LEVELS) -> None:
    """A chain of directories, each with a file, made step by step."""
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
    """How deep a chain of directories is."""
    here, levels = os.open(top, os.O_RDONLY), 0
    while True:
        try:
            below = os.open("d", os.O_RDONLY, dir_fd=here)
        except FileNotFoundError:
            os.close(here)
            return levels
        os.close(here)
        here, levels = below, levels + 1


def test_copy_and_remove(ws: Workspace) -> None:
    """`cp -r` and `rm -r` need few descriptors and no stack."""
    make_deep(ws.root / "t")
    ws.config("[tasks.copy]\nrun = 'cp -r t copy'\n[tasks.clean]\nrun = 'rm -r t copy'\n")
    for task in ("copy", "clean"):
        command = f"ulimit -n 32; exec '{sys.executable}' -m tsr_impl {task}"
        subprocess.run(["sh", "-c", command], cwd=ws.root, env=ws.environment(), check=True)
        if task == "copy":
            assert depth(ws.root / "copy") == LEVELS
    assert ws.tree() == {}


def test_long_operand(ws: Workspace) -> None:
    """An operand longer than the system takes is walked component by component."""
    long = "/".join(["d"] * LEVELS)
    assert ws.run(f"mkdir -p {long} && touch {long}/f && cat {long}/f && rm -r d").code == 0
    assert ws.tree() == {}


@pytest.fixture
def other(open_ws: Workspace) -> Iterator[Path]:
    shared = Path("/dev/shm")
    if not shared.is_dir() or shared.stat().st_dev == open_ws.root.stat().st_dev:
        pytest.skip("no second file system at /dev/shm")
    directory = Path(tempfile.mkdtemp(dir=shared))
    yield directory
    shutil.rmtree(directory)


def test_carry_over(open_ws: Workspace, other: Path) -> None:
    """So does `mv` to another file system and back."""
    make_deep(open_ws.root / "t")
    assert open_ws.run(f"mv t {other}", allow=[str(other)]).code == 0
    assert open_ws.tree() == {}
    assert depth(other / "t") == LEVELS
    assert open_ws.run(f"rm -r {other}/t", allow=[str(other)]).code == 0
