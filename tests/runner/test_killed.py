"""`mv` to another file system, and `cp`, ended in the midst, at any moment: nothing is lost (BUILTIN-20, -22)."""

from __future__ import annotations

import os
import random
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import Result, Workspace
from mounts import directory_elsewhere

FILE_SIZE = 6 << 20
FILES_IN_TREE = 200

# Of an entry: its permission bits, and of a file its time and what is in it.
Entries = dict[str, tuple[int, int, bytes]]


class Move(NamedTuple):
    """What is moved, from which side, what has its name at the other side, and how often it is ended."""

    tree: bool
    back: bool = False  # from the other file system to that of the workspace
    onto: bool = False  # an existing file, or an empty directory
    kills: int = 45
    interrupts: int = 5


MOVES = {
    "file": Move(tree=False),
    "file onto a file": Move(tree=False, onto=True),
    "tree": Move(tree=True),
    "tree onto a directory": Move(tree=True, onto=True),
    "tree back": Move(tree=True, back=True, kills=20, interrupts=3),
}


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file and a tree; their links are planted again and again, which is quick."""
    top = tmp_path_factory.mktemp("template")
    chance = random.Random("content")
    (top / "file").write_bytes(chance.randbytes(FILE_SIZE))
    for number in range(FILES_IN_TREE):
        path = top / "tree" / f"d{number % 7}" / f"e{number % 3}" / f"f{number}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(chance.randbytes(number * 20))
        path.chmod(0o640)
        os.utime(path, ns=(1, 10**18 + number))
    (top / "tree/d1").chmod(0o750)
    return top


class Stage:
    """The two sides of one move, set up anew for each time that it is tried."""

    COMMAND = "mv"

    def __init__(self, ws: Workspace, other: Path, move: Move, template: Path) -> None:
        self._ws = ws
        self._move = move
        self._template = template / ("tree" if move.tree else "file")
        inside = ws.root / "side"
        inside.mkdir()
        self._from, self._to = (other, inside) if move.back else (inside, other)
        self.source, self.target = self._from / "x", self._to / "x"
        ws.config(
            f"[security]\nallow_paths = ['{other}']\n[tasks.t]\n"
            f"run = 'echo go && {self.COMMAND} {self.source} {self._to} && echo done'\n"
        )
        # A copy on the side that the source is on, to be linked from there.
        self._original = self._from.parent / f"{self._from.name}-original" if move.back else self._template
        if move.back:
            shutil.copytree(self._template, self._original)
        self.whole = entries(self._original) or {}
        self._before: Entries | None = None

    def close(self) -> None:
        if self._move.back:
            shutil.rmtree(self._original)

    def set(self) -> None:
        """The source at its place, if it isn't there from the last time, and on the other side what is there before."""
        kept = entries(self.source) == self.whole
        for path in [*self._to.iterdir(), *([] if kept else self._from.iterdir())]:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        if self._move.tree and not kept:
            shutil.copytree(self._original, self.source, copy_function=os.link)
        elif not kept:
            os.link(self._original, self.source)
        if self._move.onto and self._move.tree:
            self.target.mkdir()
        elif self._move.onto:
            self.target.write_bytes(b"to be replaced")
        self._before = entries(self.target)

    def start(self) -> subprocess.Popen[bytes]:
        """The runner, at the moment when the move begins."""
        process = subprocess.Popen(
            [sys.executable, "-m", "tsr_impl", "t"],
            cwd=self._ws.root,
            env=self._ws.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdout
        if process.stdout.readline() != b"go\n":
            raise AssertionError(process.communicate()[1].decode())
        return process

    def duration(self) -> float:
        """How long it takes if nobody ends it: a little more than is usual, so that its end belongs to it."""
        taken = []
        for _ in range(3):
            self.set()
            process = self.start()
            assert process.stdout
            began = time.monotonic()
            assert process.stdout.readline() == b"done\n"
            taken.append(time.monotonic() - began)
            process.communicate()
            self.check_done()
        return sorted(taken)[1] * 1.2

    def check_done(self) -> None:
        """It has ended with 0."""
        assert entries(self.target) == self.whole
        assert entries(self.source) is None

    def end(self, number: int, delay: float) -> Result:
        """Let the move begin, and send it a signal after that long."""
        self.set()
        process = self.start()
        time.sleep(delay)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        return Result(process.returncode, out, err)

    def check(self) -> None:
        """The source is whole or the destination is; and there, it is that or what was there before."""
        there, here = entries(self.target), entries(self.source)
        assert there in (self.whole, self._before), "half a copy at the destination"
        if there == self.whole:
            assert here is None or here.items() <= self.whole.items()
        else:
            assert here == self.whole, "what has no copy was taken away"

    def left_over(self) -> list[str]:
        """What is on either side beside the two names."""
        return [name for side in (self._from, self._to) for name in os.listdir(side) if name != "x"]

    def try_again(self) -> None:
        """The same move succeeds, or says why not and loses nothing."""
        done = subprocess.run(
            [sys.executable, "-m", "tsr_impl", "t"],
            cwd=self._ws.root, env=self._ws.environment(), capture_output=True, timeout=60, check=False,
        )  # fmt: skip
        result = Result(done.returncode, done.stdout, done.stderr)
        self.check()
        if result.code == 0:
            self.check_done()
        else:
            assert result.code == 1
            assert result.err.startswith("mv: '")
            assert result.err.endswith((": No such file or directory\n", ": Directory not empty\n"))


class CopyStage(Stage):
    """The same of a copy."""

    COMMAND = "cp -r"

    def check_done(self) -> None:
        assert timeless(entries(self.target)) == timeless(self.whole)
        self.check()

    def check(self) -> None:
        """The source is whole; what is a file at the destination is whole, or what was there before."""
        there = timeless(entries(self.target))
        assert entries(self.source) == self.whole
        if there != timeless(self._before):
            files = {entry for entry in there.items() if stat.S_ISREG(entry[1][0])}
            assert files <= timeless(self.whole).items()


def timeless(found: Entries | None) -> dict[str, tuple[int, bytes]]:
    """Entries without their times."""
    return {name: (mode, content) for name, (mode, _, content) in (found or {}).items()}


def entries(top: Path) -> Entries | None:
    """All of an entry, None if there is none."""
    if not os.path.lexists(top):
        return None
    found: Entries = {}
    paths = [top, *top.rglob("*")] if top.is_dir() else [top]
    for path in paths:
        status = path.lstat()
        is_file = stat.S_ISREG(status.st_mode)
        name = str(path.relative_to(top))
        content = path.read_bytes() if is_file else b""
        found[name] = (status.st_mode, status.st_mtime_ns if is_file else 0, content)
    return found


@pytest.fixture
def other(open_ws: Workspace) -> Iterator[Path]:
    for top in directory_elsewhere(open_ws.root):
        (top / "side").mkdir()
        yield top / "side"


@pytest.fixture(params=MOVES.values(), ids=[*MOVES])
def move(request: pytest.FixtureRequest) -> Move:
    chosen: Move = request.param
    return chosen


@pytest.fixture
def stage(open_ws: Workspace, other: Path, move: Move, template: Path) -> Iterator[Stage]:
    stage = Stage(open_ws, other, move, template)
    yield stage
    stage.close()


def moments(seed: str, many: int, longest: float) -> Iterator[float]:
    """So many moments of a run, one in each equal part of it, in no order; the first one is its beginning."""
    chance = random.Random(seed)
    parts = [(part + chance.random()) / many * longest for part in range(many)]
    chance.shuffle(parts)
    yield 0.0
    yield from parts[1:]


def test_killed(stage: Stage, move: Move) -> None:
    """SIGKILL: the source is whole or the destination is, with a `.tsr-mv-N` beside it; the move can be tried again."""
    duration = stage.duration()
    for number, delay in enumerate(moments(f"kill {move}", move.kills, duration)):
        stage.end(signal.SIGKILL, delay)
        stage.check()
        assert all(name.startswith(".tsr-mv-") for name in stage.left_over())
        if number % 4 == 0:
            stage.try_again()


def interrupt(stage: Stage, name: str, move: Move) -> None:
    """Try it as often as the move says, and end it with a signal at some moment."""
    duration = stage.duration()
    for delay in moments(f"{name} {move}", move.interrupts, duration):
        result = stage.end(signal.Signals[name], delay)
        stage.check()
        assert stage.left_over() == []
        assert result.code in (0, 130)
        if result.code == 0:
            stage.check_done()
        assert result.err == "" or result.err.startswith(("✗ ", "cp: ")), result


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_interrupted(stage: Stage, move: Move, name: str) -> None:
    """INT-3, BUILTIN-20: the same, with 130 unless it was done by then, and nothing is left over."""
    interrupt(stage, name, move)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_interrupted_copy(open_ws: Workspace, other: Path, move: Move, name: str, template: Path) -> None:
    """BUILTIN-20: no half of a file is left, neither new nor in the place of an existing one."""
    stage = CopyStage(open_ws, other, move, template)
    interrupt(stage, name, move)
    stage.close()
