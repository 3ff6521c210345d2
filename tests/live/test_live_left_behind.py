"""What a unit that ended by itself has left in its group (TREE-G1)."""

from __future__ import annotations

import pytest
from stage import Row, Stage

NEXT = "[tasks.t]\ndeps = ['a', 'b']\n[tasks.a]\nrun = 'actor a'\n[tasks.b]\nrun = 'actor b'"


@pytest.mark.parametrize(("stdin", "options"), [("null", ()), ("terminal", ()), ("terminal", ("--strict",))])
def test_it_stays_as_a_shell_would_have_it(stage: Stage, stdin: str, options: tuple[str, ...]) -> None:
    """TREE-G1, the finding: it is left alive, and hears nothing; a shared group can't be cleared (TREE-3)."""
    stage.tasks(NEXT)
    stage.start("t", *options, stdin=stdin)
    leader = stage.actor("a")
    left = leader.forks("d")
    left.on("TERM", "reported")
    leader.ends(0)
    stage.actor("b").ends(0)
    assert (stage.exit(), stage.survivors()) == (0, ["d"])
    assert not left.has_heard("TERM")


@pytest.mark.parametrize("status", [0, 4])
def test_strict_clears_it_away_before_the_next_unit(stage: Stage, status: int) -> None:
    """TREE-G1: the unit's status stays what it was."""
    stage.tasks(NEXT)
    stage.start("t", "--strict", "--no-bail")
    leader = stage.actor("a")
    left = leader.forks("d")
    left.on("TERM", "reported")
    leader.ends(status)
    left.arrived("TERM")
    assert not stage.runs("b")
    left.ends(9)
    stage.actor("b").ends(0)
    assert (stage.exit(), stage.survivors()) == (status, [])


def test_strict_kills_what_ignores_sigterm(stage: Stage) -> None:
    """TREE-G1, TREE-2: with the whole grace, and the next unit starts behind it."""
    stage.tasks(NEXT)
    stage.start("t", "--strict")
    leader = stage.actor("a")
    left = leader.forks("d")
    left.on("TERM", "reported")
    since = stage.now()
    leader.ends(0)
    left.arrived("TERM")
    stage.grace(since, left)
    stage.actor("b").ends(0)
    assert (stage.exit(), stage.survivors()) == (0, [])


def test_strict_clears_when_the_unit_has_ended_not_each_command(stage: Stage) -> None:
    """TREE-G1: what one command leaves is there for the unit's next."""
    stage.tasks("[tasks.t]\nrun = 'actor t'\ndeps = ['a']\n[tasks.a]\nrun = 'actor a ; actor b'")
    stage.start("t", "--strict")
    first = stage.actor("a")
    left = first.forks("d")
    left.on("TERM", "reported")
    first.ends(0)
    second = stage.actor("b")
    assert left.survives()
    assert not left.has_heard("TERM")
    also = second.forks("e")
    second.ends(0)
    left.arrived("TERM")
    also.dies()
    assert not stage.runs("t")
    left.ends(0)
    stage.actor("t").ends(0)
    assert (stage.exit(), stage.survivors()) == (0, [])


def test_strict_an_interrupt_while_it_is_cleared_away(stage: Stage) -> None:
    """INT-1, INT-2."""
    stage.tasks(NEXT)
    stage.start("t", "--strict")
    leader = stage.actor("a")
    left = leader.forks("d")
    left.on("TERM", "reported")
    leader.ends(0)
    left.arrived("TERM")
    stage.signal("INT")
    stage.has_taken("INT")
    stage.signal("TERM")
    assert (stage.exit(), stage.survivors(), stage.runs("b")) == (130, [], False)


@pytest.mark.parametrize("end", ["exit", "setsid"])
def test_strict_a_failure_stays_one_though_an_interrupt_comes_while_it_is_cleared_away(stage: Stage, end: str) -> None:
    """TREE-G1, OUT-3, EXIT-6: the unit's status stays what it was, and the table has it."""
    stage.run("actor a")
    stage.start("t", "--strict")
    leader = stage.actor("a")
    left = leader.forks("d")
    left.on("TERM", "reported")
    leader.ends(3)
    left.arrived("TERM")
    stage.signal("QUIT")
    left.order(end, *[0] * (end == "exit"))
    assert (stage.exit(), stage.survivors()) == (131, ["d"] * (end == "setsid"))
    assert stage.table() == ([Row("✗", "t", "exit 3", True)], 131), stage.err


def test_a_failure_tears_down_what_runs_not_what_an_earlier_unit_left(stage: Stage) -> None:
    """TREE-G1: the group of a unit that ended by itself was not torn down."""
    stage.tasks(NEXT)
    stage.start("t")
    leader = stage.actor("a")
    left = leader.forks("d")
    left.on("TERM", "reported")
    leader.ends(0)
    second = stage.actor("b")
    stage.signal("INT")
    second.dies()
    assert (stage.exit(), stage.survivors()) == (130, ["d"])
    assert not left.has_heard("TERM")
