"""The trees, the second reading of the walk, and the way from the trees to the model and back."""

from __future__ import annotations

import pytest

from tsr_proofs.bridge import in_model, snapshot, tree_of
from tsr_proofs.fence.walk import entry_of, inside, lands
from tsr_proofs.trees import Dir, File, Link, Scope, Twin, drawn, node_at, places, targets, trees

HERE = ("a",)
TREE = Dir(
    (
        ("a", Dir((("d", Dir((("f", File()),))), ("l", Link("../ab")), ("n", Link("../ab/new")), ("o", Link("o"))))),
        ("ab", Dir((("back", Link("/a/d")),))),
    )
)


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("d/f", ("a", "d", "f")),
        ("l", ("ab",)),
        ("l/..", ()),
        ("l/back/f", ("a", "d", "f")),
        ("n", ("ab", "new")),
        ("n/x", ("ab", "new", "x")),
        ("n/..", ("ab",)),
        ("x/../l", ("ab",)),
        ("x/y/../../d", ("a", "d")),
        ("d/f/..", ("a", "d")),
        ("/../ab/./back/", ("a", "d")),
        ("o", None),
        ("", ("a",)),
    ],
)
def test_where_a_path_lands(path: str, place: tuple[str, ...] | None) -> None:
    assert lands(TREE, HERE, path) == place


@pytest.mark.parametrize(
    ("path", "place"),
    [("l", ("a", "l")), ("l/", ("a", "l")), ("l/back", ("ab", "back")), ("l/.", ("ab",)), ("l/..", ()), ("/", ())],
)
def test_the_entry_of_a_path(path: str, place: tuple[str, ...]) -> None:
    assert entry_of(TREE, HERE, path) == place


def test_inside_goes_by_names() -> None:
    assert inside(("a",), [("a",)])
    assert inside(("a", "b"), [("a",)])
    assert not inside(("ab",), [("a",)])
    assert not inside((), [("a",)])
    assert inside(("x",), [()])


def test_no_tree_is_made_twice() -> None:
    made = list(trees(Scope(2, 1, fifos=True, twins=True, ends=True)))
    assert len(set(made)) == len(made)


def test_the_number_of_trees_is_what_counting_gives() -> None:
    """One node: one of four places (two names in two directories), one of so many kinds."""
    scope = Scope(1, 2)
    kinds = 2 + len(targets(scope))
    assert len(list(trees(scope))) == 1 + 4 * kinds
    assert len(list(trees(Scope(2, 2, exactly=True)))) == 6 * kinds**2 + 4 * 2 * kinds


def test_to_the_model_and_back() -> None:
    for tree in trees(Scope(2, 1, fifos=True)):
        files, numbers = in_model(tree)
        assert tree_of(files) == tree
        assert set(snapshot(files)) == set(numbers) == {place for place, _ in places(tree)}


def test_a_twin_is_the_same_node() -> None:
    tree = Dir((("a", Dir((("a", File()), ("ab", Twin())))), ("ab", Dir())))
    _, numbers = in_model(tree)
    assert numbers["a", "ab"] == numbers["a", "a"]


def test_a_drawing() -> None:
    assert drawn(TREE).splitlines()[:4] == ["/a/", "  d/", "    f", "  l -> ../ab"]
    assert node_at(TREE, ("a", "d", "f")) == File()
    assert node_at(TREE, ("a", "l", "back")) is None
