"""Whatever the runner is given, it says what is wrong with it: 64 where it can't go on, no traceback, no hang.

`Workspace.tsr` sees to the traceback and to the hang, for each run.
"""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from conftest import Result, Workspace

from tsr_impl import report

if TYPE_CHECKING:
    from collections.abc import Callable

GOOD = "[tasks.t]\nrun = 'echo fine'\n"
MANY = "".join(f"[tasks.t{number}]\nrun = 'echo {number}'\ndeps = []\n" for number in range(10_000))
CHAIN = "".join(f"[tasks.t{number}]\nrun = 'true'\ndeps = ['t{number + 1}']\n" for number in range(10_000))
DEEP = ".".join(["x"] * 98)


@pytest.mark.parametrize(
    ("text", "task"),
    [
        pytest.param(f"{GOOD}" + "# more\n" * 1_500_000, "t", id="10 MB of comments"),
        pytest.param(f"{GOOD}x = '{'y' * 10_000_000}'", "t", id="a value of 10 MB"),
        pytest.param(f"{MANY}{GOOD}", "t", id="10,000 tasks"),
        pytest.param(f"{GOOD}[{DEEP}]\n", "t", id="a deep table"),
        pytest.param(f"{GOOD}{DEEP} = 1\n", "t", id="a deep key"),
        pytest.param(f"{GOOD}[tasks.u.{DEEP}]\n", "t", id="a deep table of a task"),
        pytest.param(f"{GOOD}[tasks.u.delegate]\nbin = 'b'\n{DEEP} = 1", "t", id="a deep table of a delegate"),
        pytest.param(f"[tasks.t]\nrun = 'echo fine'\n[tasks.{'n' * 100_000}]\n", "t", id="a long name"),
        pytest.param(
            f"{GOOD}[tasks.u]\nrun = 'echo {'a.' * 10_000}' # {'.' * 10_000}", "t", id="dots that are no key's"
        ),
    ],
)
def test_what_is_a_config_all_the_same(ws: Workspace, text: str, task: str) -> None:
    """Large, deep, long: it runs."""
    ws.config(text)
    result = ws.tsr(task)
    assert (result.code, result.out) == (0, "fine\n"), result.err[:500]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("# more\n" * 1_500_000 + "x", "not valid TOML", id="10 MB, broken at the end"),
        pytest.param(f"{GOOD}x = '{'y' * 10_000_000}", "not valid TOML", id="a value of 10 MB without an end"),
        pytest.param(f"{MANY}[tasks.t]\nrun = 1", "task 't': `run` must be a string", id="10,000 tasks, one wrong"),
        pytest.param(f"{MANY}[tasks.t]\ndeps = ['t99999']", "there is no such task", id="10,000 tasks, an unknown dep"),
        pytest.param(f"{MANY}[tasks.u]", "there is no task 't'", id="10,000 tasks, an unknown one"),
        pytest.param("x = " + "[" * 100_000, "nested too deeply", id="deep arrays"),
        pytest.param("x = " + "{a = " * 100_000, "nested too deeply", id="deep inline tables"),
        pytest.param("x = " + "[" * 100_000 + "]" * 100_000, "nested too deeply", id="deep arrays that end"),
        pytest.param(".".join(["x"] * 101) + " = 1", "more than 100 parts", id="a key of 101 parts"),
        pytest.param(f"{GOOD}x = {{ " + " . ".join(["'x'"] * 50_000) + " = 1 }", "more than 100", id="within a line"),
        pytest.param("x = 1\nx = 2", "not valid TOML", id="a key twice"),
        pytest.param("[tasks.t]\nrun = 'a'\n[tasks.t]\n", "not valid TOML", id="a table twice"),
        pytest.param("[tasks.t]\nrun = 'a'\n[tasks]\nt.run = 'b'", "not valid TOML", id="a table twice, otherwise"),
        pytest.param("x = \x00", "not valid TOML", id="NUL"),
        pytest.param("\x00" * 1000, "not valid TOML", id="nothing but NUL"),
        pytest.param("x = '\x1b'", "not valid TOML", id="a control character"),
        pytest.param(b"\xff\xfe[\x00t\x00", "not UTF-8", id="UTF-16"),
        pytest.param(b"[tasks.t]\nrun = '\xc3\x28'", "not UTF-8", id="broken UTF-8"),
        pytest.param("[tasks.t]\rrun = 'a'\r", "not valid TOML", id="line ends of another time"),
        pytest.param("[tasks.t]\nrun = '\\ud800'\nx = \"\\ud800\"", "not valid TOML", id="half of a character"),
        pytest.param(f"[tasks.t]\ndir = '{'d' * 100_000}'\nrun = 'true'", "cannot be", id="a long directory"),
        pytest.param(f"[tasks.t]\nrun = 'true {'(' * 100_000}'", "SHELL-", id="many brackets"),
        pytest.param(f"[tasks.t]\nrun = '{'n' * 100_000}'", "was not found", id="a long program"),
        pytest.param(f"[tasks.t]\nrun = 'env'\nargs = ['{'x' * 10_000_000}']", "too long", id="a word of 10 MB"),
        pytest.param(f"[tasks.t]\nrun = 'env'\nenv.A = '{'x' * 10_000_000}'", "too long", id="a variable of 10 MB"),
        pytest.param(f"[tasks.t]\nrun = 'true {'$X' * 10_000}'", "SHELL-8", id="10,000 variables"),
        pytest.param(f"[tasks.t]\nenv_file = '{'../' * 10_000}x'\nrun = 'true'", "outside", id="far up"),
        pytest.param(f"[security]\nallow_paths = [\"{'x/' * 100_000}\\u0000\"]", "a NUL byte", id="a NUL in a path"),
    ],
)  # fmt: skip
def test_what_is_refused(ws: Workspace, text: str | bytes, says: str) -> None:
    """64, with a message that fits on a screen."""
    ws.config(text)
    result = ws.tsr("t")
    assert result.code == 64
    assert result.err.startswith("✗ ")
    assert says in result.err
    assert len(result.err) < 16_000


def test_a_long_chain_of_tasks(ws: Workspace) -> None:
    """Longer than Python's own stack: planned, and a circle through all of it is told."""
    ws.config(CHAIN + "[tasks.t10000]\nrun = 'echo last'\n")
    result = ws.tsr("t0", "--dry-run")
    assert (result.code, result.out.count("· ")) == (0, 10_001)
    ws.config(CHAIN + "[tasks.t10000]\ndeps = ['t0']\n")
    assert "[GRAPH-3]" in ws.tsr("t0").err


def test_list_of_many_tasks(ws: Workspace) -> None:
    """As many lines."""
    ws.config(MANY)
    assert ws.tsr("--list").out.count("\n") == 10_000
    assert ws.tsr("--list", "--json").out.count('"name"') == 10_000


WORDS = (["t"], ["t", "--dry-run"], ["--list"], ["--list", "--json"], ["--init"], ["t", "--reporter-file", "log"],
         ["t", "--since", "HEAD"], ["t", "--resume-from", "p"])  # fmt: skip


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_a_working_directory_that_is_gone(ws: Workspace, words: list[str]) -> None:
    """64, and it is said."""
    ws.config(GOOD)
    script = f"mkdir gone && cd gone && rmdir ../gone && exec '{sys.executable}' -m tsr_impl \"$@\""
    result = shell(ws, script, words)
    assert (result.code, result.out) == (64, "")
    assert result.err.startswith("✗ error: ")
    assert result.err.count("\n") == 1


def shell(ws: Workspace, script: str, words: list[str]) -> Result:
    command = ["sh", "-c", script, "sh", *words]
    done = subprocess.run(command, cwd=ws.root, env=ws.environment(), capture_output=True, timeout=60, check=False)
    return Result(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("words", [*WORDS, ["--help"], ["--version"], ["--config"], [], ["none"]], ids=" ".join)
@pytest.mark.parametrize("closed", ["0", "1", "2", "0 1", "1 2", "0 1 2"])
def test_closed_descriptors(ws: Workspace, words: list[str], closed: str) -> None:
    """What can't be printed is 64 (EXIT-11), and nothing else changes; nor is a file of ours taken for one of them."""
    ws.config(GOOD)
    expected = shell(ws, f"exec '{sys.executable}' -m tsr_impl \"$@\"", words)
    (ws.root / "log").unlink(missing_ok=True)
    redirections = " ".join(f"{descriptor}>&-" for descriptor in closed.split())
    result = shell(ws, f"exec '{sys.executable}' -m tsr_impl \"$@\" {redirections}", words)
    prints = expected.code == 0 and "1" in closed.split() and expected.out
    if prints and words[0] == "t" and "--dry-run" not in words:
        assert result.code == 1  # it is `echo` that can't
    else:
        assert result.code == (64 if prints else expected.code)
    if "2" not in closed.split() and not prints:
        assert result.err == expected.err
    if (ws.root / "log").exists():
        assert (ws.root / "log").read_text().startswith('{"type":"task"')


UNREADABLE: dict[str, tuple[str, str]] = {
    "tasks.toml": (GOOD, "DISC-4"),
    ".env": (GOOD, "ENV-"),
    "e.env": (f"{GOOD}env_file = 'e.env'\n", "ENV-"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_unreadable_file(ws: Workspace, ordinary: Callable[..., Result], name: str) -> None:
    """64, and which it is."""
    text, clause = UNREADABLE[name]
    ws.config(text)
    (ws.root / name).touch()
    (ws.root / name).chmod(0)
    result = ordinary("t", 0o022)
    assert (result.code, result.out) == (64, "")
    assert name in result.err
    assert "Permission denied" in result.err
    assert clause in result.err


def test_unreadable_directory(ws: Workspace, ordinary: Callable[..., Result]) -> None:
    """A workspace that can't be searched."""
    ws.config(GOOD)
    ws.root.chmod(0o200)
    try:
        result = ordinary("t", 0o022)
    except PermissionError:
        pytest.skip("nor can a test change into it")
    finally:
        ws.root.chmod(0o755)
    assert result.code == 64
    assert "Permission denied" in result.err


@pytest.mark.parametrize(
    "word", [b"\xff", b"\n", b"\x1b[2J", b"-" * 100_000, b"x" * 100_000, b"--since=" + b"x" * 100_000, b"--\xff", "é"]
)
def test_any_word(ws: Workspace, word: bytes | str) -> None:
    """On the command line: 64, in a message that fits on a screen, without what drives a terminal."""
    ws.config(GOOD)
    for words in ([word], ["t", word], ["t", "--resume-from", word], ["--list", word], ["--init", word]):
        result = ws.tsr(*words)
        assert (result.code, result.out) == (64, "")
        assert result.err.startswith("✗ error: ")
        assert "\x1b" not in result.err
        assert len(result.err) < 16_000
    assert ws.tsr("t", "--", word).code == 0
    assert os.listdir(ws.root) == ["tasks.toml"]


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (
            OSError(errno.EIO, os.strerror(errno.EIO), "/a/secret"),
            "the system refused what the runner itself needs: Input/output error — look at its log, and try again",
        ),
        (
            ModuleNotFoundError("No module named 'tomllib'", name="tomllib"),
            "a part of the runner, 'tomllib', cannot be loaded — see that it is there, and may be read",
        ),
    ],
)
def test_what_nobody_has_foreseen_of_the_system(error: Exception, says: str) -> None:
    """EXIT-7, OUT-1: a sentence with the reason, without a path."""
    assert report.as_stop(error).message == says
