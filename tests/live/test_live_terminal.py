"""Children that share the runner's group, and the terminal (TREE-3, TREE-8, TREE-9, INT-5)."""

from __future__ import annotations

import time

import pytest
from stage import GRACE, Stage

CODES = {"INT": 130, "TERM": 130, "HUP": 129, "QUIT": 131}
TWO = "[tasks.t]\ndeps = ['a', 'b']\nparallel = true\n[tasks.a]\nrun = 'actor a'\n[tasks.b]\nrun = 'actor b'"


def at_the_terminal(stage: Stage, command: str = "actor a ; actor b") -> None:
    stage.run(command)
    stage.start("t", stdin="terminal")


@pytest.mark.parametrize(("key", "code"), [(b"\x03", 130), (b"\x1c", 131)])
def test_a_key_ends_a_child_that_takes_it(stage: Stage, key: bytes, code: int) -> None:
    """INT-1, INT-4: the code is the run's, and the next command does not start."""
    at_the_terminal(stage, "actor a || actor b ; actor c")
    actor = stage.actor("a")
    stage.types(key)
    actor.dies()
    assert (stage.exit(), stage.survivors()) == (code, [])
    assert not stage.runs("b")
    assert not stage.runs("c")


def test_a_child_that_handles_a_typed_interrupt_is_not_sent_sigterm_before_the_grace(stage: Stage) -> None:
    """INT-5: it got its own SIGINT, and has 2 s to end."""
    at_the_terminal(stage)
    actor = stage.actor("a")
    actor.on("INT", "reported")
    actor.on("TERM", "reported")
    since = stage.types(b"\x03")
    actor.arrived("INT")
    seconds = actor.arrived("TERM") - since
    assert seconds >= GRACE, seconds
    actor.ends(0)
    assert (stage.exit(), stage.survivors(), stage.runs("b")) == (130, [], False)


def test_a_child_that_cleans_up_after_a_typed_interrupt(stage: Stage) -> None:
    """INT-5."""
    at_the_terminal(stage)
    actor = stage.actor("a")
    actor.on("INT", "reported")
    actor.on("TERM", "reported")
    since = stage.types(b"\x03")
    actor.arrived("INT")
    early = actor.has_heard("TERM")
    assert not early or time.monotonic() - since >= GRACE
    actor.ends(5)
    assert (stage.exit(), stage.survivors(), stage.runs("b")) == (130, [], False)


@pytest.mark.parametrize("how", ["typed", "sent"])
def test_after_a_sigint_two_graces(stage: Stage, how: str) -> None:
    """INT-5: after any SIGINT in that arrangement 2 s, SIGTERM, 2 s, SIGKILL."""
    at_the_terminal(stage)
    actor = stage.actor("a")
    actor.on("INT", "reported")
    actor.on("TERM", "reported")
    since = stage.types(b"\x03") if how == "typed" else stage.signal("INT")
    first = actor.arrived("TERM") - since
    assert first >= GRACE, first
    second = actor.dies() - since
    assert second >= 2 * GRACE, second
    stage.graces.append(second / 2)
    assert (stage.exit(), stage.survivors(), stage.runs("b")) == (130, [], False)


@pytest.mark.parametrize("name", ["TERM", "HUP", "QUIT"])
def test_after_another_signal_one_grace(stage: Stage, name: str) -> None:
    """TREE-3: SIGTERM at once."""
    at_the_terminal(stage)
    actor = stage.actor("a")
    actor.on("TERM", "reported")
    since = stage.signal(name)
    actor.arrived("TERM")
    stage.grace(since, actor)
    assert (stage.exit(), stage.survivors(), stage.runs("b")) == (CODES[name], [], False)


def test_only_the_child_is_signalled_never_the_group(stage: Stage) -> None:
    """TREE-3: what it has started shares the group with the runner and the terminal, and survives."""
    at_the_terminal(stage)
    leader = stage.actor("a")
    left = leader.forks("d")
    left.on("TERM", "reported")
    stage.signal("TERM")
    leader.dies()
    assert (stage.exit(), stage.survivors()) == (130, ["d"])
    assert not left.has_heard("TERM")


@pytest.mark.parametrize("second", ["typed", "INT", "TERM", "QUIT", "HUP"])
def test_a_second_signal_kills_the_child(stage: Stage, second: str) -> None:
    """INT-2: before SIGTERM, too."""
    at_the_terminal(stage)
    actor = stage.actor("a")
    for name in ("INT", "TERM", "HUP", "QUIT"):
        actor.on(name, "reported")
    stage.types(b"\x03")
    actor.arrived("INT")
    stage.has_taken("INT")
    if second == "typed":
        stage.types(b"\x03")
    else:
        stage.signal(second)
    assert (stage.exit(), stage.survivors()) == (130, [])


def test_a_stopped_child_at_the_terminal_is_continued(stage: Stage) -> None:
    """INT-5."""
    at_the_terminal(stage)
    actor = stage.actor("a")
    actor.on("TERM", "reported")
    actor.on("CONT", "reported")
    actor.stops()
    stage.signal("TERM")
    actor.arrived("TERM")
    actor.arrived("CONT")
    actor.ends()
    assert (stage.exit(), stage.survivors()) == (130, [])


def test_a_typed_interrupt_reaches_no_child_with_a_group_of_its_own(stage: Stage) -> None:
    """TREE-1, INT-5: the runner gets it, and sends SIGTERM at once."""
    stage.tasks(TWO)
    stage.start("t", stdin="terminal")
    both = [stage.actor("a"), stage.actor("b")]
    for actor in both:
        actor.on("INT", "reported")
        actor.on("TERM", "reported")
    since = stage.types(b"\x03")
    for actor in both:
        actor.arrived("TERM")
    assert not any(actor.has_heard("INT") for actor in both)
    for actor in both:
        stage.grace(since, actor)
    assert (stage.exit(), stage.survivors()) == (130, [])


@pytest.mark.parametrize("second", ["typed", "TERM"])
def test_a_second_key_kills_groups(stage: Stage, second: str) -> None:
    """INT-2."""
    stage.tasks(TWO)
    stage.start("t", stdin="terminal")
    both = [stage.actor("a"), stage.actor("b")]
    everyone = [*both, *(actor.forks(f"{actor.name}d") for actor in both)]
    for actor in everyone:
        actor.on("TERM", "reported")
    stage.types(b"\x03")
    for actor in everyone:
        actor.arrived("TERM")
    if second == "typed":
        stage.types(b"\x03")
    else:
        stage.signal(second)
    assert (stage.exit(), stage.survivors()) == (130, [])


def test_cat_that_waits_for_the_terminal(stage: Stage) -> None:
    """INT-3."""
    at_the_terminal(stage, "cat ; actor a")
    stage.types(b"first\n")
    stage.wait(lambda: "first" in stage.out or not stage.running, "cat to copy a line")
    stage.types(b"\x03")
    assert (stage.exit(), stage.survivors(), stage.out) == (130, [], "first\n")


def test_the_terminal_goes_away(stage: Stage) -> None:
    """INT-4: SIGHUP."""
    at_the_terminal(stage)
    actor = stage.actor("a")
    actor.on("HUP", "reported")
    stage.hangs_up()
    actor.dies()
    assert (stage.exit(), stage.survivors()) == (129, [])


@pytest.mark.parametrize("end", ["interrupted", "twice", "by a signal"])
def test_the_modes_of_the_terminal_come_back(stage: Stage, end: str) -> None:
    """TREE-9: after a child that was torn down or that a signal ended."""
    at_the_terminal(stage, "actor a")
    actor = stage.actor("a")
    actor.on("INT", "reported")
    actor.on("TERM", "reported" if end == "twice" else "default")
    assert stage.echoes()
    actor.does("noecho")
    assert not stage.echoes()
    if end == "by a signal":
        actor.ends_by("KILL")
    else:
        stage.signal("TERM")
        if end == "twice":
            actor.arrived("TERM")
            stage.signal("INT")
    assert stage.exit() == (137 if end == "by a signal" else 130)
    assert stage.echoes()


@pytest.mark.parametrize("status", [0, 3])
def test_modes_that_a_child_leaves_by_itself_stay(stage: Stage, status: int) -> None:
    """TREE-9: `stty` is a legitimate task."""
    at_the_terminal(stage, "actor a")
    actor = stage.actor("a")
    actor.does("noecho")
    actor.ends(status)
    assert stage.exit() == status
    assert not stage.echoes()


def test_what_the_terminal_stops_is_said_once_and_torn_down_at_an_interrupt(stage: Stage) -> None:
    """TREE-8: it opened `/dev/tty`, from the background."""
    stage.tasks(TWO)
    stage.start("t", stdin="terminal")
    first, second = stage.actor("a"), stage.actor("b")
    first.order("tty")
    first.is_stopped()
    warning = (
        "! warning: task 'a': 'actor' was stopped, since it uses the terminal from the background"
        " — run it alone with a terminal as standard input, or press Ctrl-C [TREE-8]\n"
    )
    stage.says(warning)
    second.ends()
    assert stage.running
    stage.types(b"\x03")
    assert (stage.exit(), stage.survivors()) == (130, [])
    assert stage.err.count("[TREE-8]") == 1


def test_a_child_that_stops_itself_is_no_matter_of_the_terminal(stage: Stage) -> None:
    """TREE-8: SIGSTOP is somebody's wish."""
    stage.tasks(TWO)
    stage.start("t", stdin="terminal")
    first, second = stage.actor("a"), stage.actor("b")
    first.stops()
    second.ends()
    stage.types(b"\x03")
    assert (stage.exit(), stage.survivors()) == (130, [])
    assert "TREE-8" not in stage.err


def test_modes_are_left_alone_in_the_background(stage: Stage) -> None:
    """TREE-9: to set them there would stop the runner."""
    stage.run("actor a")
    stage.start("t", stdin="terminal", foreground=False)
    actor = stage.actor("a")
    stage.hides_what_is_typed()
    stage.signal("TERM")
    actor.dies()
    assert (stage.exit(), stage.survivors(), stage.stops_seen) == (130, [], 0)
    assert not stage.echoes()


def test_a_job_that_is_suspended_goes_on(stage: Stage) -> None:
    """TREE-8, INT: Ctrl-Z stops the runner and a child that shares its group, and neither is a matter of this run."""
    at_the_terminal(stage, "actor a")
    actor = stage.actor("a")
    stage.types(b"\x1a")
    stage.is_stopped()
    actor.is_stopped()
    stage.continues()
    actor.ends(3)
    assert (stage.exit(), stage.survivors()) == (3, [])
    assert "TREE-8" not in stage.err


@pytest.mark.parametrize("then", ["they end", "SIGTERM"])
def test_a_suspended_runner_suspends_the_groups_and_goes_on_with_them(stage: Stage, then: str) -> None:
    """TREE-11, INT-1: and hears then of what has come in the meantime."""
    stage.tasks(TWO)
    stage.start("t", stdin="terminal")
    both = [stage.actor("a"), stage.actor("b")]
    stage.types(b"\x1a")
    stage.is_stopped()
    for actor in both:
        actor.is_stopped()
    if then == "SIGTERM":
        stage.signal("TERM")
    stage.continues()
    for actor in both:
        if then == "SIGTERM":
            actor.dies()
        else:
            actor.ends(0)
    assert (stage.exit(), stage.survivors()) == (130 if then == "SIGTERM" else 0, [])
    assert "TREE-8" not in stage.err


@pytest.mark.parametrize("isolated", [False, True])
def test_the_terminal_goes_away_with_standard_error(stage: Stage, isolated: bool) -> None:
    """INT-4, EXIT-11: nothing can be said any more, and the code is the same."""
    if isolated:
        stage.tasks(TWO)
    else:
        stage.run("actor a")
    stage.start("t", stdin="terminal", stderr="terminal")
    actor = stage.actor("a")
    if isolated:
        sibling = stage.actor("b")
        sibling.on("TERM", "reported")
        actor.ends(3)
        sibling.arrived("TERM")
    stage.hangs_up()
    assert (stage.exit(), stage.survivors()) == (129, [])
