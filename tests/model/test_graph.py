"""The task graph: order, circles, and the units of a run over a package graph (GRAPH)."""

from __future__ import annotations

from tsr_model.graph import Circle, Dep, Packages, Unit, Unknown, circle, order, units, upstream


def deps(**written: str) -> dict[str, tuple[Dep, ...]]:
    """A graph as it would be written: `t="a ^b"`."""
    return {
        name: tuple(Dep(word.removeprefix("^"), word.startswith("^")) for word in words.split())
        for name, words in written.items()
    }


CHAIN = Packages({"app": ("lib",), "lib": ("base",), "base": ()}, {"build": ("app", "lib", "base")})


def labels(found: tuple[Unit, ...] | Circle) -> list[str]:
    assert not isinstance(found, Circle)
    return [unit.label for unit in found]


def test_a_diamond_is_run_once_and_from_below() -> None:
    assert order(deps(t="a b", a="c", b="c", c=""), "t") == ("c", "a", "b", "t")


def test_a_dep_that_is_no_task_counts_where_it_is_reached() -> None:
    assert order(deps(t="a", a="z"), "t") == Unknown("a", "z")
    assert order(deps(t="", a="z"), "t") == ("t",)


def test_the_first_circle_that_is_met_is_shown_as_a_path() -> None:
    assert order(deps(t="a", a="b", b="a"), "t") == Circle(("a", "b", "a"))
    assert order(deps(t="t"), "t") == Circle(("t", "t"))


def test_upstream_of_itself_is_no_circle_among_tasks() -> None:
    assert circle(deps(build="^build"), "build") is None


def test_a_circle_below_a_task_that_only_upstream_leads_to_is_found() -> None:
    assert circle(deps(t="^u", u="v", v="u"), "t") == Circle(("u", "v", "u"))


def test_upstream_runs_before_and_once() -> None:
    assert labels(units(deps(build="^build"), CHAIN, "build")) == ["build (base)", "build (lib)", "build (app)"]


def test_upstream_work_is_done_in_packages_that_were_not_selected() -> None:
    app = Packages(CHAIN.depends, {"build": ("app",), "gen": ()})
    assert labels(units(deps(build="^gen", gen=""), app, "build")) == ["gen (base)", "gen (lib)", "build (app)"]


def test_ordinary_deps_run_once_before_the_fan_out() -> None:
    found = labels(units(deps(build="setup", setup=""), CHAIN, "build"))
    assert found == ["setup", "build (app)", "build (lib)", "build (base)"]


def test_packages_that_depend_on_each_other_make_a_circle_once_an_order_is_needed() -> None:
    ring = Packages({"a": ("b",), "b": ("a",)}, {"build": ("a", "b")})
    assert units(deps(build="^build"), ring, "build") == Circle(("build (a)", "build (a)"))
    assert labels(units(deps(build=""), ring, "build")) == ["build (a)", "build (b)"]


def test_a_unit_that_waits_for_the_whole_task_it_belongs_to_is_a_circle() -> None:
    two = Packages({"a": ("b",), "b": ()}, {"t": ("a",), "u": ("b",)})
    assert isinstance(units(deps(t="^u", u="t"), two, "t"), Circle)


def test_upstream_is_from_below() -> None:
    assert upstream(CHAIN.depends, "app") == ("base", "lib")
