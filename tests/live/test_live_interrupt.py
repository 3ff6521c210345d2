"""Signals to the runner while one child runs that has a group of its own (INT-1 to INT-4, TREE-2, TREE-5)."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest
from actors import Gone
from stage import GRACE, Stage

CODES = {"INT": 130, "TERM": 130, "HUP": 129, "QUIT": 131}
MANY = pytest.mark.usefixtures("stage")
"""For a test that has several stages of its own."""

SIGNAL = pytest.mark.parametrize("name", list(CODES))


def one_is_soon(play: Callable[[Stage], float]) -> None:
    """Of three plays one at least takes less than a grace: a bound from above, and yet no matter of the load."""
    took = []
    for _ in range(3):
        with Stage() as stage:
            took.append(play(stage))
        if took[-1] < GRACE:
            return
    raise AssertionError(f"each waited for the grace: {took}")


@SIGNAL
def test_a_child_that_sigterm_ends(stage: Stage, name: str) -> None:
    """INT-1, INT-4: nothing more is started, whatever the operators say."""
    stage.tasks("[tasks.t]\ndeps = ['u']\nrun = 'actor t'\n[tasks.u]\nrun = 'actor a || actor b ; actor c'")
    stage.start("t")
    actor = stage.actor("a")
    stage.signal(name)
    actor.dies()
    assert (stage.exit(), stage.survivors()) == (CODES[name], [])
    assert not any(stage.runs(other) for other in "bct")


@SIGNAL
@pytest.mark.parametrize("status", [0, 7])
def test_a_child_that_ends_with_a_status_of_its_own(stage: Stage, name: str, status: int) -> None:
    """EXIT-6: the interrupt's code outranks it; and what it says after SIGTERM makes no difference (TREE-4)."""
    stage.run("actor a && actor b || actor c ; actor d")
    stage.start("t")
    actor = stage.actor("a")
    actor.on("TERM", "ends", status)
    stage.signal(name)
    assert (stage.exit(), stage.survivors()) == (CODES[name], [])
    assert not any(stage.runs(other) for other in "bcd")


@SIGNAL
@pytest.mark.parametrize("what", ["reported", "ignored"])
def test_a_child_that_ignores_sigterm_has_its_grace(stage: Stage, name: str, what: str) -> None:
    """TREE-2."""
    stage.run("actor a ; actor b")
    stage.start("t")
    actor = stage.actor("a")
    actor.on("TERM", what)
    since = stage.signal(name)
    stage.grace(since, actor)
    assert (stage.exit(), stage.survivors(), stage.runs("b")) == (CODES[name], [], False)


def test_a_child_gets_sigterm_and_sigcont_whatever_the_signal_was(stage: Stage) -> None:
    """TREE-2: not the signal that the runner got."""
    stage.run("actor a")
    stage.start("t")
    actor = stage.actor("a")
    for name in ("INT", "HUP", "QUIT", "TERM", "CONT"):
        actor.on(name, "reported")
    stage.signal("QUIT")
    actor.arrived("TERM")
    actor.arrived("CONT")
    assert not any(actor.has_heard(name) for name in ("INT", "HUP", "QUIT"))
    actor.ends(0)
    assert (stage.exit(), stage.survivors()) == (131, [])


@pytest.mark.parametrize("second", list(CODES))
@pytest.mark.parametrize("first", list(CODES))
def test_a_second_signal_ends_it_at_once(stage: Stage, first: str, second: str) -> None:
    """INT-2: with the first one's code, and nothing of the groups is left."""
    stage.run("actor a")
    stage.start("t")
    leader = stage.actor("a")
    others = [leader.forks("d"), leader.forks("e")]
    for actor in (leader, *others):
        actor.on("TERM", "reported")
    stage.signal(first)
    for actor in (leader, *others):
        actor.arrived("TERM")
    stage.signal(second)
    assert (stage.exit(), stage.survivors()) == (CODES[first], [])


@MANY
@SIGNAL
def test_a_second_signal_counts_as_soon_as_the_kernel_has_given_the_first(name: str) -> None:
    """INT-2: only what the kernel merges is one. Were the second lost, the child would have its grace each time."""

    def second_at_once(stage: Stage) -> float:
        stage.run("actor a")
        stage.start("t")
        stage.actor("a").on("TERM", "ignored")
        since = stage.signal(name)
        stage.has_taken(name)
        assert stage.running, f"one signal was two\n{stage.story()}"
        stage.signal(name)
        assert (stage.exit(), stage.survivors()) == (CODES[name], [])
        return stage.since(since)

    one_is_soon(second_at_once)


@SIGNAL
def test_a_signal_that_was_ignored_at_entry_stays_ignored(stage: Stage, name: str) -> None:
    """INT-4: by the runner and by its child."""
    stage.run("actor a")
    stage.start("t", ignored=name)
    actor = stage.actor("a")
    stage.signal(name)
    actor.does("signal_group", name)
    actor.ends(3)
    assert (stage.exit(), stage.survivors()) == (3, [])


def test_the_others_are_heard_where_one_is_ignored(stage: Stage) -> None:
    """INT-2, INT-4: what is ignored is neither a first signal nor a second."""
    stage.run("actor a")
    stage.start("t", ignored="HUP INT")
    actor = stage.actor("a")
    actor.on("TERM", "reported")
    stage.signal("INT")
    stage.signal("QUIT")
    actor.arrived("TERM")
    stage.signal("HUP")
    stage.signal("INT")
    assert actor.survives()
    actor.ends()
    assert (stage.exit(), stage.survivors()) == (131, [])


@pytest.mark.parametrize("reaps", [True, False])
def test_the_grace_is_the_groups_not_the_leaders(stage: Stage, reaps: bool) -> None:
    """TREE-5: the leader dies at once, and what it has left has its time all the same."""
    stage.run("actor a")
    stage.start("t", reaps=reaps)
    leader = stage.actor("a")
    left = leader.forks("d")
    left.on("TERM", "reported")
    since = stage.signal("INT")
    leader.dies()
    left.arrived("TERM")
    stage.grace(since, left)
    assert (stage.exit(), stage.survivors()) == (130, [])


def test_a_descendant_that_needs_a_second_to_clean_up_has_it(stage: Stage) -> None:
    """TREE-5; and then the run is over: a run that waited for more would be a hang."""
    stage.run("actor a")
    stage.start("t")
    leader = stage.actor("a")
    left = leader.forks("d")
    left.on("TERM", "reported")
    since = stage.signal("TERM")
    leader.dies()
    left.arrived("TERM")
    time.sleep(1)
    assert left.survives() or time.monotonic() - since >= GRACE
    assert stage.running
    if left.survives():
        left.order("exit", 0)
    assert (stage.exit(), stage.survivors()) == (130, [])


@MANY
def test_zombies_do_not_live() -> None:
    """TREE-2: of a group that is dead but for zombies nothing is waited for."""

    def all_but_zombies_die(stage: Stage) -> float:
        stage.run("actor a")
        stage.start("t", reaps=False)
        leader = stage.actor("a")
        middle = leader.forks("d")
        last = middle.forks("e")
        middle.does("setsid")
        since = stage.signal("TERM")
        leader.dies()
        last.dies()
        assert (stage.exit(), stage.survivors()) == (130, ["d"])
        return stage.since(since)

    one_is_soon(all_but_zombies_die)


@MANY
@pytest.mark.parametrize("shape", ["leader", "descendant", "both"])
def test_it_ends_when_nothing_of_the_group_lives(shape: str) -> None:
    """TREE-2: before the grace is over."""

    def all_die(stage: Stage) -> float:
        stage.run("actor a")
        stage.start("t")
        leader = stage.actor("a")
        both = {"leader": leader, "descendant": leader.forks("d")}
        for name, actor in both.items():
            actor.on("TERM", "reported" if shape in (name, "both") else "default")
        since = stage.signal("TERM")
        for name, actor in both.items():
            if shape in (name, "both"):
                actor.arrived("TERM")
                actor.order("exit", 5)
            actor.dies()
        assert (stage.exit(), stage.survivors()) == (130, [])
        return stage.since(since)

    one_is_soon(all_die)


@SIGNAL
def test_a_stopped_child_is_continued(stage: Stage, name: str) -> None:
    """INT-5, TREE-2: SIGCONT after SIGTERM, so that it hears it."""
    stage.run("actor a")
    stage.start("t")
    leader = stage.actor("a")
    left = leader.forks("d")
    for actor in (leader, left):
        actor.on("TERM", "reported")
        actor.on("CONT", "reported")
        actor.stops()
    stage.signal(name)
    for actor in (leader, left):
        actor.arrived("TERM")
        actor.arrived("CONT")
        actor.ends()
    assert (stage.exit(), stage.survivors()) == (CODES[name], [])


def test_a_child_that_stops_again_is_killed_all_the_same(stage: Stage) -> None:
    """TREE-2."""
    stage.run("actor a")
    stage.start("t")
    actor = stage.actor("a")
    actor.on("TERM", "reported")
    since = stage.signal("INT")
    actor.arrived("TERM")
    actor.order("stop")
    stage.grace(since, actor)
    assert (stage.exit(), stage.survivors()) == (130, [])


@pytest.mark.parametrize("way", ["setsid", "setpgid"])
def test_what_leaves_its_group_survives(stage: Stage, way: str) -> None:
    """TREE-N1."""
    stage.run("actor a")
    stage.start("t")
    leader = stage.actor("a")
    away = leader.forks("d")
    left = leader.forks("e")
    away.does(way)
    away.on("TERM", "reported")
    since = stage.signal("TERM")
    leader.dies()
    left.dies()
    assert (stage.exit(), stage.survivors()) == (130, ["d"])
    assert not away.has_heard("TERM"), since


@SIGNAL
def test_cat_that_waits_for_input(stage: Stage, name: str) -> None:
    """INT-3: what it has done stays done."""
    stage.run("cat ; actor a")
    stage.start("t", stdin="pipe")
    os.write(stage.stdin, b"first\n")
    stage.wait(lambda: "first" in stage.out or not stage.running, "cat to copy a line")
    stage.signal(name)
    assert (stage.exit(), stage.survivors(), stage.out) == (CODES[name], [], "first\n")
    assert not stage.runs("a")


@SIGNAL
def test_cat_that_nobody_reads(stage: Stage, name: str) -> None:
    """INT-3: in a write that blocks."""
    stage.run("cat big ; actor a")
    (stage.root / "big").write_bytes(b"x" * 1_000_000)
    stage.start("t", stdout="full")
    stage.wait(lambda: stage.unread() >= 65536, "the pipe to be full", poll=True)
    stage.signal(name)
    assert (stage.exit(), stage.survivors()) == (CODES[name], [])


def test_cat_with_a_sibling(stage: Stage) -> None:
    """INT-3, TREE-2: the builtin ends, and the sibling has its grace."""
    stage.tasks("[tasks.t]\ndeps = ['a', 'b']\nparallel = true\n[tasks.a]\nrun = 'cat'\n[tasks.b]\nrun = 'actor b'")
    stage.start("t", stdin="pipe")
    actor = stage.actor("b")
    actor.on("TERM", "reported")
    since = stage.signal("INT")
    actor.arrived("TERM")
    stage.grace(since, actor)
    assert (stage.exit(), stage.survivors()) == (130, [])


@pytest.mark.parametrize("turn", range(8))
def test_in_between_the_commands_of_a_sequence(stage: Stage, turn: int) -> None:
    """INT-1: wherever the signal falls, the code is 130 and nothing is left, and nothing runs on."""
    stage.run("actor a ; true ; actor b ; true ; actor c")
    stage.start("t")
    actor = stage.actor("a")
    if turn % 2:
        actor.order("exit", turn % 3)
        stage.signal("INT")
    else:
        stage.signal("INT")
        try:
            actor.order("exit", turn % 3)
        except Gone:  # SIGTERM was faster
            pass
    assert (stage.exit(), stage.survivors()) == (130, [])
    assert not stage.runs("c")


@pytest.mark.parametrize("turn", range(8))
def test_a_child_that_has_just_started(stage: Stage, turn: int) -> None:
    """INT-1, TREE-G1: wherever in its start the signal falls; no event is waited for, any moment will do."""
    stage.run("true ; actor a ; actor b")
    stage.start("t")
    time.sleep(0.006 * turn)
    stage.signal("TERM")
    assert stage.exit() in (130, 143)  # 143: it was not yet so far as to handle signals
    assert (stage.survivors(), stage.runs("b")) == ([], False)
