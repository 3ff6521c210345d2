"""What runs side by side, and what a failure does to it (GRAPH-5, GRAPH-10, GRAPH-11, TREE-2, TREE-4, INT-6, OUT-3)."""

from __future__ import annotations

import pytest
from stage import Row, Stage

STDIN = pytest.mark.parametrize("stdin", ["null", "terminal"])


def config(**runs: str) -> str:
    """A parallel aggregate `t` of these tasks."""
    deps = ", ".join(f"'{name}'" for name in runs)
    tasks = "".join(f"[tasks.{name}]\nrun = '{run}'\n" for name, run in runs.items())
    return f"[tasks.t]\ndeps = [{deps}]\nparallel = true\n{tasks}"


@STDIN
def test_all_start_before_one_ends(stage: Stage, stdin: str) -> None:
    """GRAPH-10."""
    stage.tasks(config(a="actor a", b="actor b", c="actor c"))
    stage.start("t", stdin=stdin)
    for actor in [stage.actor(name) for name in "abc"]:
        actor.ends()
    assert (stage.exit(), stage.survivors(), stage.err) == (0, [], "")


def test_what_needs_all_starts_when_the_last_has_ended(stage: Stage) -> None:
    """GRAPH-10: and each runs once, whoever comes to it first."""
    stage.tasks(
        "[tasks.t]\nrun = 'actor t'\ndeps = ['a', 'b', 'x']\nparallel = true\n"
        "[tasks.a]\nrun = 'actor a'\ndeps = ['x']\n[tasks.b]\nrun = 'actor b'\ndeps = ['x']\n[tasks.x]\nrun = 'actor x'"
    )
    stage.start("t")
    shared = stage.actor("x")
    assert not stage.runs("a")
    assert not stage.runs("b")
    shared.ends()
    first, second = stage.actor("a"), stage.actor("b")
    second.ends()
    assert not stage.runs("t")
    first.ends()
    stage.actor("t").ends()
    assert stage.exit() == 0
    assert sorted(actor.name for actor in stage.actors) == ["a", "b", "t", "x"]


def test_a_task_that_is_not_parallel_takes_its_deps_one_after_another(stage: Stage) -> None:
    """GRAPH-10: also in the midst of a parallel run."""
    stage.tasks(
        "[tasks.t]\ndeps = ['a', 'b']\nparallel = true\n[tasks.a]\nrun = 'actor a'\ndeps = ['x', 'y']\n"
        "[tasks.b]\nrun = 'actor b'\n[tasks.x]\nrun = 'actor x'\n[tasks.y]\nrun = 'actor y'"
    )
    stage.start("t")
    x, b = stage.actor("x"), stage.actor("b")
    b.ends()
    assert not stage.runs("y")
    x.ends()
    y = stage.actor("y")
    assert not stage.runs("a")
    y.ends()
    stage.actor("a").ends()
    assert stage.exit() == 0


@STDIN
def test_a_failure_tears_the_siblings_down(stage: Stage, stdin: str) -> None:
    """TREE-4, GRAPH-5, OUT-3."""
    stage.tasks("[tasks.last]\nrun = 'actor z'\ndeps = ['t']\n" + config(a="actor a", b="actor b || actor c ; actor d"))
    stage.start("last", stdin=stdin)
    a, b = stage.actor("a"), stage.actor("b")
    a.ends(3)
    b.dies()
    assert (stage.exit(), stage.survivors()) == (3, [])
    assert not any(stage.runs(name) for name in "cdz")
    rows = [Row("✗", "a", "exit 3", True), Row("⊘", "b", "stopped", True), Row("⊘", "last", "skipped", False)]
    assert stage.table() == (rows, 3), stage.err


@pytest.mark.parametrize("status", [0, 5])
def test_the_status_of_what_was_torn_down_is_never_the_runs(stage: Stage, status: int) -> None:
    """TREE-4: and no further command starts, whatever its operators say."""
    stage.tasks(config(a="actor a", b="actor b && actor c || actor d ; actor e"))
    stage.start("t")
    a, b = stage.actor("a"), stage.actor("b")
    b.on("TERM", "ends", status)
    a.ends(3)
    assert (stage.exit(), stage.survivors()) == (3, [])
    assert not any(stage.runs(name) for name in "cde")
    assert stage.table() == ([Row("✗", "a", "exit 3", True), Row("⊘", "b", "stopped", True)], 3), stage.err


def test_several_groups_share_one_grace(stage: Stage) -> None:
    """TREE-2: SIGTERM to all, then one wait."""
    stage.tasks(config(a="actor a", b="actor b", c="actor c"))
    stage.start("t")
    a, b, c = (stage.actor(name) for name in "abc")
    everyone = [b, b.forks("bd"), c, c.forks("cd")]
    for actor in everyone:
        actor.on("TERM", "reported")
    since = stage.now()
    a.ends(9)
    for actor in everyone:
        actor.arrived("TERM")
    assert all(actor.survives() for actor in everyone) or stage.now() - since >= 2
    for actor in everyone:
        stage.grace(since, actor)
    assert (stage.exit(), stage.survivors()) == (9, [])


def test_the_first_failure_in_time_counts(stage: Stage) -> None:
    """EXIT-6: not the first in the plan; what fails while it is torn down did not fail by itself."""
    stage.tasks(config(a="actor a", b="actor b"))
    stage.start("t")
    a, b = stage.actor("a"), stage.actor("b")
    a.on("TERM", "reported")
    b.ends(5)
    a.arrived("TERM")
    a.ends(3)
    assert (stage.exit(), stage.survivors()) == (5, [])
    assert stage.table() == ([Row("⊘", "a", "stopped", True), Row("✗", "b", "exit 5", True)], 5), stage.err


@STDIN
@pytest.mark.parametrize(("name", "code"), [("INT", 130), ("HUP", 129)])
def test_an_interrupt_in_a_failures_grace(stage: Stage, stdin: str, name: str, code: int) -> None:
    """INT-6: the grace runs on, and the interrupt's code outranks the failure's."""
    stage.tasks(config(a="actor a", b="actor b"))
    stage.start("t", stdin=stdin)
    a, b = stage.actor("a"), stage.actor("b")
    b.on("TERM", "reported")
    since = stage.now()
    a.ends(3)
    b.arrived("TERM")
    stage.signal(name)
    stage.grace(since, b)
    assert (stage.exit(), stage.survivors()) == (code, [])
    assert stage.table() == ([Row("✗", "a", "exit 3", True), Row("⊘", "b", "stopped", True)], code), stage.err


def test_a_second_interrupt_in_a_failures_grace(stage: Stage) -> None:
    """INT-6, INT-2."""
    stage.tasks(config(a="actor a", b="actor b"))
    stage.start("t")
    a, b = stage.actor("a"), stage.actor("b")
    b.on("TERM", "reported")
    a.ends(3)
    b.arrived("TERM")
    stage.signal("QUIT")
    stage.has_taken("QUIT")
    stage.signal("TERM")
    assert (stage.exit(), stage.survivors()) == (131, [])


@STDIN
def test_no_bail_lets_everything_else_run(stage: Stage, stdin: str) -> None:
    """GRAPH-11: the code is the first failure's, first in time."""
    stage.tasks(
        "[tasks.last]\nrun = 'actor z'\ndeps = ['t']\n" + config(a="actor a", b="actor b && actor c", d="actor d")
    )
    stage.start("last", "--no-bail", stdin=stdin)
    a, b, d = stage.actor("a"), stage.actor("b"), stage.actor("d")
    b.on("TERM", "reported")
    d.on("TERM", "reported")
    d.ends(7)
    stage.wait(lambda: stage.gone(d), "the first failure to be noticed", poll=True)
    b.ends(3)
    a.ends(0)
    last = stage.actor("z")
    assert not stage.runs("c")
    last.ends(0)
    assert (stage.exit(), stage.survivors()) == (7, [])
    rows = [("✓", "a", "ok"), ("✗", "b", "exit 3"), ("✗", "d", "exit 7"), ("✓", "last", "ok")]
    assert stage.table() == ([Row(*row, timed=True) for row in rows], 7), stage.err


def test_no_bail_does_not_hold_an_interrupt_up(stage: Stage) -> None:
    """INT-1."""
    stage.tasks("[tasks.last]\nrun = 'actor z'\ndeps = ['t']\n" + config(a="actor a", b="actor b"))
    stage.start("last", "--no-bail")
    a, b = stage.actor("a"), stage.actor("b")
    a.ends(3)
    stage.wait(lambda: stage.gone(a), "the failed child to be reaped", poll=True)
    stage.signal("INT")
    b.dies()
    assert (stage.exit(), stage.survivors(), stage.runs("z")) == (130, [], False)
    rows = [Row("✗", "a", "exit 3", True), Row("⊘", "b", "stopped", True), Row("⊘", "last", "skipped", False)]
    assert stage.table() == (rows, 130), stage.err


@pytest.mark.parametrize("options", [(), ("--no-bail",)])
def test_a_runner_level_error_tears_down(stage: Stage, options: tuple[str, ...]) -> None:
    """TREE-4: also under `--no-bail`."""
    stage.tasks("[tasks.last]\nrun = 'actor z'\ndeps = ['t']\n" + config(a="actor a ; missing ; actor c", b="actor b"))
    stage.start("last", *options)
    a, b = stage.actor("a"), stage.actor("b")
    a.ends(0)
    b.dies()
    assert (stage.exit(), stage.survivors()) == (64, [])
    assert not any(stage.runs(name) for name in "cz")


@STDIN
def test_no_table_for_an_interrupt_alone(stage: Stage, stdin: str) -> None:
    """OUT-3."""
    stage.tasks(config(a="actor a", b="actor b"))
    stage.start("t", stdin=stdin)
    stage.actor("b")
    a = stage.actor("a")
    a.on("TERM", "ends", 3)
    stage.signal("TERM")
    assert (stage.exit(), stage.survivors()) == (130, [])
    assert stage.table() == ([], None), stage.err


@STDIN
def test_the_table_of_a_run_of_one_after_the_other(stage: Stage, stdin: str) -> None:
    """OUT-3."""
    stage.tasks(
        "[tasks.t]\nrun = 'actor t'\ndeps = ['first', 'b', 'c']\n[tasks.first]\nrun = 'actor a'\n"
        "[tasks.b]\nrun = 'actor b ; actor d'\n[tasks.c]\nrun = 'actor c'"
    )
    stage.start("t", stdin=stdin)
    stage.actor("a").ends()
    stage.actor("b").ends()
    stage.actor("d").ends(255)
    assert (stage.exit(), stage.survivors()) == (255, [])
    rows = [
        Row("✓", "first", "ok", True), Row("✗", "b", "exit 255", True),
        Row("⊘", "c", "skipped", False), Row("⊘", "t", "skipped", False),
    ]  # fmt: skip
    assert stage.table() == (rows, 255), stage.err


def test_a_table_that_nobody_reads_changes_no_code(stage: Stage) -> None:
    """EXIT-11, TREE-4."""
    stage.tasks(config(a="actor a", b="actor b"))
    stage.start("t")
    a, b = stage.actor("a"), stage.actor("b")
    stage.stops_reading_errors()
    a.ends(3)
    b.dies()
    assert (stage.exit(), stage.survivors()) == (3, [])


@pytest.mark.parametrize("end", ["interrupted", "failed"])
def test_many_at_once(stage: Stage, end: str) -> None:
    """TREE-2, TREE-4: with a descendant each, and one grace for all."""
    names = [f"n{number}" for number in range(12)]
    stage.tasks(config(**{name: f"actor {name}" for name in names}))
    stage.start("t")
    leaders = [stage.actor(name) for name in names]
    everyone = [*leaders[1:], *(leader.forks(f"{leader.name}d") for leader in leaders[1:])]
    for actor in everyone:
        actor.on("TERM", "reported")
    since = stage.now()
    if end == "failed":
        leaders[0].ends(3)
    else:
        stage.signal("INT")
    for actor in everyone:
        actor.arrived("TERM")
    for actor in everyone:
        stage.grace(since, actor)
    assert (stage.exit(), stage.survivors()) == (3 if end == "failed" else 130, [])
