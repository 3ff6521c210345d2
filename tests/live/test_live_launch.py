"""How a child is started, and how it ends by itself (TREE-1, TREE-7, TREE-10, EXIT-1 to EXIT-3)."""

from __future__ import annotations

import os
import re
import signal

import pytest
from processes import process
from stage import Stage

STDIN = pytest.mark.parametrize("stdin", ["null", "pipe", "closed", "terminal"])


@STDIN
def test_a_child_that_ends_with_0(stage: Stage, stdin: str) -> None:
    stage.run("actor a")
    stage.start("t", stdin=stdin)
    stage.actor("a").ends(0)
    assert (stage.exit(), stage.survivors(), stage.out, stage.err) == (0, [], "", "")


@pytest.mark.parametrize("stdin", ["null", "terminal"])
@pytest.mark.parametrize("code", [1, 64, 130, 255])
def test_its_code_is_handed_on(stage: Stage, stdin: str, code: int) -> None:
    stage.run("actor a")
    stage.start("t", stdin=stdin)
    stage.actor("a").ends(code)
    assert (stage.exit(), stage.survivors()) == (code, [])


@pytest.mark.parametrize("stdin", ["null", "terminal"])
@pytest.mark.parametrize("name", ["INT", "TERM", "KILL", "SEGV"])
def test_a_child_that_a_signal_of_its_own_ends_is_a_failure(stage: Stage, stdin: str, name: str) -> None:
    """EXIT-3: no interrupt of the run, not even where it is SIGINT."""
    stage.run("actor a ; actor b")
    stage.start("t", stdin=stdin)
    stage.actor("a").ends_by(name)
    stage.actor("b").ends_by(name)
    assert (stage.exit(), stage.survivors()) == (128 + getattr(signal, f"SIG{name}"), [])


@pytest.mark.parametrize(
    ("stdin", "beside", "isolated"),
    [
        ("null", False, True),
        ("pipe", False, True),
        ("closed", False, True),
        ("null", True, True),
        ("pipe", True, True),
        ("terminal", True, False),
    ],
)
def test_a_group_of_its_own_unless_stdin_is_a_terminal(stage: Stage, stdin: str, beside: bool, isolated: bool) -> None:
    """TREE-1; a terminal that the session has, but not as standard input, is none."""
    stage.run("actor a ; actor b")
    stage.start("t", stdin=stdin, terminal=beside)
    for name in ("a", "b"):
        actor = stage.actor(name)
        given = actor.report()
        assert given["parent"] == str(stage.runner)
        assert given["group"] == str(actor.pid if isolated else stage.runner)
        known = process(stage.runner)
        assert known is not None
        assert given["session"] == str(known.session)
        actor.ends()
    assert stage.exit() == 0


@pytest.mark.parametrize(
    ("config", "isolated"),
    [
        ("[tasks.t]\nrun = 'actor a'\nparallel = true", True),
        ("[tasks.t]\nrun = 'true'\ndeps = ['u']\nparallel = true\n[tasks.u]\nrun = 'actor a'", True),
        ("[tasks.t]\nrun = 'actor a'\ndeps = ['u']\n[tasks.u]\nrun = 'true'\nparallel = true", True),
        ("[tasks.t]\nrun = 'actor a'\n[tasks.u]\nrun = 'true'\nparallel = true", False),
        ("[tasks.t]\nrun = 'actor a'\nparallel = false", False),
    ],
)
def test_at_a_terminal_parallel_in_the_reach_isolates(stage: Stage, config: str, isolated: bool) -> None:
    """TREE-1: also on a task without deps, not on one that is not reached; TREE-7: the terminal is not its stdin."""
    stage.tasks(config)
    stage.start("t", stdin="terminal")
    actor = stage.actor("a")
    given = actor.report()
    assert given["group"] == str(actor.pid if isolated else stage.runner)
    assert given["stdin"] == ("null" if isolated else "terminal")
    actor.ends()
    assert stage.exit() == 0


def test_another_stdin_is_handed_on_as_it_is(stage: Stage) -> None:
    """SHELL-42, TREE-7."""
    stage.run("actor a ; actor b")
    stage.start("t", stdin="pipe")
    for name in ("a", "b"):
        actor = stage.actor(name)
        assert actor.report()["stdin"] == "pipe"
        os.write(stage.stdin, name.encode())
        assert actor.does("read") == f"read {name.encode()!r}"
        actor.ends()
    assert stage.exit() == 0


def test_a_child_at_the_terminal_reads_it(stage: Stage) -> None:
    stage.run("actor a")
    stage.start("t", stdin="terminal")
    actor = stage.actor("a")
    actor.order("read")
    stage.types(b"typed\n")
    assert actor.hears("= ") == "= read b'typed\\n'"
    actor.ends()
    assert stage.exit() == 0


@pytest.mark.parametrize("stdin", ["null", "terminal"])
@pytest.mark.parametrize("ignored", ["", "INT HUP", "INT QUIT TERM HUP USR1 TTOU"])
@pytest.mark.parametrize("blocked", ["", "USR2 INT"])
def test_signals_are_as_they_were_at_entry(stage: Stage, stdin: str, ignored: str, blocked: str) -> None:
    """TREE-10: the mask and what is ignored; what the runner does for its own sake is not seen."""
    stage.run("grep ^Sig /proc/self/status")
    stage.start("t", stdin=stdin, ignored=ignored, blocked=blocked)
    assert stage.exit() == 0, stage.story()
    masks = {name: int(mask, 16) for name, mask in re.findall(r"(\w+):\t(\w+)", stage.out)}
    usual = (1 << 31) - 1
    for words, mask in ((ignored, "SigIgn"), (blocked, "SigBlk")):
        numbers = {int(getattr(signal, f"SIG{word}")) for word in words.split()}
        assert masks[mask] & usual == sum(1 << number - 1 for number in numbers), mask


def test_sigchld_that_was_ignored_at_entry_does_no_harm(stage: Stage) -> None:
    """TREE-10: the runner has to wait for its children all the same, and needs the signal for that."""
    stage.run("actor a || grep ^SigIgn /proc/self/status ; actor b")
    stage.start("t", ignored="CHLD")
    stage.actor("a").ends(3)
    stage.actor("b").ends(7)
    assert (stage.exit(), stage.survivors()) == (7, [])
    assert not int(stage.out.split()[1], 16) >> signal.SIGCHLD - 1 & 1


@pytest.mark.parametrize("stdin", ["null", "pipe", "terminal"])
def test_no_descriptor_of_the_runner_is_open(stage: Stage, stdin: str) -> None:
    """TREE-10; what the runner inherited beyond 2 is handed on, as a shell does."""
    stage.tasks("[tasks.t]\ndeps = ['u']\nrun = 'cat tasks.toml ; actor a'\n[tasks.u]\nrun = 'actor u'")
    reading, writing = os.pipe()
    stage.start("t", stdin=stdin, extra=writing)
    os.close(reading)
    os.close(writing)
    for name in ("u", "a"):
        actor = stage.actor(name)
        assert actor.report()["descriptors"] == f"0,1,2,{writing}"
        actor.ends()
    assert stage.exit() == 0


@pytest.mark.parametrize("stdin", ["null", "terminal"])
def test_a_child_that_has_ended_is_reaped(stage: Stage, stdin: str) -> None:
    """TREE-10: while the next one runs, no zombie is left of it."""
    stage.run("actor a ; actor b")
    stage.start("t", stdin=stdin)
    first = stage.actor("a")
    first.ends(1)
    second = stage.actor("b")
    stage.wait(lambda: process(first.pid) is None, "the first child to be reaped", poll=True)
    second.ends()
    assert stage.exit() == 0


def test_a_sibling_that_has_ended_is_reaped(stage: Stage) -> None:
    """TREE-10: no zombies gather while a sibling runs."""
    stage.tasks("[tasks.t]\ndeps = ['a', 'b']\nparallel = true\n[tasks.a]\nrun = 'actor a'\n[tasks.b]\nrun = 'actor b'")
    stage.start("t")
    first, second = stage.actor("a"), stage.actor("b")
    first.ends()
    stage.wait(lambda: process(first.pid) is None, "the first child to be reaped", poll=True)
    second.ends()
    assert stage.exit() == 0
