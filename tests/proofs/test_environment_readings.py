"""The second readings of ENV and PATH, on examples that are written down here."""

from __future__ import annotations

import pytest

from tsr_proofs.environment.dotenv_reading import read
from tsr_proofs.references import is_name, refers, resolved
from tsr_proofs.search_path import reading
from tsr_proofs.spelled import texts

HELD = {"A": "1", "AB": "2", "D": "."}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("$A", "1"),
        ("$AB$A", "21"),
        ("${A}B", "1B"),
        ("$UNSET.", "."),
        ("${A", "${A"),
        ("${A:-x}", "${A:-x}"),
        ("$$A", "$1"),
        ("$1", "$1"),
        ("${}", "${}"),
        ("$A-", "1-"),
        ("$", "$"),
    ],
)
def test_a_value_is_expanded(value: str, expected: str) -> None:
    assert resolved(value, lambda name: HELD.get(name, "")) == expected


def test_names() -> None:
    assert [text for text in ("A", "_", "a1", "1a", "", "A-", "Ä") if is_name(text)] == ["A", "_", "a1"]
    assert refers("x:$PATH", "PATH")
    assert not refers("x:$PATHS", "PATH")


@pytest.mark.parametrize(
    ("text", "assigned"),
    [
        ("A=1", [("A", "1", False)]),
        ("export A=1\nexport=2\n", [("A", "1", False), ("export", "2", False)]),
        ("A = 'x y' # c", [("A", "x y", True)]),
        ('A="x" y', [("A", '"x" y', False)]),
        ('A="x\ny"', [("A", "x\ny", False)]),
        ("A='x \r\n y' # c\r\nB=2", [("A", "x \n y", True), ("B", "2", False)]),
        (
            "A=1 # x\nB=1#x\nC= # x\nD=#x",
            [("A", "1", False), ("B", "1#x", False), ("C", "", False), ("D", "#x", False)],
        ),
        ("\ufeff# c\n\n A=\n", [("A", "", False)]),
        ("A='it's'", [("A", "it's", True)]),
    ],
)
def test_a_file_of_variables_is_read(text: str, assigned: list[tuple[str, str, bool]]) -> None:
    assert [(name, value, literal) for _, name, value, literal in read(text).assigned] == assigned


@pytest.mark.parametrize(("text", "line"), [("A='x", 1), ("\nA='x\ny' z", 2), ('A="\n\n', 1)])
def test_a_quote_that_is_not_closed_is_an_error(text: str, line: int) -> None:
    assert read(text).wrong == ("ENV-8", line)


def test_what_is_no_assignment_is_ignored() -> None:
    assert read("nothing\nA-B=1\n=2\nexport =3\nC=4").ignored == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("value", "clause"),
    [
        ("/x", "PATH-1"),
        ("$PATHS", "PATH-1"),
        (":$PATH", "PATH-2"),
        ("$D:$PATH", "PATH-2"),
        ("$UNSET:${PATH}", "PATH-2"),
        ("$PATH::/x", "PATH-2"),
        (".$PATH", "PATH-3"),
        ("./:$PATH", "PATH-3"),
        ("/x$PATH", "PATH-3"),
        ("/x:$PATH", None),
    ],
)
def test_a_path_is_judged(value: str, clause: str | None) -> None:
    held = {**HELD, "PATH": "/b"}
    assert reading.clause(value, False, held, strict=True) == clause
    assert reading.clause(value, False, held, strict=False) == (None if clause == "PATH-3" else clause)


def test_strictly_something_is_inherited() -> None:
    for held in ({}, {"PATH": ""}):
        assert reading.clause("/x:$PATH", False, held, strict=True) == "PATH-3"
        assert reading.clause("/x:$PATH", False, held, strict=False) is None


@pytest.mark.parametrize(
    ("value", "path", "own"),
    [
        ("/x:$PATH", "/b:", ["/x"]),
        ("/x$PATH", "/b:/c", ["/x/b"]),
        ("/x:$PATH", "", ["/x", ""]),
        ("$PATH", None, [""]),
        ("$PATH:$PATH", ":/b", []),
    ],
)
def test_which_entries_are_a_configs_own(value: str, path: str | None, own: list[str]) -> None:
    assert reading.own_entries(reading.extended(value, {}, reading.inherited(path))) == own


def test_in_order() -> None:
    assert reading.in_order(["a", "b"], ["x", "a", "y", "b"])
    assert not reading.in_order(["a", "b"], ["b", "a"])
    assert reading.in_order([], [])


def test_no_text_is_spelled_twice() -> None:
    made = list(texts(("a", "aa"), 3))
    assert made == ["", "a", "aa", "aaa", "aaaa", "aaaaa", "aaaaaa"]
