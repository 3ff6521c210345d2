"""Deps (GRAPH): what a run reaches, in which order, and when it ends."""

from __future__ import annotations

import pytest
from conftest import Workspace


def chain(*tasks: str) -> str:
    """Tasks like `a: b c`, which say their name and depend on others."""
    lines = []
    for task in tasks:
        name, _, deps = task.partition(":")
        lines += [f"[tasks.'{name}']", f"run = 'echo {name}'", f"deps = {deps.split()!r}"]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("tasks", "order"),
    [
        (["t: a b", "a", "b"], "a b t"),
        (["t: b a", "a", "b"], "b a t"),
        (["t: a b", "a: c", "b: c", "c"], "c a b t"),
        (["t: a a", "a"], "a t"),
        (["t: a b", "a: b", "b"], "b a t"),
        (["t: p#t", "p#t: a", "a"], "a p#t t"),
    ],
)
def test_deps_run_first_in_declared_order_each_once(ws: Workspace, tasks: list[str], order: str) -> None:
    """GRAPH-1."""
    ws.config(chain(*tasks))
    assert ws.tsr("t").out.split() == order.split()


def test_a_long_chain_is_no_deeper_than_a_short_one(ws: Workspace) -> None:
    """GRAPH-1: as many as anybody writes."""
    ws.config(chain(*(f"t{n}: t{n + 1}" for n in range(3000)), "t3000"))
    assert ws.tsr("t0", "--dry-run").out.count("· ") == 3001


@pytest.mark.parametrize(
    ("tasks", "names"),
    [
        (["t: nowhere"], ["'t'", "'nowhere'"]),
        (["t: a", "a: b#c"], ["'a'", "'b#c'"]),
    ],
)
def test_an_unknown_dep_ends_the_run_before_anything(ws: Workspace, tasks: list[str], names: list[str]) -> None:
    """GRAPH-2: with the task and the dep."""
    ws.config(chain(*tasks))
    result = ws.tsr("t")
    assert (result.code, result.out) == (64, "")
    first, line, caret = result.err.splitlines()
    assert first.endswith(" [GRAPH-2]")
    assert all(name in first for name in names)
    assert line[caret.index("^") :].startswith(names[1].strip("'"))


def test_a_dep_that_is_nearly_a_task(ws: Workspace) -> None:
    """CLI-19: the one that may be meant is named."""
    ws.config(chain("t: biuld", "build"))
    assert "— did you mean 'build'?" in ws.tsr("t").err
    assert "— did you mean 'build'?" in ws.tsr("bulid").err


@pytest.mark.parametrize(
    ("tasks", "circle"),
    [
        (["t: t"], "t → t"),
        (["t: a", "a: b", "b: a"], "a → b → a"),
        (["t: x a", "x", "a: x b", "b: x t"], "t → a → b → t"),
    ],
)
def test_a_circle_is_printed_as_a_path(ws: Workspace, tasks: list[str], circle: str) -> None:
    """GRAPH-3: and the line below says what to do."""
    ws.config(chain(*tasks))
    result = ws.tsr("t")
    assert (result.code, result.out) == (64, "")
    first, way_out = result.err.splitlines()
    assert first == f"✗ config error: the tasks depend on each other in a circle: {circle} [GRAPH-3]"
    assert "`deps`" in way_out


def test_what_is_not_reached_does_not_count(ws: Workspace) -> None:
    """GRAPH-8: neither its deps nor its circles."""
    ws.config(chain("t: a", "a", "x: nowhere", "y: y"))
    assert ws.tsr("t").out == "a\nt\n"


def test_what_an_upstream_dep_names_is_checked_too(ws: Workspace) -> None:
    """GRAPH-6, GRAPH-8: `^` names a task, which must be there, and belongs to the reach."""
    upstream = "[tasks.t]\nrun = 'true'\npackages = ['a']\n"
    for deps, clause in (
        (["^nowhere"], "GRAPH-2"),
        (["^x"], "GRAPH-3"),
        (["^a"], "GRAPH-2"),
        (["^t"], "PKG-4"),
        (["^ok", "x"], "GRAPH-3"),
    ):
        ws.config(f"{upstream}deps = {deps!r}\n" + chain("x: y", "y: x", "a: nowhere", "ok"))
        assert ws.tsr("t").err.splitlines()[0].endswith(f" [{clause}]"), deps


def test_a_task_that_only_has_deps_is_done_when_they_are(ws: Workspace) -> None:
    """GRAPH-4: its `dir` and `args` have no effect."""
    ws.config("[tasks.t]\ndeps = ['a']\ndir = 'none'\nargs = ['x']\n" + chain("a: b", "b"))
    result = ws.tsr("t")
    assert (result.code, result.out) == (0, "b\na\n")


def test_what_an_aggregate_names_is_judged(ws: Workspace) -> None:
    """GRAPH-4: like that of any task that is reached."""
    for field, clause in (
        ("dir = '..'", "FENCE-1"),
        ("env_file = '../x'", "FENCE-1"),
        ("env = { TSR_X = 'a' }", "ENV-1"),
    ):
        ws.config(f"[tasks.t]\ndeps = ['a']\n{field}\n" + chain("a"))
        result = ws.tsr("t")
        assert (result.code, result.out) == (64, "")
        assert f"[{clause}]" in result.err


def test_the_first_failure_ends_the_run(ws: Workspace) -> None:
    """GRAPH-5: with its code, and nothing more is started."""
    ws.config(
        "[tasks.t]\ndeps = ['a', 'b', 'c']\nrun = 'echo t'\n[tasks.b]\nrun = 'echo b && sh -c \"exit 7\"'\n"
        + chain("a", "c")
    )
    result = ws.tsr("t")
    assert (result.code, result.out) == (7, "a\nb\n")


def test_only_the_last_command_of_a_dep_decides(ws: Workspace) -> None:
    """GRAPH-5: a failure that the sequence deals with is none."""
    ws.config("[tasks.t]\ndeps = ['a']\nrun = 'echo t'\n[tasks.a]\nrun = 'false || echo a'\n")
    assert ws.tsr("t").out == "a\nt\n"


def test_typed_words_go_to_the_named_task_only(ws: Workspace) -> None:
    """GRAPH-9: and each task gets its own `args`."""
    ws.config(
        "[tasks.t]\ndeps = ['a']\nrun = 'echo t'\nargs = ['1']\n[tasks.a]\nrun = 'echo a'\nargs = ['2']\n"
        "[tasks.all]\ndeps = ['t']\nargs = ['3']\n"
    )
    assert ws.tsr("t", "--", "x").out == "a 2\nt 1 x\n"
    assert ws.tsr("all", "--").out == "a 2\nt 1\n"
    result = ws.tsr("all", "--", "x")
    assert (result.code, result.out) == (64, "")
    assert result.err.endswith(" [GRAPH-9]\n")
