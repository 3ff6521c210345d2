"""What `--list` shows, for people and for programs (CLI-16)."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest
from conftest import Workspace

if TYPE_CHECKING:
    from typing import Any


def test_lines(ws: Workspace) -> None:
    """A line a task, in the order of the file, on one line whatever is in it."""
    ws.config(
        "[tasks.b]\nrun = \"echo 'a\\u001b\\u009b'\\n b\"\ndir = 'sub'\n"
        "[tasks.a]\ndelegate = { bin = 'npm', args = ['x y', 'z'] }\n"
        "[tasks.'ui#longer']\ndelegate = 'npm'\n"
        "[tasks.c]\ndeps = ['a', '^b']\npackages = ['p/*']\nparallel = true\n"
        "[tasks.d]\ndeps = ['a']\n"
        "[tasks.e]\n"
        "[tasks.f]\ndeps = []\ndir = 'x'\n"
    )
    result = ws.tsr("--list")
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines() == [
        r"b          run: echo 'a\x1b\xc2\x9b'\x0a b  dir: sub",
        "a          delegate: npm 'x y' z",
        "ui#longer  delegate: npm run longer",
        "c          packages: p/*  deps: a ^b  parallel  detected",
        "d          deps: a",
        "e          detected",
        "f          dir: x  detected",
    ]


def test_a_long_value(ws: Workspace) -> None:
    """It loses its middle, as in messages."""
    ws.config(f"[tasks.t]\nrun = 'echo {'x' * 300}'\ndir = 'd'\n")
    out = ws.tsr("--list").out
    assert "xx…xx" in out
    assert out.endswith("x  dir: d\n")
    assert len(out) < 250
    assert listed(ws)["tasks"][0]["run"] == f"echo {'x' * 300}"


def test_no_tasks(ws: Workspace) -> None:
    """A config without tasks has no line, which is said to people."""
    ws.config("")
    result = ws.tsr("--list")
    assert (result.code, result.out) == (0, "")
    assert result.err == f"tsr: there are no tasks in '{ws.root}/tasks.toml'\n"
    assert listed(ws) == {"config": f"{ws.root}/tasks.toml", "root": str(ws.root), "tasks": []}


def listed(ws: Workspace) -> dict[str, Any]:
    result = ws.tsr("--list", "--json")
    assert (result.code, result.err) == (0, "")
    assert result.out.isascii()
    found: dict[str, Any] = json.loads(result.out)
    return found


def test_for_programs(ws: Workspace) -> None:
    """One object, with what each task has, and without what it does not have; and no variable (OUT-1)."""
    ws.config(
        "[env]\nA = 'secret'\n[tasks.'ui#é']\n[tasks.b]\nrun = 'echo $A'\ndir = 'd'\nenv = {B = 'secret'}\n"
        "[tasks.c]\ndelegate = 'npm'\npackages = ['p']\ndeps = ['^b']\nparallel = true\n".replace("é", "e")
    )
    assert listed(ws) == {
        "config": f"{ws.root}/tasks.toml",
        "root": str(ws.root),
        "tasks": [
            {"name": "ui#e"},
            {"name": "b", "run": "echo $A", "dir": "d"},
            {"name": "c", "delegate": ["npm", "run", "c"], "packages": ["p"], "deps": ["^b"], "parallel": True},
        ],
    }
    assert "secret" not in ws.tsr("--list", "--json").out + ws.tsr("--list").out


@pytest.mark.parametrize(
    ("marker", "ecosystem", "command"),
    [
        ("package.json", "npm", "npm run TASK"),
        ("Cargo.toml", "cargo", "cargo TASK"),
        ("go.mod", "go", "go TASK"),
        ("pyproject.toml", "python", "uv run TASK"),
    ],
)
def test_without_a_config(ws: Workspace, marker: str, ecosystem: str, command: str) -> None:
    """What was found, and how to run it."""
    (ws.root / marker).write_text("{}" if marker == "package.json" else "")
    (ws.root / "below").mkdir()
    result = ws.tsr("--list", cwd=ws.root / "below")
    assert result.code == 0
    assert result.out == f"no tasks.toml; in '{ws.root}' ({ecosystem}): tsr TASK runs {command}\n"
    assert listed(ws) == {"config": None, "root": str(ws.root), "tasks": [], "ecosystem": ecosystem}


def test_scripts(ws: Workspace) -> None:
    """Those of a package.json are there to be run; their text is nobody's business."""
    (ws.root / "package.json").write_text('{"scripts": {"b:all": "x && y", "a": 1, "": "z", "\\u001b": "w"}}')
    (ws.root / "bun.lock").touch()
    assert ws.tsr("--list").out.splitlines()[1:] == [
        "b:all  bun run b:all",
        "a      bun run a",
        r"\x1b   bun run '\x1b'",
    ]
    assert listed(ws)["tasks"] == [{"name": "b:all"}, {"name": "a"}, {"name": "\x1b"}]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[]", ""),
        ("{}", ""),
        ('{"scripts": []}', ""),
        ('{"scripts": null}', ""),
        ("", "it cannot be read: Expecting value: line 1 column 1 (char 0)"),
        ("{", "it cannot be read: Expecting property name"),
        ("[" * 100_000, "it is nested too deeply"),
        ("\udcff", "it is not UTF-8"),
    ],
)
def test_manifest_that_says_nothing(ws: Workspace, text: str, reason: str) -> None:
    """PKG-11: broken or not, it is a marker."""
    (ws.root / "package.json").write_text(text, errors="surrogateescape")
    result = ws.tsr("--list")
    assert (result.code, result.out.count("\n")) == (0, 1)
    warning = f"! warning: 'package.json' gives no scripts: {reason}"
    assert result.err.startswith(warning) if reason else not result.err


def test_same_reading_as_for_packages(ws: Workspace) -> None:
    """PKG-11: a mark in front is no part of the text, a number may be of any length, and UTF-16 is not read."""
    text = '{"scripts": {"a": "x"}, "n": ' + "9" * 10_000 + "}"
    (ws.root / "package.json").write_text(f"\ufeff{text}")
    assert listed(ws)["tasks"] == [{"name": "a"}]
    (ws.root / "package.json").write_bytes(text.encode("utf-16"))
    assert json.loads(ws.tsr("--list", "--json").out)["tasks"] == []


def test_half_of_a_character(ws: Workspace) -> None:
    """EVENT-5: JSON can escape it; as a name it is U+FFFD."""
    (ws.root / "package.json").write_text(
        r'{"name": "\ud800", "scripts": {"\ud800a": "", "\udcff": "", "\ud83d\ude00": ""}}'
    )
    assert ws.tsr("--list").out.splitlines()[1:] == [
        "\ufffda  npm run '\ufffda'",
        "\ufffd   npm run '\ufffd'",
        "\U0001f600   npm run '\U0001f600'",
    ]
    assert listed(ws)["tasks"] == [{"name": "\ufffda"}, {"name": "\ufffd"}, {"name": "\U0001f600"}]


def test_manifest_outside(ws: Workspace) -> None:
    """FENCE-1: a marker that is a link which leads outside is refused, and not read."""
    (ws.base / "package.json").write_text('{"scripts": {"stolen": "x"}}')
    (ws.root / "package.json").symlink_to("../package.json")
    for words in (["--list"], ["--list", "--json"]):
        result = ws.tsr(*words)
        assert (result.code, result.out) == (64, "")
        assert result.err.endswith("[FENCE-1]\n")


def test_nothing_at_all(ws: Workspace) -> None:
    """As for a task (CLI-12)."""
    for words in (["--list"], ["--list", "--json"], ["t"]):
        result = ws.tsr(*words)
        assert (result.code, result.out) == (64, "")
        assert "`tsr --init`" in result.err
        assert result.err.endswith("[CLI-12]\n")


def test_a_config_that_is_not_in_order(ws: Workspace) -> None:
    """ENV-9: there is no list of it."""
    ws.config("[tasks.t]\nrun = 1\n")
    for words in (["--list"], ["--list", "--json"]):
        assert (ws.tsr(*words).code, ws.tsr(*words).out) == (64, "")


def test_root_whose_name_is_no_text(ws: Workspace) -> None:
    """EVENT-5: bytes that are not UTF-8 are U+FFFD for programs, and as they are for people (EXIT-8)."""
    root = ws.base / os.fsdecode(b"\xff")
    root.mkdir()
    (root / "go.mod").write_text("module x\n")
    assert json.loads(ws.tsr("--list", "--json", cwd=root).out)["root"] == f"{ws.base}/\ufffd"
    assert f"'{ws.base}/\udcff'" in ws.tsr("--list", cwd=root).out
