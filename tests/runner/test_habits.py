"""What is said to those who know a shell, before anything runs or where a program is not found (EXIT-8)."""

from __future__ import annotations

import pytest
from conftest import Workspace, toml_string


def warnings(ws: Workspace, run: str) -> list[str]:
    """What a dry run warns about, which has nothing else to say."""
    ws.config(f"[tasks.t]\nrun = {toml_string(run)}\n")
    result = ws.tsr("t", "--dry-run")
    assert result.code == 0, result.err
    start = "! warning: task 't': "
    assert all(line.startswith(start) for line in result.err.splitlines())
    return [line.removeprefix(start) for line in result.err.splitlines()]


@pytest.mark.parametrize(
    ("run", "says", "clause"),
    [
        ("true && cd sub && true", "'cd' is no program, and `run` is no shell — set the `dir` of the task", "SHELL-44"),
        ("export A=1", "'export' is no program, and `run` is no shell — set the variable in the `env`", "SHELL-44"),
        ("source x", "'source' is no program, and `run` is no shell — put it into a script", "SHELL-44"),
        ("A=$HOME true", "'A=$HOME' is no program, and `run` is no shell — set the variable", "SHELL-44"),
        ("echo ~/x", "in '~/x', `~` is text", "SHELL-2"),
        ("echo ~", "in '~', `~` is text", "SHELL-2"),
        ("echo a\\ b", "in 'a\\', `\\` is text", "SHELL-2"),
        ("echo a\\'b'", "in 'a\\'b'', `\\` is text", "SHELL-2"),
        ('echo "a\\"b"c"', 'in \'"a\\"b"c"\', `\\` is text', "SHELL-2"),
        ("echo $1", "`$1` is text, since there are no parameters", "SHELL-6"),
        ('echo "x$@"', "`$@` is text", "SHELL-6"),
        ("echo a$?", "`$?` is text", "SHELL-6"),
        ("echo $$ $*", "`$$` is text", "SHELL-6"),
        ("echo a\necho b", "the lines of `run` are one command", "SHELL-1"),
    ],
)
def test_a_warning_at_load(ws: Workspace, run: str, says: str, clause: str) -> None:
    """CLI-19: of each kind one."""
    said = warnings(ws, run)
    assert len(said) == 1
    assert said[0].startswith(says)
    assert said[0].endswith(f" [{clause}]")


@pytest.mark.parametrize(
    "run",
    [
        "echo '$1 ~/x \\' 'a\\b'",
        "echo a~ a~/x '~/x' '~' a$",
        'echo "~/x" a\\b $HOME "${HOME}" 5$',
        "echo cd export A=1 'cd'",
        "./cd && true-cd; a=b/c= true".replace("a=b/c= true", "true a=b"),
        "1=2 && -=x",
    ],
)
def test_what_is_meant_as_it_is(ws: Workspace, run: str) -> None:
    """In single quotes all is text in a shell, too; and a first word alone is a program."""
    assert warnings(ws, run) == []


def test_a_task_that_does_not_run_says_nothing(ws: Workspace) -> None:
    """Nor one that another command stands for (FORM-1)."""
    ws.config(
        "[tasks.t]\nrun = 'cd x'\ndelegate = { bin = 'true' }\n[tasks.u]\nrun = 'true'\n[tasks.v]\nrun = 'cd x'\n"
    )
    assert ws.tsr("u").err == ""
    assert ws.tsr("t").err == ""


@pytest.mark.parametrize(
    ("run", "says"),
    [
        ("exit 3", "`run` is no shell: use `false` to fail"),
        ("if true", "`run` is no shell: put it into a script"),
        (". ./x", "`run` is no shell: put it into a script"),
        ("! true", "`run` is no shell: put it into a script"),
        ("# true", "`run` is no shell: put the comment into a line of the file"),
        ("alias x", "`run` is no shell: write out the command"),
        ("command-of-none", "install it, or check PATH"),
        ("@echo x", "`run` is no shell: leave the `@` out"),
        ("~/bin/x", '`run` is no shell: `~` is text, write `"$HOME"` instead'),
        ("other", "it is a task: name it in `deps`"),
        ("set", "`run` is no shell: put it into a script"),
        ("t", "install it, or check PATH"),
    ],
)
def test_a_program_that_is_not_found(ws: Workspace, run: str, says: str) -> None:
    """SHELL-44: what it may have been meant to be; a habit goes before a task of that name."""
    ws.config(f"[tasks.t]\nrun = {toml_string(run)}\n[tasks.other]\nrun = 'true'\n[tasks.set]\nrun = 'true'\n")
    result = ws.tsr("t", env={"PATH": "/none"})
    assert result.code == 64
    assert f"was not found — {says}" in result.err


@pytest.mark.parametrize(
    ("delegate", "says"),
    [
        ("'cd'", "install it, or check PATH"),
        ("'other'", "install it, or check PATH"),
        ("{ bin = 'exit' }", "install it, or check PATH"),
        ("'npm run'", "if it is 'npm', write its other words into `args`, as in"),
    ],
)
def test_a_delegate_is_no_shell_s(ws: Workspace, delegate: str, says: str) -> None:
    """FORM-2: no hint about `run`; a blank in a name is mostly one too many."""
    ws.config(f"[tasks.t]\ndelegate = {delegate}\n[tasks.other]\nrun = 'true'\n")
    result = ws.tsr("t", env={"PATH": "/none"})
    assert result.code == 64
    assert f"was not found — {says}" in result.err


def test_a_quote_behind_a_backslash(ws: Workspace) -> None:
    """SHELL-28, SHELL-2: it is one all the same."""
    assert "add the closing `'`; `\\'` is no way to write one" in ws.run("echo 'it\\'s'").err
    assert 'add the closing `"` [' in ws.run('echo "it').err


def test_a_package_is_named_once(ws: Workspace) -> None:
    """EXIT-8: where something is wrong with a task it names itself already."""
    (ws.root / "a").mkdir()
    (ws.root / "a/go.mod").write_text("")
    ws.config("[workspace]\nmembers = ['a']\n[tasks.t]\npackages = ['a']\nrun = 'touch .env && no-such-program'\n")
    assert "task 't (a)': the program 'no-such-program' was not found" in ws.tsr("t").err
    ws.config(
        "[workspace]\nmembers = ['a']\n[tasks.t]\npackages = ['a']\ndeps = ['u']\nenv_file = 'e'\nrun = 'true'\n"
        "[tasks.u]\nrun = 'mv l e'\n"
    )
    (ws.root / "l").symlink_to("../outside/precious")
    result = ws.tsr("t")
    assert result.code == 64
    assert result.err.startswith("✗ config error: task 't': `env_file` leads to '")
