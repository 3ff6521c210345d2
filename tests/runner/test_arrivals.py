"""FENCE-12: no two sources of one `cp` or `mv` come to the same place in a directory."""

from __future__ import annotations

import pytest
from conftest import Workspace


@pytest.fixture
def full(ws: Workspace) -> Workspace:
    for name in ("a", "b", "c", "d", "a/t", "b/t"):
        (ws.root / name).mkdir()
    for name in ("a/f", "b/f", "c/f", "b/g", "a/t/x", "b/t/y"):
        (ws.root / name).write_text(name)
    (ws.root / "to-d").symlink_to("d")
    return ws


@pytest.mark.parametrize(
    ("words", "pairs"),
    [
        ("a/f b/f d", ["b/f a/f"]),
        ("a/f b/f c/f d", ["b/f a/f", "c/f a/f"]),
        ("a/f b/g b/f to-d/", ["b/f a/f"]),
        ("a/f a/f d", ["a/f a/f"]),
        ("a/f ./a/f d", ["./a/f a/f"]),
        ("a/t b/t/ d", ["b/t/ a/t"]),
        ("a/f missing b/f d", ["b/f a/f"]),
    ],
)
@pytest.mark.parametrize("command", ["mv", "cp -r"])
def test_refused_beforehand(full: Workspace, command: str, words: str, pairs: list[str]) -> None:
    """Each later one is named with the one that it would replace, and nothing is done."""
    name, before = command.split()[0], full.tree()
    result = full.run(f"{command} {words}")
    lines = ["{}: '{}': would replace what '{}' becomes\n".format(name, *pair.split()) for pair in pairs]
    assert (result.code, result.err) == (1, "".join(lines))
    assert full.tree() == before


def test_by_a_link_at_the_destination(full: Workspace) -> None:
    """`cp` writes where a link leads, `mv` replaces the link: two names are one place, or two."""
    (full.root / "d/g").symlink_to("f")
    (full.root / "d/f").write_text("old")
    result = full.run("cp a/f b/g d")
    assert (result.code, result.err) == (1, "cp: 'b/g': would replace what 'a/f' becomes\n")
    assert (full.root / "d/f").read_text() == "old"
    assert full.run("mv a/f b/g d").code == 0
    assert full.tree(full.root / "d") == {"f": "a/f", "g": "b/g"}


def test_said_beside_refusals(full: Workspace) -> None:
    """FENCE-22: whatever is wrong is said at once."""
    collision = "mv: 'b/f': would replace what '{}' becomes\n"
    result = full.run("mv a/f ../x b/f d")
    assert result.code == 1
    assert result.err == full.refusal("mv", full.base / "x") + collision.format("a/f")
    result = full.run("mv ../f b/f d")
    assert result.code == 1
    assert result.err == full.refusal("mv", full.base / "f") + collision.format("../f")


@pytest.mark.parametrize("run", ["cp -r a/. b/. d", "cp a/f b/g d", "cp -r a/t/. b/t d", "mv a/f b/g c d"])
def test_twins(full: Workspace, run: str) -> None:
    """Different names may come, and the insides of directories are merged."""
    result = full.run(run)
    assert (result.code, result.err) == (0, "")
