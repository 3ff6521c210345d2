"""What may start, what was observed to begin too early, and which exit codes are right."""

from __future__ import annotations

import pytest

from tsr_model.exit_code import Failure, admissible, exit_code
from tsr_model.graph import Dep, Deps, startable
from tsr_model.schedule import Moment, Order, Unit, disorder, exits

DIAMOND: Deps = {"t": (Dep("a"), Dep("b")), "a": (Dep("c"),), "b": (Dep("c"), Dep("d")), "c": (), "d": ()}


@pytest.mark.parametrize(
    ("parallel", "done", "found"),
    [
        ("", "", "c"),
        ("", "c", "a"),
        ("", "ca", "d"),
        ("t", "", "c"),
        ("t", "c", "ad"),
        ("tb", "", "cd"),
        ("b", "ca", "d"),
        ("tb", "cadb", "t"),
        ("t", "cadbt", ""),
    ],
)
def test_what_may_start_depends_on_what_is_done_and_who_is_parallel(parallel: str, done: str, found: str) -> None:
    assert startable(DIAMOND, {*parallel}, "t", {*done}) == tuple(found)


ORDER = Order(DIAMOND, frozenset("tb"), "t", frozenset("abcd"))
UNITS = [
    Unit("c", "ended", 0, (0, 1)),
    Unit("d", "ended", 0, (2,)),
    Unit("a", "ended", 0, ()),
    Unit("b", "ended", 0, (3,)),
]


def moments(text: str) -> list[Moment]:
    """`0+` child 0 begins, `0-` it ends."""
    return [Moment(int(word[0]), "begins" if word[1] == "+" else "ends") for word in text.split()]


@pytest.mark.parametrize(
    ("seen", "wrong"),
    [
        ("0+ 2+ 2- 0- 1+ 1- 3+ 3-", None),
        ("2+ 0+ 0- 1+ 1- 2- 3+", None),
        ("0+ 1+", "a command of 'c' began before the one in front of it had ended"),
        ("0+ 0- 1+ 2+ 2- 3+", "'b' began before what it waits for was done"),
        ("3+", "'b' began before what it waits for was done"),
    ],
)
def test_what_begins_too_early_is_said(seen: str, wrong: str | None) -> None:
    assert disorder(ORDER, UNITS, moments(seen)) == wrong


def test_behind_a_failure_nothing_may_begin_but_with_no_bail() -> None:
    units = [Unit("c", "ended", 3, (0,)), Unit("d", "ended", 0, (1,)), Unit("b", "ended", 0, (2,))]
    seen = moments("0+ 1+ 0- 1- 2+")
    assert disorder(ORDER, units, seen) == "'b' began before what it waits for was done"
    lenient = Order(DIAMOND, frozenset("tb"), "t", frozenset("abcd"), bail=False)
    assert disorder(lenient, units, seen) is None


@pytest.mark.parametrize(
    ("seen", "codes"),
    [
        ("0+ 1+ 1- 0-", {3, 4}),
        ("0+ 0- 1+ 1-", {3, 4}),
        ("0+ 0- 2+ 2- 1+ 1-", {3}),
        ("0+ 1+ 0- 1- 2+ 2-", {3, 4}),
        ("1+ 0+ 1-", {4}),
        ("", {0}),
    ],
)
def test_of_failures_either_may_be_the_first_unless_the_runner_knew_of_one(seen: str, codes: set[int]) -> None:
    """`a` (child 0) and `b` (child 1) fail side by side, and `c` (child 2) waits for `a`."""
    deps: Deps = {"t": (Dep("x"), Dep("b")), "x": (Dep("a"), Dep("c")), "a": (), "b": (), "c": ()}
    order = Order(deps, frozenset("t"), "t", frozenset("abct"), bail=False)
    units = [Unit("a", "ended", 3, (0,)), Unit("b", "ended", 4, (1,)), Unit("c", "ended", 0, (2,))]
    assert exits(order, units, (), moments(seen)) == codes


def test_a_signal_outranks_a_failure_and_that_the_runner_itself() -> None:
    failures = [Failure(3, 0, 1)]
    assert admissible(("HUP", "INT"), failures, True) == {129}
    assert admissible((), failures, True) == {3, 64}
    assert admissible((), [], True) == {64}
    assert admissible((), [], False) == {0}
    assert [exit_code("TERM", 3, True), exit_code(None, 3, True), exit_code(None, 0, True)] == [130, 3, 64]
