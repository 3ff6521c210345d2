"""What the editor shows on a line and reads from one: fields, and the graph."""

from __future__ import annotations

import pytest

from tsr_impl.editor import fields, preview
from tsr_impl.report import Stop

SHOWN = {
    "make -j2": "make -j2",
    ("a", "p#t", "^t", "packages/*"): "a p#t ^t packages/*",
    ("a b", "it's", ""): """'a b' 'it'"'"'s' ''""",
    True: "yes",
    False: "no",
    (): "",
}


@pytest.mark.parametrize("value", SHOWN)
def test_what_is_shown(value: object) -> None:
    assert fields.shown([*value] if isinstance(value, tuple) else value) == SHOWN[value]


@pytest.mark.parametrize("value", [1, {"bin": "x"}, ["a", 1], "two\nlines", ["\x1b[2J"], "\u202e"])
def test_what_is_not(value: object) -> None:
    """Another type, and what would do something to the terminal or mislead its reader."""
    assert fields.shown(value) is None


@pytest.mark.parametrize("value", [["a", "b c"], ["it's", 'a"b', "c\\d"], ["", " "], ["a"]])
def test_words_that_were_shown_are_read_as_they_were(value: list[str]) -> None:
    text = fields.shown(value)
    assert text is not None
    assert fields.typed("deps", text, value) == value


@pytest.mark.parametrize(
    ("field", "text", "before", "value"),
    [
        ("run", "a 'b", None, "a 'b"),
        ("run", "", "x", None),
        ("deps", "", ["x"], None),
        ("env_file", ".env", "x", ".env"),
        ("env_file", ".env", ["x"], [".env"]),
        ("env_file", ".env b", "x", [".env", "b"]),
        ("parallel", "yes", None, True),
        ("parallel", "no", None, False),
        ("parallel", "", True, None),
    ],
)
def test_what_is_typed(field: str, text: str, before: object, value: object) -> None:
    assert fields.typed(field, text, before) == value


@pytest.mark.parametrize(("field", "text"), [("deps", "a 'b"), ("parallel", "on")])
def test_what_cannot_be_meant_says_what_to_write(field: str, text: str) -> None:
    with pytest.raises(Stop, match=f"`{field}` .* — (close|write)"):
        fields.typed(field, text, None)


GRAPHS = {
    "nothing": ({"a": []}, ["a"]),
    "a chain and a pair": (
        {"a": ["b", "c"], "b": ["d"], "c": [], "d": []},
        ["a", "├─ b", "│  └─ d", "└─ c"],
    ),
    "a circle": ({"a": ["b"], "b": ["a"]}, ["a", "└─ b", "   └─ a  ↻ a circle"]),
    "on itself": ({"a": ["a"]}, ["a", "└─ a  ↻ a circle"]),
    "no such task": ({"a": ["x", "^y"]}, ["a", "├─ x  ? no such task", "└─ ^y  ? no such task"]),
    "upstream": ({"a": ["^a"]}, ["a", "└─ ^a"]),
    "twice": (
        {"a": ["b", "c"], "b": ["c"], "c": ["d"], "d": []},
        ["a", "├─ b", "│  └─ c", "│     └─ d", "└─ c  …"],
    ),
}


@pytest.mark.parametrize("name", GRAPHS)
def test_tree(name: str) -> None:
    deps, lines = GRAPHS[name]
    assert [*preview.tree("a", deps)] == lines


def test_trees() -> None:
    assert [*preview.trees({"a": ["b"], "b": []})] == ["a", "└─ b", "", "b"]


def test_a_chain_that_is_longer_than_anybody_reads_is_cut() -> None:
    deps = {str(number): [str(number + 1)] for number in range(10_000)} | {"10000": []}
    lines = [*preview.tree("0", deps)]
    assert lines[-1].endswith("40  …")
    assert len(lines) == 41
