"""Patterns in `run` strings (SHELL-10 to SHELL-18), against expectations and against a real `sh`."""

from __future__ import annotations

import errno
import os
import random
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from conftest import Workspace

from tsr_impl import calls, cli, globs, interrupts, shell
from tsr_impl.places import Fault


@pytest.fixture
def forest(tmp_path: Path) -> Path:
    for name in ("a/b/c", "a/.hidden/deep", "x/y", ".dot/inner", "real"):
        (tmp_path / name).mkdir(parents=True)
    for name in (
        "one.py",
        "two.py",
        "a/three.py",
        "a/b/four.py",
        "a/b/c/five.py",
        "a/.hidden/deep/six.py",
        ".dot/seven.py",
        "real/eight.py",
        "x/y/nine.py",
        ".secret",
        "[lit",
        "a]b",
        "sp ace",
        "B",
        "c-d",
        "é",
        "star*",
    ):
        (tmp_path / name).touch()
    (tmp_path / "to-real").symlink_to("real")
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "a/up").symlink_to("..")
    return tmp_path


def expanded(word: str, directory: Path) -> list[str]:
    [command] = shell.parse(word)
    [only] = command.words
    handle = os.open(directory, os.O_RDONLY)
    try:
        return globs.expand(shell.expand(only, lambda variable: "*"), handle)
    finally:
        os.close(handle)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("**/*.py", "a/b/c/five.py a/b/four.py a/three.py one.py real/eight.py two.py x/y/nine.py"),
        ("**/five.py", "a/b/c/five.py"),
        ("a/**/b/*.py", "a/b/four.py"),
        ("a/**", "a/b a/b/c a/b/c/five.py a/b/four.py a/three.py a/up"),
        ("a/**/", "a/ a/b/ a/b/c/"),
        ("x**y", "x**y"),
        ("**.py", "one.py two.py"),
        ("a/**/**/five.py", "a/b/c/five.py"),
        (".dot/**/*.py", ".dot/seven.py"),
        ("**/.hidden/deep/*", "a/.hidden/deep/six.py"),
        ("to-real/**/*.py", "to-real/eight.py"),
        ("./**/four.py", "./a/b/four.py"),
        (".*", ".dot .secret"),
        ("a//b//*.py", "a/b/four.py"),
        ("$V", "*"),
        ("a$V", "a*"),
        ("'*'", "*"),
        ("star'*'*", "star*"),
        ("no-match-*//x", "no-match-*//x"),
        ("é", "é"),
        ("[!a-z]", "B é"),
        ("a/.*/*/*.py", "a/.hidden/deep/six.py"),
        ("?", "B a x é"),
    ],
)
def test_expected(forest: Path, word: str, expected: str) -> None:
    """`**` never goes through a link or into hidden directories; values never match."""
    assert expanded(word, forest) == expected.split(" ")


COMMON = [
    "*",
    "*/",
    "*.py",
    "?ne.py",
    "[ot]*.py",
    "[!o]*.py",
    "[a-c]*",
    "[]x]*",
    "a[]]b",
    "[[]lit",
    "[lit",
    "[",
    "[a",
    "*]b",
    "*/*.py",
    "*/b/*.py",
    "a/*",
    "./*.py",
    "../*/one.py",
    "a/../*.py",
    "a/b/../*.py",
    "to-real/*",
    "*-real/*.py",
    "dang*",
    "dang*/",
    "dang*/x",
    "sp*",
    "'sp '*",
    'sp" "ac?',
    "c[-]d",
    "c[x-]d",
    "c['-']d",
    "['a-z']*",
    "one.py/*",
    "nothing*",
    "*/*/*/*.py",
    "a/up/*.py",
    "*[*]",
    "a[/]b",
    "*/.",
    "*/..",
    "real/*.py/",
    "[z-a]*",
]


@pytest.mark.skipif(shutil.which("sh") is None, reason="there is no sh to compare with")
@pytest.mark.parametrize("word", COMMON)
def test_same_as_sh(forest: Path, word: str) -> None:
    """Where the two languages mean the same, a real `sh` gives the same words."""
    script = f"for w in {word}; do printf '%s\\n' \"$w\"; done"
    done = subprocess.run(
        ["sh", "-c", script],
        cwd=forest,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        capture_output=True,
        check=True,
    )
    theirs = [line for line in done.stdout.decode().splitlines() if line not in (".", "..")]
    assert expanded(word, forest) == theirs


def test_absolute(forest: Path) -> None:
    """A pattern may start at the root."""
    assert expanded(f"{forest}/*.py", forest) == [f"{forest}/one.py", f"{forest}/two.py"]


def test_caret_negates(forest: Path) -> None:
    """`[^a]` is `[!a]`."""
    assert expanded("[^o]*.py", forest) == ["two.py"]


def test_order_is_by_bytes(tmp_path: Path) -> None:
    """Matches are sorted by their bytes, slash included."""
    for name in ("b", "B", "é", "z", "-", "ab", "a"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "f").touch()
    assert expanded("*/f", tmp_path) == [f"{n}/f" for n in ("-", "B", "a", "ab", "b", "z", "é")]


def test_names_that_are_not_utf8(tmp_path: Path) -> None:
    """Any name can be matched and comes out byte for byte."""
    name = b"bad\xff\xfename"
    with open(os.fsencode(tmp_path) + b"/" + name, "wb"):
        pass
    assert [os.fsencode(word) for word in expanded("bad??n*", tmp_path)] == [name]


def test_hard_pattern_is_quick(tmp_path: Path) -> None:
    """Many stars don't take exponential time."""
    (tmp_path / ("a" * 200)).touch()
    assert expanded("*a" * 60 + "b", tmp_path) == ["*a" * 60 + "b"]


def no_matter(path: str, error: OSError) -> None:
    """Told of what a pattern may not look at."""


PIECES = ["*", "*", "**", "?", "a", "b", "[ab]", "..", "l*"]


@pytest.mark.parametrize("seed", range(60))
def test_first_paths_to_directories(tmp_path: Path, seed: int) -> None:
    """PKG-1, FENCE-9: to each directory that a pattern leads to, the first path is found; links may go in circles."""
    chance = random.Random(seed)
    top = tmp_path / "1/2/3/4"  # no pattern leads further up
    top.mkdir(parents=True)
    places = [top]
    for _ in range(8):
        place = chance.choice(places) / chance.choice(["a", "b", "b-c", "c"])
        if not place.exists():
            place.mkdir()
            places.append(place)
    for _ in range(4):
        link = chance.choice(places) / chance.choice(["a", "b", "l", "lm", "l-m", "z"])
        if not os.path.lexists(link):
            link.symlink_to(os.path.relpath(chance.choice(places), link.parent))
    handle = os.open(top, os.O_RDONLY)
    try:
        for _ in range(20):
            pattern = "/".join(chance.choice(PIECES) for _ in range(chance.randint(1, 4)))
            if globs.is_pattern(pattern):
                components = globs._components(globs._unquoted(pattern))
                paths = globs._matches(components, False, False, globs._Tree(handle))
                everything = sorted((path for path in paths if os.path.isdir(top / path)), key=os.fsencode)
                found = globs.directories(pattern, handle, "", no_matter)
                assert first_paths(top, found) == first_paths(top, everything), pattern
                assert {*found} <= {*everything}
    finally:
        os.close(handle)


def first_paths(top: Path, paths: list[str]) -> dict[str, str]:
    """Of the paths, which are sorted, the first to each place."""
    return {os.path.realpath(top / path): path for path in reversed(paths)}


@pytest.mark.parametrize("pattern", ["*/" * 60 + "*", "**/*/" * 20 + "*", "*/**/" * 20 + "**", "l/m/" * 15 + "*"])
def test_circles_are_quick(tmp_path: Path, pattern: str) -> None:
    """PKG-1: as many turns as a pattern allows take no time of their own (the limit is that of every run)."""
    (tmp_path / "a/b").mkdir(parents=True)
    for name in ("l", "m", "a/n", "a/b/o"):
        (tmp_path / name).symlink_to(tmp_path)
    handle = os.open(tmp_path, os.O_RDONLY)
    try:
        began = time.monotonic()
        found = globs.directories(pattern, handle, "", no_matter)
        assert time.process_time() - began < 20
        assert len(found) < 5000
    finally:
        os.close(handle)
    places = {os.path.realpath(tmp_path / path) for path in found}
    assert places == {str(tmp_path), str(tmp_path / "a"), str(tmp_path / "a/b")} - (
        {str(tmp_path / "a/b")} if pattern.startswith("l") else set()
    )


@pytest.mark.parametrize("pattern", ["**/" * 300 + "*", "**/" * 300, "**/*/" * 10 + "**", "**/a/**/a/**/a"])
def test_deep_chain_is_quick(tmp_path: Path, pattern: str) -> None:
    """SHELL-11, PKG-4: neither to find what matches, nor to match what is known."""
    deep = tmp_path
    for _ in range(400):
        deep = deep / "a"
    deep.mkdir(parents=True)
    began = time.process_time()  # what else the machine does does not count
    handle = os.open(tmp_path, os.O_RDONLY)
    try:
        found = globs.directories(pattern, handle, "", no_matter)
    finally:
        os.close(handle)
    assert sorted(expanded(pattern.rstrip("/"), tmp_path)) == sorted(found)
    path_pattern = globs.PathPattern(pattern)
    paths = ["/".join("a" * count) for count in range(1, 401)]
    assert [path for path in paths if path_pattern.matches(path)] == found
    assert time.process_time() - began < 20


def test_open_brackets_are_quick(ws: Workspace) -> None:
    """Brackets that are never closed don't take quadratic time (the limit is that of every run)."""
    brackets = "[" * 200_000
    assert ws.run(f"echo {brackets}").out == brackets + "\n"


@pytest.fixture
def long_way(tmp_path: Path) -> str:
    """The path of a directory, longer than the system takes, through a link; it holds `f`, `d/g`, `l -> d`, `n`."""
    way = ["way", *["é" * 100] * 30]
    here = os.open(tmp_path, os.O_RDONLY)
    for name in way:
        os.mkdir("real", dir_fd=here)
        os.symlink("real", name, dir_fd=here) if name == "way" else os.rename(
            "real", name, src_dir_fd=here, dst_dir_fd=here
        )
        below = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.mkdir("d", dir_fd=here)
    for name in ("f", "d/g"):
        os.close(os.open(name, os.O_CREAT | os.O_WRONLY, dir_fd=here))
    os.symlink("d", "l", dir_fd=here)
    os.symlink("nowhere", "n", dir_fd=here)
    os.close(here)
    return "/".join(way)


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("way/**/[fn]", "f n"),
        ("way/**/g", "d/g"),
        ("way/**/l*/g", "l/g"),
        ("way/**/n/", ""),
        ("way/**/[dl]/", "d/ l/"),
        ("way" + "/*" * 30 + "/f*", "f"),
        ("way" + "/*" * 30 + "/none", ""),
    ],
)
def test_paths_that_are_longer_than_the_system_takes(tmp_path: Path, long_way: str, word: str, names: str) -> None:
    """SHELL-11: they match as short ones do, links are followed on the way, and no descriptor is left open."""
    before = len(os.listdir("/dev/fd"))
    assert expanded(word, tmp_path) == ([f"{long_way}/{name}" for name in names.split()] or [word])
    assert expanded(f"{tmp_path}/{word}", tmp_path)[0] == f"{tmp_path}/" + expanded(word, tmp_path)[0]
    assert len(os.listdir("/dev/fd")) == before


def test_directories_behind_long_paths(tmp_path: Path, long_way: str) -> None:
    """PKG-1: they are found, each by its first path."""
    handle = os.open(tmp_path, os.O_RDONLY)
    try:
        found = globs.directories("way/**/[a-z]", handle, "", no_matter)
    finally:
        os.close(handle)
    assert found == [f"{long_way}/d", f"{long_way}/l"][: len(found)]
    assert found


@pytest.mark.parametrize("call", ["list_path", "status_at"])
def test_what_may_not_be_looked_at(forest: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    """SHELL-11: nothing matches in it, as in a shell; a pattern for packages tells of it (PKG-1)."""
    refuse(monkeypatch, call, errno.EACCES)
    assert expanded("a/b/*.py", forest) == ["a/b/*.py"]
    told: list[tuple[str, int | None]] = []
    handle = os.open(forest, os.O_RDONLY)
    try:
        found = globs.directories("a/*/*", handle, "", lambda path, error: told.append((path, error.errno)))
    finally:
        os.close(handle)
    assert "a/b/c" not in found
    assert ("a/b", errno.EACCES) in told


@pytest.mark.parametrize("call", ["list_path", "status_at"])
def test_what_cannot_be_looked_at(forest: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    """SHELL-11: any other error ends the look, with the path and the words of the system."""
    refuse(monkeypatch, call, errno.EIO)
    with pytest.raises(Fault, match=os.strerror(errno.EIO)) as fault:
        expanded("a/b/*.py", forest)
    assert str(fault.value.label).startswith("a/b/")


def refuse(monkeypatch: pytest.MonkeyPatch, call: str, number: int) -> None:
    """Have the system refuse to list `a/b`, or to look at what is in it."""
    sound = getattr(calls, call)

    def refused(*words: object, **more: object) -> object:
        if any(isinstance(word, str) and word.startswith("a/b/") for word in words):
            raise OSError(number, os.strerror(number))
        return sound(*words, **more)

    monkeypatch.setattr(calls, call, refused)


@pytest.mark.parametrize("word", ["*", "*/", "*/*", "*/x", "**", "**/"])
def test_safe_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    """INT-3: a long look around can be interrupted at each name."""
    seen: list[None] = []
    for number in range(100):
        (tmp_path / str(number)).mkdir()
    monkeypatch.setattr(interrupts, "check", lambda: seen.append(None))
    expanded(word, tmp_path)
    assert len(seen) >= 100 * (2 if word.endswith(("*", "/")) else 1)


def test_a_pattern_that_cannot_be_looked_at_ends_the_run(
    ws: Workspace, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """SHELL-11: 64, with the path and the words of the system; nothing of the command runs."""
    (ws.root / "a/b").mkdir(parents=True)
    ws.config("[tasks.t]\nrun = 'echo a/b/* || echo on'\n")
    monkeypatch.chdir(ws.root)
    refuse(monkeypatch, "list_path", errno.EIO)
    assert cli.main(["t"]) == 64
    said = "✗ error: task 't': a pattern meets 'a/b/', which cannot be looked at: Input/output error — "
    assert capfd.readouterr() == ("", said + "repair it, or write the names out [SHELL-11]\n")


def test_globs_are_relative_to_the_task_directory(ws: Workspace) -> None:
    """They are expanded when their command runs, in the directory of the task."""
    (ws.root / "sub").mkdir()
    (ws.root / "sub/x.a").touch()
    (ws.root / "y.a").touch()
    assert ws.run("echo *.a && touch z.a && echo *.a", dir="sub").out == "x.a\nx.a z.a\n"
