"""The builtins beside the system's own commands, on many small files. Prints, asserts nothing.

python benchmarks/builtins.py [--files N] [--rounds N] [--only NAME] [DIRECTORY …]

Both do the same work in the same run, in turns, each time in a tree of its own that was made before;
the least time of each counts. `whole` is the ratio of whole processes, `work` that without the time in which `tsr`
gets ready (a task that runs `true`). Trees are taken away at the very end: some file systems are slow to give a file
the number of one that has just gone, and whoever came second would pay for that.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

_IN_EACH = 100  # files of a directory in a tree
_SIZE = 500  # bytes of a file
_ENVIRONMENT = {"PATH": os.environ.get("PATH", os.defpath), "HOME": "/nonexistent", "LC_ALL": "C"}
_TSR = (sys.executable, "-m", "tsr_impl")


def tree(top: Path, files: int) -> None:
    """Directories with some files each."""
    top.mkdir()
    for number in range(files // _IN_EACH):
        flat(top / f"d{number}", _IN_EACH)


def flat(top: Path, files: int) -> None:
    """One directory with all files."""
    top.mkdir()
    for number in range(files):
        (top / f"f{number}").write_bytes(b"x" * _SIZE)


def flat_and_empty(top: Path, files: int) -> None:
    """A directory with the files, and one to go to."""
    flat(top, files)
    (top.parent / "to").mkdir()


def flat_and_full(top: Path, files: int) -> None:
    """A directory with the files, and one with files of the same names."""
    flat(top, files)
    flat(top.parent / "to", files)


def nothing(top: Path, files: int) -> None:
    """Nothing is there yet."""


@dataclass(frozen=True, slots=True)
class Job:
    """A command: what is there before, its words, and the operands for each file."""

    name: str
    prepare: Callable[[Path, int], None]
    words: tuple[str, ...]
    each: str = ""  # an operand for every file
    last: tuple[str, ...] = ()


JOBS = (
    Job("rm -r", tree, ("rm", "-r", "x")),
    Job("cp -r", tree, ("cp", "-r", "x", "y")),
    Job("mv across", tree, ("mv", "x"), last=("OTHER",)),
    Job("cat", flat, ("cat",), each="x/f{}"),
    Job("cp, new", flat_and_empty, ("cp",), each="x/f{}", last=("to",)),
    Job("cp, over", flat_and_full, ("cp",), each="x/f{}", last=("to",)),
    Job("mv", flat_and_empty, ("mv",), each="x/f{}", last=("to",)),
    Job("rm", flat, ("rm",), each="x/f{}"),
    Job("touch", nothing, ("touch",), each="f{}"),
    Job("mkdir", nothing, ("mkdir",), each="f{}"),
)


def seconds(words: list[str], directory: Path) -> float:
    """How long a command takes that succeeds."""
    with (directory / "output").open("wb") as output:
        start = time.perf_counter()
        subprocess.run(words, cwd=directory, env=_ENVIRONMENT, stdout=output, check=True)
        return time.perf_counter() - start


def measure(job: Job, where: Path, other: Path, files: int, rounds: int) -> tuple[float, float, float]:
    """The least times of the system's command, of `tsr`, and of `tsr` with nothing to do, in seconds."""
    worlds = []
    for number in range(2 * rounds):
        world = where / job.name.replace(" ", "-").replace(",", "") / str(number)
        world.mkdir(parents=True)
        far = other / world.relative_to(where)
        far.mkdir(parents=True, exist_ok=True)
        job.prepare(world / "x", files)
        words = [*job.words, *(job.each.format(n) for n in range(files) if job.each)]
        words += [str(far / "y") if word == "OTHER" else word for word in job.last]
        run = f"[security]\nallow_paths = ['{far}']\n[tasks.idle]\nrun = 'true'\n[tasks.t]\nrun = '{job.words[0]}'\n"
        (world / "tasks.toml").write_text(run)
        worlds.append((world, words))
    os.sync()
    theirs, ours, idle = [], [], []
    for (world, words), (same, mine) in zip(worlds[::2], worlds[1::2], strict=True):
        theirs.append(seconds(words, world))
        ours.append(seconds([*_TSR, "t", "--", *mine[1:]], same))
        idle.append(seconds([*_TSR, "idle"], same))
    return min(theirs), min(ours), min(idle)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directories", nargs="*", type=Path, default=[Path(tempfile.gettempdir()), Path("/dev/shm")])
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", help="names that hold this")
    asked = parser.parse_args()
    for directory in asked.directories:
        elsewhere = next((other for other in asked.directories if other != directory), directory)
        where, other = (Path(tempfile.mkdtemp(dir=place)) for place in (directory, elsewhere))
        try:
            print(f"{directory}: {asked.files:,} files of {_SIZE} bytes, {os.uname().release}")
            for job in JOBS:
                if asked.only is not None and asked.only not in job.name:
                    continue
                if elsewhere != directory or "OTHER" not in job.last:
                    theirs, ours, idle = measure(job, where, other, asked.files, asked.rounds)
                    print(
                        f"  {job.name:<10} {theirs * 1e3:8.0f} ms   tsr {ours * 1e3:8.0f} ms"
                        f"   whole {ours / theirs:5.2f} ×   work {(ours - idle) / theirs:5.2f} ×",
                        flush=True,
                    )
        finally:
            for place in (where, other):
                shutil.rmtree(place)


if __name__ == "__main__":
    main()
