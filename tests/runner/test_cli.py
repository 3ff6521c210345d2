"""The command line (CLI-1 to CLI-4, CLI-11): misuse is 64, with a sentence that says what to do."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from conftest import Workspace


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "no task is named"),
        (["t", "x"], "put it behind `--`"),
        (["t", "build"], "'build' can't follow 't': one task runs at a time — put it behind `--`"),
        (["t", "--verbose"], "put it behind `--`"),
        (["t", "-x", "--", "y"], "put it behind `--`"),
        (["t", ""], "put it behind `--`"),
        (["--list", "x"], "stands alone"),
        (["--version", "--help"], "stands alone"),
        (["--nothing"], "the first word is a task"),
        (["--"], "the first word is a task"),
        (["-x", "t"], "the first word is a task"),
        (["no-such-task"], "there is no task 'no-such-task'"),
        (["pkg#t"], "there is no task 'pkg#t'"),
        ([""], "there is no task ''"),
        ([b"\xff"], "there is no task '\udcff'"),
        (["--init"], "not supported by this version yet"),
        (["--config"], "not supported by this version yet"),
        *(
            (["t", option], "not supported by this version yet")
            for option in (
                "--since", "--since=main", "--resume-from", "--no-bail", "--dry-run", "--strict",
                "--allow-unsafe-env", "--reporter=ndjson", "--reporter-file=x", "--confine",
                "--no-confine", "--user-config=x",
            )
        ),
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


def test_alone(ws: Workspace) -> None:
    """The words that stand alone need no config, but for the list."""
    assert ws.tsr("--version").out == ws.tsr("-V").out == "tsr 0.1.0 (tsr-reference)\n"
    assert ws.tsr("--help").out == ws.tsr("-h").out
    assert ws.tsr("--help").out.startswith("usage: tsr TASK")
    assert "usage: tsr TASK" in ws.tsr().err


def test_options_are_passed_on_behind_two_dashes(ws: Workspace) -> None:
    """Behind `--` nothing is an option of ours."""
    assert ws.run("echo", "--dry-run", "--list", "-V").out == "--dry-run --list -V\n"


@pytest.mark.parametrize("words", [["--help"], ["--list"]])
def test_nobody_reads(ws: Workspace, words: list[str]) -> None:
    """A closed pipe is no reason for a traceback."""
    ws.config("[tasks.t]\nrun = 'true'\n")
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "tsr_impl", *words],
        cwd=ws.root,
        env=ws.environment(),
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


def test_closed_output(ws: Workspace) -> None:
    """What can't be printed is a failure, and it is said."""
    command = f"exec '{sys.executable}' -m tsr_impl --help >&-"
    done = subprocess.run(["sh", "-c", command], cwd=ws.root, env=ws.environment(), stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr.decode()) == (1, "✗ error: standard output: Bad file descriptor\n")


def test_nobody_reads_diagnostics(ws: Workspace) -> None:
    """A closed standard error changes no exit code."""
    ws.config("[tasks.t]\nrun = 'rm missing || cat missing'\n")
    reader, writer = os.pipe()
    os.close(reader)
    for word, code in (("t", 1), ("u", 64)):
        done = subprocess.run(
            [sys.executable, "-m", "tsr_impl", word],
            cwd=ws.root,
            env=ws.environment(),
            stdout=subprocess.PIPE,
            stderr=writer,
            check=False,
        )
        assert (done.returncode, done.stdout) == (code, b"")
    os.close(writer)


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
