"""Patterns in `run` strings (SHELL-10 to SHELL-18), against expectations and against a real `sh`."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import Workspace

from tsr_impl import globs, interrupts, shell


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


def test_open_brackets_are_quick(ws: Workspace) -> None:
    """Brackets that are never closed don't take quadratic time (the limit is that of every run)."""
    brackets = "[" * 200_000
    assert ws.run(f"echo {brackets}").out == brackets + "\n"


@pytest.mark.parametrize("word", ["*", "*/", "*/*", "*/x", "**", "**/"])
def test_safe_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    """INT-3: a long look around can be interrupted at each name."""
    seen: list[None] = []
    for number in range(100):
        (tmp_path / str(number)).mkdir()
    monkeypatch.setattr(interrupts, "check", lambda: seen.append(None))
    expanded(word, tmp_path)
    assert len(seen) >= 100 * (2 if word.endswith(("*", "/")) else 1)


def test_globs_are_relative_to_the_task_directory(ws: Workspace) -> None:
    """They are expanded when their command runs, in the directory of the task."""
    (ws.root / "sub").mkdir()
    (ws.root / "sub/x.a").touch()
    (ws.root / "y.a").touch()
    assert ws.run("echo *.a && touch z.a && echo *.a", dir="sub").out == "x.a\nx.a z.a\n"
