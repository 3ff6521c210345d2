"""Two units that do things to one place at the same moment: nothing is lost, and each gives an answer that is right."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import Workspace
from mounts import Mount

ROUNDS = 50

ENOENT, EEXIST = "No such file or directory", "File exists"
SAME = "source and destination are the same file"


@pytest.fixture
def ws(tmp_path: Path) -> Workspace:
    os.umask(0o022)
    return Workspace(tmp_path.resolve())


class Race:
    """Each round has a directory `rN` of its own, in which two commands run side by side, beside all other rounds."""

    def __init__(self, ws: Workspace, plant: Callable[[Path], None]) -> None:
        self._ws = ws
        self.rounds = [ws.root / f"r{number}" for number in range(ROUNDS)]
        for directory in self.rounds:
            directory.mkdir()
            plant(directory)

    def run(self, first: str, second: str, mount: Mount | None = None) -> list[tuple[int, int, list[str]]]:
        """The exit codes of the two, and what they said, of each round."""
        names = [f"{name}{number}" for number in range(ROUNDS) for name in "ab"]
        lines = [f"[tasks.t]\nparallel = true\ndeps = {names}\n"]
        for number in range(ROUNDS):
            for name, command in (("a", first), ("b", second)):
                run = command.replace("@", f"r{number}/")
                lines.append(f"[tasks.{name}{number}]\nrun = '{run}'\n")
        self._ws.config("".join(lines))
        words = ("t", "--no-bail", "--reporter", "ndjson", "--reporter-file", "events")
        result = mount.tsr(*words) if mount else self._ws.tsr(*words)
        events = [json.loads(line) for line in (self._ws.root / "events").read_text().splitlines()]
        codes = {event["label"]: event["exitCode"] or 0 for event in events if event["type"] == "task"}
        said = [line for line in result.err.splitlines() if not line.startswith("{")]
        assert result.code == max(codes.values())
        assert set(codes) == set(names)
        return [
            (codes[f"a{number}"], codes[f"b{number}"], [line for line in said if f"r{number}/" in line])
            for number in range(ROUNDS)
        ]


def test_copies_to_one_new_name(ws: Workspace) -> None:
    """What the other one has made meanwhile is overwritten like any file; it is one of the two in the end."""

    def plant(here: Path) -> None:
        (here / "p").write_bytes(b"p" * 100_000)
        (here / "q").write_bytes(b"q" * 100_000)
        (here / "q").chmod(0o640)

    race = Race(ws, plant)
    for directory, answer in zip(race.rounds, race.run("cp @p @new", "cp @q @new"), strict=True):
        assert answer == (0, 0, [])
        content = (directory / "new").read_bytes()
        assert content in (b"p" * 100_000, b"q" * 100_000)
        assert {path.name for path in directory.iterdir()} == {"p", "q", "new"}
        assert (directory / "new").stat().st_mode & 0o777 in (0o644, 0o640)


def plant_trees(here: Path) -> None:
    for top, files in (("p", ("f", "sub/g", "sub/deep/h")), ("q", ("i", "sub/j", "sub/deep/k"))):
        for name in files:
            path = here / top / "t" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(top)
    (here / "into").mkdir()


def test_copies_of_trees_to_one_place(ws: Workspace) -> None:
    """Both arrive; a directory that the other one has made meanwhile is entered."""
    race = Race(ws, plant_trees)
    for directory, answer in zip(race.rounds, race.run("cp -r @p/t @into", "cp -r @q/t @into"), strict=True):
        assert answer == (0, 0, [])
        assert ws.tree(directory / "into/t") == ws.tree(directory / "p/t") | ws.tree(directory / "q/t")


def nothing(here: Path) -> None:
    """An empty directory for each round."""


@pytest.mark.parametrize(
    ("first", "second", "there"),
    [
        ("mkdir -p @a/b/c/d/e", "mkdir -p @a/b/c/d/e", {"a/b/c/d/e"}),
        ("mkdir -p @a/b/c/d/e", "mkdir -p @a/b/c/x/y", {"a/b/c/d/e", "a/b/c/x/y"}),
        ("mkdir -p @a/b/c/../d", "mkdir -p @a/b/e", {"a/b/c", "a/b/d", "a/b/e"}),
        ("touch @a @b", "touch @a @b", {"a", "b"}),
        ("touch @a", "mkdir -p @b", {"a", "b"}),
    ],
)
def test_what_both_make(ws: Workspace, first: str, second: str, there: set[str]) -> None:
    """BUILTIN-12, BUILTIN-14: what another unit makes at the same time is there."""
    race = Race(ws, nothing)
    for directory, answer in zip(race.rounds, race.run(first, second), strict=True):
        assert answer == (0, 0, [])
        assert all((directory / name).exists() for name in there)


def test_what_only_one_can_make(ws: Workspace) -> None:
    """BUILTIN-11: one makes it, the other one says that it exists."""
    race = Race(ws, nothing)
    for directory, (first, second, said) in zip(race.rounds, race.run("mkdir @a", "mkdir @a"), strict=True):
        assert sorted((first, second)) == [0, 1]
        assert said == [f"mkdir: '{directory.name}/a': {EEXIST}"]
        assert (directory / "a").is_dir()


def plant_tree(here: Path) -> None:
    for number in range(12):
        path = here / "t" / f"d{number % 3}" / f"e{number % 2}" / f"f{number}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{number}" * 500)
    (here / "t/empty").mkdir()


@pytest.mark.parametrize("options", ["-rf", "-r"])
def test_removals_of_one_tree(ws: Workspace, options: str) -> None:
    """BUILTIN-4: whoever finds that something is gone says so, unless told not to mind; the tree is gone in the end."""
    race = Race(ws, plant_tree)
    for directory, answer in zip(race.rounds, race.run(f"rm {options} @t", f"rm {options} @t"), strict=True):
        first, second, said = answer
        assert not (directory / "t").exists(), answer
        assert bool(said) == bool(first or second)
        assert {first, second} <= {0, 1}
        if options == "-rf":
            assert (first, second) == (0, 0)
        assert all(line.startswith("rm: '") and line.endswith(f"': {ENOENT}") for line in said)


@pytest.mark.parametrize("source", ["f", "t"])
@pytest.mark.parametrize("second", ["@y", "@x"])
def test_moves_of_one_source(ws: Workspace, source: str, second: str) -> None:
    """BUILTIN-10: one has it, the other one finds nothing."""

    def plant(here: Path) -> None:
        plant_tree(here)
        (here / "f").write_text("f")

    race = Race(ws, plant)
    whole = ws.tree(race.rounds[0] / source) if source == "t" else {}
    for directory, answer in zip(race.rounds, race.run(f"mv @{source} @x", f"mv @{source} {second}"), strict=True):
        first, other, said = answer
        assert sorted((first, other)) == [0, 1], answer
        reasons = {ENOENT} | ({SAME} if second == "@x" else set())  # the loser may look at either name too late
        assert said in [[f"mv: '{directory.name}/{source}': {reason}"] for reason in reasons]
        assert not (directory / source).exists()
        won = directory / ("x" if second == "@x" or first == 0 else "y")
        assert {path.name for path in directory.iterdir()} - {"f", "t"} == {won.name}
        assert ws.tree(won) == whole
        assert source == "t" or won.read_text() == "f"


def test_moves_to_one_name(ws: Workspace) -> None:
    """BUILTIN-10: one replaces the other, as the kernel does it."""

    def plant(here: Path) -> None:
        (here / "p").write_text("p")
        (here / "q").write_text("q")

    race = Race(ws, plant)
    for directory, answer in zip(race.rounds, race.run("mv @p @x", "mv @q @x"), strict=True):
        assert answer == (0, 0, [])
        assert list(ws.tree(directory).values()) in (["p"], ["q"])


def test_copy_of_what_is_removed(ws: Workspace) -> None:
    """What is copied is whole; what was gone is said, with the system's reason."""
    race = Race(ws, plant_tree)
    whole = ws.tree(race.rounds[0] / "t")
    for directory, answer in zip(race.rounds, race.run("cp -r @t @c", "rm -rf @t"), strict=True):
        copied, removed, said = answer
        assert removed == 0
        assert not (directory / "t").exists()
        assert bool(said) == bool(copied)
        assert all(line.startswith("cp: '") for line in said)
        assert ws.tree(directory / "c").items() <= whole.items()


# Across file systems ----------------------------------------------------------------------------


@pytest.fixture
def disk(ws: Workspace) -> Iterator[Mount]:
    with Mount(ws, "disk", "size=64m") as mount:
        for number in range(ROUNDS):
            (mount.inside / f"r{number}").mkdir()
        yield mount


@pytest.mark.parametrize("source", ["f", "t"])
def test_moves_of_one_source_across(ws: Workspace, disk: Mount, source: str) -> None:
    """BUILTIN-22: all of it is at one of the two places, nothing half done at either; who can't have it says why."""

    def plant(here: Path) -> None:
        plant_tree(here)
        (here / "f").write_bytes(b"f" * 300_000)

    race = Race(ws, plant)
    whole = ws.tree(race.rounds[0])
    expected = {name[2:]: whole[name] for name in whole if name.startswith("t/")} if source == "t" else {}
    for directory, answer in zip(
        race.rounds, race.run(f"mv @{source} disk/@x", f"mv @{source} disk/@y", disk), strict=True
    ):
        there = disk.inside / directory.name
        assert {path.name for path in there.iterdir()} <= {"x", "y"}, answer
        assert not (directory / source).exists()
        assert {*answer[:2]} <= {0, 1}
        assert bool(answer[2]) == any(answer[:2])
        assert all(line.startswith("mv: '") for line in answer[2])
        if source == "f":
            kept = [path.read_bytes() for path in there.iterdir()]
            assert kept
            assert {*kept} == {b"f" * 300_000}
        else:
            kept_trees = [ws.tree(path) for path in there.iterdir()]
            assert expected in kept_trees
