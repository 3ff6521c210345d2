"""The command line (CLI-1 to CLI-4, CLI-11, CLI-13), and what can't be printed (EXIT-11).

Misuse is 64, with a sentence that says what to do.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from conftest import Result, Workspace

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "no task is named"),
        (["t", "x"], "put it behind `--`"),
        (["t", "build"], "'build' can't follow 't': one task is named at a time — put it behind `--`"),
        (["t", "--verbose"], "put it behind `--`"),
        (["t", "-x", "--", "y"], "put it behind `--`"),
        (["t", ""], "put it behind `--`"),
        (["t", "--help"], "--help stands alone, and can't follow 't' — write `tsr --help`, or put it behind `--`"),
        (["t", "-n"], "'-n' is not an option of tsr — write --dry-run, or put it behind `--`"),
        (["run", "t"], "'t' can't follow 'run': one task is named at a time — write `tsr t`, or put it behind `--`"),
        (["list"], "there is no task 'list'"),
        (["list"], "`tsr --list` is written with `--`"),
        (["INIT-OF"], "`tsr --list` shows those that there are"),
        (["--list", "x"], "stands alone"),
        (["--version", "--help"], "stands alone"),
        (["--nothing"], "the first word is a task"),
        (["--"], "the first word is a task"),
        (["-x", "t"], "the first word is a task"),
        (["no-such-task"], "there is no task 'no-such-task'"),
        (["pkg#t"], "there is no task 'pkg#t'"),
        ([""], "there is no task ''"),
        ([b"\xff"], "there is no task '\udcff'"),
        (["t", "--confine", "--no-confine"], "--confine and --no-confine can't both be meant"),
        (["t", "--confine=yes"], "--confine takes no value"),
        (["t", "--user-config="], "--user-config is empty"),
        (["t", "--confin"], "--confine"),
        *(
            (["t", option, *more], f"{option} has no value")
            for option in ("--since", "--resume-from", "--reporter", "--reporter-file", "--user-config")
            for more in ([], ["--"], ["--", "x"])
        ),
        *(
            (["t", option, "-x"], f"{option} is followed by '-x', which begins like an option")
            for option in ("--since", "--resume-from", "--reporter", "--reporter-file", "--user-config")
        ),
        *(
            (["t", f"{option}=human", option, "human"], f"{option} is given twice")
            for option in ("--since", "--resume-from", "--reporter", "--reporter-file", "--user-config")
        ),
        *(
            (["t", *words], f"{words[0].rstrip('=')} is empty")
            for words in (["--since="], ["--resume-from="], ["--reporter-file="], ["--since", ""])
        ),
        (["t", "--since=-x"], "'-x' can't be a commit"),
        (["t", "--reporter", "json"], "`human` or `ndjson`, not 'json' — did you mean 'ndjson'?"),
        (["t", "--reporter="], "`human` or `ndjson`, not ''"),
        (["t", "--sinc", "x"], "'--sinc' is not an option of tsr — did you mean '--since'? If not, put it behind"),
        (["--lst"], "'--lst' is not an option here — did you mean '--list'?"),
        (["t", "--list"], "--list stands alone"),
        (["--init", "x"], "--init stands alone"),
        (["--config", "--json"], "--config stands alone"),
        (["--list", "--json", "x"], "stands alone"),
        (["--list", "--json", "--json"], "stands alone"),
        (["--json"], "the first word is a task"),
        (["--config"], "--config needs a terminal"),
        *(
            (["t", option], "takes no value")
            for option in ("--dry-run=1", "--strict=", "--strict=true", "--allow-unsafe-env=0", "--no-bail=1")
        ),
        (["--strict", "t"], "the first word is a task"),
        (["--list", "--strict"], "stands alone"),
        (["t", "--strictly"], "put it behind `--`"),
    ],
)  # fmt: skip
def test_misuse(ws: Workspace, words: list[str | bytes], says: str) -> None:
    """All of it is 64, on standard error, before anything runs."""
    ws.config("[tasks.t]\nrun = 'touch x'\n")
    result = ws.tsr(*words)
    assert (result.code, result.out) == (64, "")
    assert result.err.startswith("✗ error: ")
    assert says in result.err
    assert ws.tree() == {}


def test_options_of_a_run_stand_anywhere_and_repeat(ws: Workspace) -> None:
    """CLI-13: in any order, any number of times, up to the `--`."""
    ws.config("[tasks.t]\nrun = 'echo ran'\n")
    options = ("--strict", "--no-bail", "--allow-unsafe-env", "--strict")
    assert ws.tsr("t", *options).out == "ran\n"
    assert ws.tsr("t", *options, "--", "--dry-run").out == "ran --dry-run\n"
    assert ws.tsr("t", "--dry-run", *options, "--dry-run").out.startswith("· t\n")


def test_alone(ws: Workspace) -> None:
    """The words that stand alone need no config, but for the list."""
    assert ws.tsr("--version").out == ws.tsr("-V").out == "tsr 0.1.0 (tsr-reference)\n"
    assert ws.tsr("--help").out == ws.tsr("-h").out
    assert ws.tsr("--help").out.startswith("usage: tsr TASK")
    assert "usage: tsr TASK" in ws.tsr().err


def test_options_are_passed_on_behind_two_dashes(ws: Workspace) -> None:
    """Behind `--` nothing is an option of ours."""
    assert ws.run("echo", "--dry-run", "--list", "-V").out == "--dry-run --list -V\n"


ASKED_FOR = (["--help"], ["-V"], ["--list"], ["t", "--dry-run"])


def with_descriptors(ws: Workspace, words: list[str], redirection: str) -> tuple[int, str, str]:
    """What a run ends with that a shell started with a redirection; and what it could print."""
    command = f"exec '{sys.executable}' -m tsr_impl {' '.join(words)} {redirection}"
    done = subprocess.run(["sh", "-c", command], cwd=ws.root, env=ws.environment(), capture_output=True, check=False)
    result = Result(done.returncode, done.stdout, done.stderr)
    return result.code, result.out, result.err


@pytest.fixture
def unread() -> Iterator[int]:
    """A pipe that nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


@pytest.mark.parametrize("words", ASKED_FOR)
def test_nobody_reads(ws: Workspace, unread: int, words: list[str]) -> None:
    """EXIT-11: what was asked for was not given; who left needs no message."""
    ws.config("[tasks.t]\nrun = 'touch x'\n")
    command = [sys.executable, "-m", "tsr_impl", *words]
    done = subprocess.run(
        command, cwd=ws.root, env=ws.environment(), stdout=unread, stderr=subprocess.PIPE, check=False
    )
    assert (done.returncode, done.stderr) == (64, b"")


@pytest.mark.parametrize("words", ASKED_FOR)
@pytest.mark.parametrize(
    ("redirection", "reason"), [(">&-", "Bad file descriptor"), (">/dev/full", "No space left on device")]
)
def test_output_that_cannot_be_written(ws: Workspace, words: list[str], redirection: str, reason: str) -> None:
    """EXIT-11: it is said."""
    ws.config("[tasks.t]\nrun = 'touch x'\n")
    says = f"✗ error: standard output cannot be written: {reason} — send it somewhere else [EXIT-11]\n"
    assert with_descriptors(ws, words, redirection) == (64, "", says)


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full", ">/dev/full 2>&1"])
def test_diagnostics_that_cannot_be_written(ws: Workspace, redirection: str) -> None:
    """EXIT-11: that changes no exit code; nor does it matter to what a command can't print."""
    ws.config("[tasks.t]\nrun = 'rm missing || cat missing'\n[tasks.u]\nrun = \"true\\ntrue\"\n")
    for words, code in ((["t"], 1), (["none"], 64), (["u"], 0)):
        assert with_descriptors(ws, words, redirection) == (code, "", "")
    if redirection.startswith("2"):
        code, out, _ = with_descriptors(ws, ["--list"], redirection)
        assert (code, out.count("\n")) == (0, 2)
    ws.config("[tasks.t]\nrun = 'echo x'\n")
    assert with_descriptors(ws, ["t"], ">/dev/full") == (1, "", "echo: standard output: No space left on device\n")


def test_nobody_reads_diagnostics(ws: Workspace, unread: int) -> None:
    """EXIT-11: a closed standard error changes no exit code."""
    ws.config("[tasks.t]\nrun = 'rm missing || cat missing'\n")
    for word, code in (("t", 1), ("u", 64)):
        command = [sys.executable, "-m", "tsr_impl", word]
        done = subprocess.run(
            command, cwd=ws.root, env=ws.environment(), stdout=subprocess.PIPE, stderr=unread, check=False
        )
        assert (done.returncode, done.stdout) == (code, b"")


def test_any_locale(ws: Workspace) -> None:
    """Diagnostics and names are the same bytes in every locale."""
    ws.config("[tasks.t]\nrun = 'touch é && cat é é2'\n")
    for locale in ("C", "POSIX", "en_US.ISO-8859-1", "no_SUCH"):
        for utf8 in ("0", "1"):
            env = {"LC_ALL": locale, "PYTHONUTF8": utf8, "PYTHONCOERCECLOCALE": "0"}
            result = ws.tsr("t", env=env)
            assert result.code == 1
            assert result.err == "cat: 'é2': No such file or directory\n"
            assert ws.tree() == {"é": ""}


def test_warm_interpreter(ws: Workspace) -> None:
    """`main` may be called after a fork, with another directory, environment and descriptors."""
    from tsr_impl import cli

    ws.config("[tasks.t]\nrun = 'echo $MARK && sh -c \"pwd; exit 5\"'\n")
    for mark in ("one", "two"):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.chdir(ws.root)
            os.environ["MARK"] = mark
            os.dup2(writer, 1)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os._exit(cli.main([b"t"]))
        os.close(writer)
        with os.fdopen(reader) as output:
            assert output.read() == f"{mark}\n{ws.root}\n"
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 5
