"""The second readings of PKG, FORM and CLI, on examples that are written down here."""

from __future__ import annotations

import re

import pytest

from tsr_model.graph import Dep
from tsr_proofs.closure import closure
from tsr_proofs.packages.dependencies import smallest_order
from tsr_proofs.packages.runs import Run, said
from tsr_proofs.packages.selection import expression


@pytest.mark.parametrize(
    ("pattern", "matched", "others"),
    [
        ("*", ("a", "ab"), ("", ".a", "a/b")),
        (".*", (".a",), ("a", "")),
        ("**", ("a", "a/b", "a/b/c"), ("", ".a", "a/.b", ".a/b")),
        ("**/b", ("b", "a/b", "a/c/b"), ("a/b/c", ".a/b")),
        ("a/**", ("a/b", "a/b/c"), ("a", "b/a")),
        ("./a//?/", ("a/b",), ("a", "a/bc", "a/.")),
        ("[ab]*", ("a", "bc"), ("c", "")),
    ],
)
def test_patterns(pattern: str, matched: tuple[str, ...], others: tuple[str, ...]) -> None:
    for path in matched:
        assert re.fullmatch(expression(pattern), path), path
    for path in others:
        assert not re.fullmatch(expression(pattern), path), path


@pytest.mark.parametrize(
    ("depends", "order"),
    [
        ({"b": (), "a": ()}, ("a", "b")),
        ({"a": ("c",), "b": (), "c": ()}, ("b", "c", "a")),
        ({"a": ("b",), "b": ("a",), "c": (), "d": ("a",)}, ("c",)),
        ({"a": (), "b": ("d",), "c": (), "d": ("a",)}, ("a", "c", "d", "b")),
    ],
)
def test_orders(depends: dict[str, tuple[str, ...]], order: tuple[str, ...]) -> None:
    assert smallest_order(depends) == order


def test_closure() -> None:
    assert closure({"a": ("b",), "b": ("c",), "c": ()}) == {"a": {"b", "c"}, "b": {"c"}, "c": set()}
    assert closure({"a": ("b",), "b": ("a",)}) == {"a": {"a", "b"}, "b": {"a", "b"}}


def test_what_units_wait_for() -> None:
    needs = {"p": ("q",), "q": ("r",), "r": ()}
    run = Run({"a": (Dep("b", True),), "b": ()}, {"a": ("p",)}, needs)
    found = said(run, ())
    assert found.waits["a (p)"] == {"b (q)", "b (r)"}
    assert found.commands == {"a (p)", "b (q)", "b (r)"}
    assert said(run, ("r",)).commands == {"a (p)", "b (q)"}
    assert said(run, ("r", "q", "p")).commands == set()


def test_what_units_wait_for_as_whole_tasks() -> None:
    run = Run({"a": (Dep("b"),), "b": (Dep("a", True),)}, {"a": ("*",), "b": ("*",)}, {"p": ("q",), "q": ()})
    found = said(run, ())
    assert "b (p)" in found.waits["a (p)"]
    assert "a (q)" in found.waits["a (q)"]
