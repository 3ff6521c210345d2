"""The environment of a task (ENV-3, ENV-7, ENV-10 to ENV-13): what its commands get, and from where."""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING

import pytest
from conftest import Result, Workspace

if TYPE_CHECKING:
    from collections.abc import Callable

SHOW = "run = 'env'\n"


def environment(ws: Workspace, task: str = "t", **env: str) -> dict[str, str]:
    """What a task's command got, beside what the tests always give."""
    result = ws.tsr(task, env=env)
    assert result.code == 0, result
    pairs = dict(line.split("=", 1) for line in result.out.splitlines())
    always = ws.environment()
    return {name: value for name, value in pairs.items() if always.get(name) != value}


def test_a_higher_layer_wins_and_wipes_nothing(ws: Workspace) -> None:
    """ENV-10: process, `.env`, `[env]`, the files from left to right, the task."""
    names = "ABCDEF"
    layers = [{name: str(layer) for name in names[layer:]} for layer in range(6)]
    dotenv = ["\n".join(f"{name}={value}" for name, value in layer.items()) for layer in layers]
    (ws.root / ".env").write_text(dotenv[1])
    (ws.root / "one").write_text(dotenv[3])
    (ws.root / "two").write_text(dotenv[4])
    ws.config(f"[env]\n{toml(layers[2])}[tasks.t]\n{SHOW}env_file = ['one', 'two']\n[tasks.t.env]\n{toml(layers[5])}")
    assert environment(ws, **layers[0]) == dict(zip(names, "012345", strict=True))


def toml(table: dict[str, str]) -> str:
    return "".join(f"{name} = '{value}'\n" for name, value in table.items())


def test_a_child_gets_what_was_inherited_and_nothing_else(ws: Workspace) -> None:
    """ENV-10, ENV-3."""
    ws.config(f"[tasks.t]\n{SHOW}")
    assert environment(ws) == {}
    assert environment(ws, LD_AUDIT_X="$A", TSR_X="") == {"LD_AUDIT_X": "$A", "TSR_X": ""}


def test_what_a_task_sets_is_for_that_task(ws: Workspace) -> None:
    """ENV-10: not for its deps, nor for what depends on it."""
    ws.config(f"[tasks.t]\n{SHOW}deps = ['u']\nenv = {{ B = 'b' }}\n[tasks.u]\n{SHOW}env = {{ A = 'a' }}\n")
    lines = ws.tsr("t").out.splitlines()
    assert [line for line in lines if line in ("A=a", "B=b")] == ["A=a", "B=b"]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("$V", "v"), ("${V}", "v"), ("$V$V", "vv"), ("a${V}b", "avb"), ("$V.b", "v.b"), ("$VW", ""), ("$UNSET.", "."),
        ("$", "$"), ("$$V", "$v"), ("$1", "$1"), ("${V:-x}", "${V:-x}"), ("${V", "${V"), ("${}", "${}"),
        ("${1}", "${1}"), ("${V:-${V}}", "${V:-v}"), ("$E", "$V"), ("$(V)", "$(V)"), ("$é", "$é"), ("\\$V", "\\v"),
    ],
)  # fmt: skip
def test_references(ws: Workspace, written: str, value: str) -> None:
    """ENV-11: in every source, once; every other `$` is text."""
    ws.config(f"[tasks.t]\n{SHOW}[tasks.t.env]\nA = '{written}'\n")
    assert environment(ws, V="v", E="$V")["A"] == value
    (ws.root / ".env").write_text(f'A="{written}"\n')
    ws.config(f"[tasks.t]\n{SHOW}")
    assert environment(ws, V="v", E="$V")["A"] == value


def test_references_see_what_is_merged_so_far(ws: Workspace) -> None:
    """ENV-11: earlier layers, earlier lines, and the variable itself as it was."""
    (ws.root / ".env").write_text("A=$A-1\nA=$A-2\nB=$A\nC=$D\nD=d\nL='$A'\n")
    ws.config(f"[env]\nE = '$L'\nF = '$D'\n[tasks.t]\n{SHOW}")
    expected = {"A": "0-1-2", "B": "0-1-2", "C": "", "D": "d", "L": "$A", "E": "$A", "F": "d"}
    assert environment(ws, A="0") == expected


def test_run_strings_see_the_merged_environment(ws: Workspace) -> None:
    """SHELL-6, SHELL-8: the program that is looked for, too."""
    (ws.root / "bin").mkdir()
    (ws.root / "bin/tool").write_text("#!/bin/sh\necho tool $1\n")
    (ws.root / "bin/tool").chmod(0o755)
    ws.config("[env]\nPATH = '$PWD_/bin:$PATH'\n[tasks.t]\nrun = 'tool $A'\nenv = { A = 'x y' }\n")
    assert ws.tsr("t", env={"PWD_": str(ws.root)}).out == "tool x y\n"
    ws.config("[tasks.t]\nrun = 'echo $A'\ndeps = ['u']\n[tasks.u]\nrun = 'echo u'\nenv = { A = 'x' }\n")
    result = ws.tsr("t")
    assert (result.code, result.out) == (64, "")
    assert "[SHELL-8]" in result.err


def test_bytes_pass_through(ws: Workspace) -> None:
    """ENV-8: whatever they are, also where they come together from two values."""
    (ws.root / ".env").write_bytes(b"A=\xc3\nB=$A\xa9\xff\n")
    ws.config("[tasks.t]\nrun = 'echo $B'\n")
    assert ws.tsr("t").raw_out == b"\xc3\xa9\xff\n"


def test_values_that_double_come_to_an_end(ws: Workspace) -> None:
    """ENV-13: a small file does not fill the memory."""
    (ws.root / ".env").write_text("A=xxxxxxxxxxxxxxxx\n" + "A=$A$A\n" * 60)
    result = ws.run("true")
    assert result.code == 64
    assert "sets 'A' to more than a process can have" in result.err


# Files ----------------------------------------------------------------------------------------


def test_missing_files_are_skipped(ws: Workspace) -> None:
    """ENV-12: a directory on the way that is none, and a link to nowhere inside, are the same."""
    (ws.root / "file").touch()
    (ws.root / "link").symlink_to("none/x")
    ws.config("[tasks.t]\nrun = 'echo fine'\nenv_file = ['none', 'no/ne', 'file/x', 'file/', 'link', '~/x', '*']\n")
    result = ws.tsr("t")
    assert (result.out, result.err) == ("fine\n", "")


def test_paths_start_at_the_directory_of_the_task(ws: Workspace) -> None:
    """ENV-12: or at the root."""
    for name, content in (("x", "A=root"), ("d/x", "A=d"), (".env", ""), ("d/.env", "A=other")):
        (ws.root / name).parent.mkdir(exist_ok=True)
        (ws.root / name).write_text(content)
    ws.config(
        "[tasks.t]\nrun = 'echo $A'\ndir = 'd'\nenv_file = 'x'\n[tasks.u]\nrun = 'echo $A'\nenv_file = 'x'\n"
        f"[tasks.v]\nrun = 'echo $A'\ndir = 'd'\nenv_file = ['../x', '{ws.root}/d/../d/x']\n"
    )
    assert [ws.tsr(task).out for task in "tuv"] == ["d\n", "root\n", "d\n"]


def test_links_inside_are_followed(ws: Workspace) -> None:
    """ENV-12, FENCE-2."""
    (ws.root / "d").mkdir()
    (ws.root / "d/x").write_text("A=1")
    (ws.root / "e").symlink_to("d")
    (ws.root / ".env").symlink_to("e/x")
    assert ws.run("echo $A").out == "1\n"


def test_a_directory_of_the_name_of_the_root_file_is_none(ws: Workspace) -> None:
    """ENV-12: but an `env_file` that is one can't be meant."""
    (ws.root / ".env").mkdir()
    assert ws.run("echo fine").out == "fine\n"
    ws.config("[tasks.t]\nrun = 'true'\nenv_file = '.env'\n")
    result = ws.tsr("t")
    assert result.code == 64
    assert result.err.startswith("✗ config error: the env_file '.env' of task 't' is a directory")


@pytest.mark.parametrize("name", [".env", "x"])
@pytest.mark.parametrize("kind", ["fifo", "socket", "device"])
def test_what_is_no_file_is_never_opened(ws: Workspace, monkeypatch: pytest.MonkeyPatch, name: str, kind: str) -> None:
    """ENV-12: it would block, or drain it."""
    ws.config("[security]\nallow_paths = ['/dev/zero']\n[tasks.t]\nrun = 'true'\nenv_file = 'x'\n")
    if kind == "fifo":
        os.mkfifo(ws.root / name)
    elif kind == "device":
        (ws.root / name).symlink_to("/dev/zero")
    else:
        monkeypatch.chdir(ws.root)  # the name of a socket is short
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(name)
    result = ws.tsr("t")
    assert result.code == 64
    assert "is not a regular file, and is not opened" in result.err
    assert result.err.endswith("[ENV-12]\n")


def test_what_leads_out_is_refused(ws: Workspace) -> None:
    """FENCE-1, FENCE-2: also by a link to nothing, and over too many links."""
    for target, clause in (("../outside/precious", "FENCE-1"), ("../outside/none", "FENCE-1"), ("x", "FENCE-2")):
        (ws.root / "x").symlink_to(target)
        ws.config("[tasks.t]\nrun = 'true'\nenv_file = 'x'\n")
        result = ws.tsr("t")
        assert result.code == 64
        assert f"[{clause}]" in result.err
        (ws.root / "x").unlink()


def test_a_file_that_cannot_be_read_is_an_error(ws: Workspace, ordinary: Callable[[str, int], Result]) -> None:
    """ENV-12: and not skipped; that others may write it is said first (PERM-1)."""
    ws.config("[tasks.t]\nrun = 'true'\n")
    (ws.root / ".env").touch()
    for mode, says in ((0o200, "the root '.env' cannot be read: Permission denied"), (0o202, "is world-writable")):
        (ws.root / ".env").chmod(mode)
        result = ordinary("t", 0o022)
        assert result.code == 64
        assert says in result.err


def test_a_huge_file_is_refused(ws: Workspace) -> None:
    """ENV-12: nobody wrote it."""
    (ws.root / ".env").touch()
    os.truncate(ws.root / ".env", 20 << 30)
    assert "is larger than 16 MiB" in ws.run("true").err


def test_a_line_that_is_none_is_said_without_it(ws: Workspace) -> None:
    """ENV-8, OUT-1: once, whoever reads the file again."""
    (ws.root / ".env").write_text("A=1\nsecret\nsecret=\n se cret=1\n" + "secret\n" * 9)
    ws.config("[tasks.t]\nrun = 'true'\ndeps = ['u']\n[tasks.u]\nrun = 'true'\n")
    result = ws.tsr("t")
    assert result.code == 0
    assert result.err.splitlines()[0] == "! warning: the root '.env' (line 2) is no assignment, and is ignored [ENV-8]"
    assert result.err.splitlines()[-1] == "! warning: the root '.env' has 6 more such lines [ENV-8]"
    assert result.err.count("\n") == 6
    assert "secret" not in result.err


def test_a_file_that_is_malformed_is_refused(ws: Workspace) -> None:
    """ENV-8, ENV-13: with its line, and none of what is in it."""
    ws.config("[tasks.t]\nrun = 'true'\nenv_file = 'x'\n")
    for text, says in ((b"\nA='secret\n", "is never closed — close it [ENV-8]"), (b"\nA=secret\0", "[ENV-13]")):
        (ws.root / "x").write_bytes(text)
        result = ws.tsr("t")
        assert result.code == 64
        assert result.err.startswith("✗ config error: the env_file 'x' (line 2) of task 't' ")
        assert says in result.err
        assert "secret" not in result.err


# Again ----------------------------------------------------------------------------------------

CHANGE = "deps = ['u']\n[tasks.u]\nrun = 'sh change'\n"


def test_a_file_that_a_task_wrote_is_what_the_next_one_gets(ws: Workspace) -> None:
    """ENV-7: it is read again."""
    (ws.root / ".env").write_text("A=1\n")
    (ws.root / "change").write_text("echo A=2 >.env; echo B=3 >x")
    ws.config(f"[tasks.t]\nrun = 'echo $A $B'\nenv_file = 'x'\n{CHANGE}")
    assert ws.tsr("t").err.endswith("[SHELL-8]\n    echo $A $B\n            ^\n"), "B is not set at load"
    (ws.root / "x").write_text("B=1\n")
    assert ws.tsr("t").out == "2 3\n"


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ("echo LD_PRELOAD=x >x", "ENV-1"),
        ("echo PATH=x >x", "PATH-1"),
        ("echo PATH=.: >.env", "PATH-1"),
        ("chmod o+w x", "PERM-1"),
        ("chmod o+w .", "PERM-1"),
        ("ln -sf ../outside/precious x", "FENCE-8"),
        ("ln -sf ../outside/none .env", "FENCE-8"),
        ("rmdir d; ln -s ../outside d", "FENCE-15"),
        ("mv d e", "FENCE-15"),
        ("rm x; mkfifo x", "ENV-12"),
        ("rm x; mkdir x", "ENV-12"),
        ('echo "A=\'" >x', "ENV-8"),
        ("echo >x", "SHELL-8"),
    ],
)
def test_what_a_task_changed_is_judged_again(ws: Workspace, change: str, clause: str) -> None:
    """ENV-7, FENCE-8, FENCE-15: it ends the run with 64, before the next task starts."""
    (ws.root / "d").mkdir()
    (ws.root / "x").write_text("A=1\n")
    (ws.root / "change").write_text(change)
    ws.config(f"[tasks.t]\nrun = 'echo $A'\nenv_file = '{ws.root}/x'\ndir = 'd'\n{CHANGE}")
    result = ws.tsr("t")
    assert (result.code, result.out) == (64, "")
    assert f"[{clause}]" in result.err


def test_nothing_is_judged_again_that_no_command_uses(ws: Workspace) -> None:
    """ENV-7: a task that only has deps starts nothing."""
    (ws.root / "change").write_text("echo LD_PRELOAD=x >x")
    ws.config(f"[tasks.t]\nenv_file = 'x'\n{CHANGE}")
    assert ws.tsr("t").code == 0
