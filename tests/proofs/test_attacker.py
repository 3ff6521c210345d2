"""The other user, on worlds that are written down here: what lets him in, and what doesn't."""

from __future__ import annotations

import pytest

from tsr_proofs.permissions.attacker import Exposed, Rights, exposed, moved_in
from tsr_proofs.permissions.way import way
from tsr_proofs.permissions.worlds import PATHS, WORKSPACE, Kind, decorations, trees, worlds
from tsr_proofs.trees import Dir, File, Link, Place, node_at, places

USUAL = {Dir: Rights(0o755, "user"), File: Rights(0o644, "user"), Link: Rights(0o777, "user")}


def tree(**in_workspace: object) -> Dir:
    names = {"config": "tasks.toml", "dotenv": ".env", "x": "x"}
    entries = tuple((names[name], node) for name, node in in_workspace.items())
    return Dir((("up", Dir((("ws", Dir(entries)), ("else", Dir())))),))  # type: ignore[arg-type]


def ways(there: Dir, path: str, **changed: Rights) -> set[tuple[str, str]]:
    rights: dict[Place, Rights] = {place: USUAL[type(node)] for place, node in places(there)}
    rights |= {(): Rights(0o755, "root")} | {tuple(place.split("_")): right for place, right in changed.items()}
    found = exposed(there, rights, WORKSPACE, path)
    return {(one.where, one.grant) for one in found}


def test_nobody_is_let_in_where_all_is_the_users_own() -> None:
    assert ways(tree(config=File()), "tasks.toml") == set()
    assert ways(tree(), ".env") == set()


@pytest.mark.parametrize(
    ("mode", "owner", "found"),
    [
        (0o775, "user", {("beside", "group")}),
        (0o777, "user", {("beside", "world")}),
        (0o1777, "user", set()),
        (0o755, "other", {("beside", "foreign")}),
        (0o755, "root", set()),
    ],
)
def test_a_directory_lets_its_writers_replace_what_is_in_it(mode: int, owner: str, found: set[tuple[str, str]]) -> None:
    assert ways(tree(config=File()), "tasks.toml", up_ws=Rights(mode, owner)) == found  # type: ignore[arg-type]


def test_a_closed_directory_above_keeps_everybody_out() -> None:
    assert ways(tree(config=File()), "tasks.toml", up_ws=Rights(0o777, "user"), up=Rights(0o700, "user")) == set()


def test_in_a_sticky_directory_everybody_may_make_what_is_missing() -> None:
    assert ways(tree(), ".env", up_ws=Rights(0o1777, "root")) == {("missing", "sticky")}


def test_a_directory_on_the_way_of_a_link_counts() -> None:
    linked = tree(config=Link("../else/x"))
    there = Dir((("up", Dir((("ws", _at(linked, ("up", "ws"))), ("else", Dir((("x", File()),)))))),))
    assert ways(there, "tasks.toml", up_else=Rights(0o775, "user")) == {("beside", "group")}
    assert ways(there, "tasks.toml", up=Rights(0o775, "user")) == {("way", "group")}


def test_a_directory_can_be_replaced_by_a_file() -> None:
    assert ways(tree(dotenv=Dir()), ".env", up_ws=Rights(0o775, "user")) == {("instead", "group")}


def _at(there: Dir, place: Place) -> Dir:
    found = node_at(there, place)
    assert isinstance(found, Dir)
    return found


def test_the_way_of_a_link_has_every_look_up() -> None:
    steps = way(tree(config=Link("x"), x=File()), WORKSPACE, "tasks.toml").steps
    assert [(step.name, step.last) for step in steps] == [
        ("up", False),
        ("ws", False),
        ("tasks.toml", True),
        ("x", True),
    ]


@pytest.mark.parametrize("kind", ["config", "dotenv", "env_file"])
def test_no_tree_is_made_twice_and_each_is_met(kind: Kind) -> None:
    made = trees(kind, 2, 2)
    assert len({frozenset(places(one)) for one in made}) == len(made)
    for one in made:
        met = {step.place for step in way(one, WORKSPACE, PATHS[kind]).steps}
        assert {place for place, _ in places(one)} <= met | {(), ("up",), WORKSPACE, ("up", "else")}


def test_no_decoration_is_made_twice_and_each_changes_so_many() -> None:
    there = tree(config=File())
    usual = next(decorations(there, 0, False))
    for count in range(3):
        made = [tuple(sorted(one.items(), key=str)) for one in decorations(there, count, False)]
        assert len(set(made)) == len(made) > 0
        for one in decorations(there, count, False):
            changes = [(one[p].mode != usual[p].mode) + (one[p].owner != usual[p].owner) for p in usual]
            assert sum(changes) == count


def test_a_world_can_be_built_by_hand() -> None:
    world = next(world for world in worlds("config", 1, 1, 1, False) if Exposed("file", "foreign") in world.exposed)
    assert str(world).splitlines() == [
        'cd "$(mktemp -d)"; chmod 755 .',
        "mkdir up",
        "mkdir up/ws",
        "printf '[tasks.t]\\nrun = \"true\"\\n' > up/ws/tasks.toml",
        "sudo chown -h nobody up/ws/tasks.toml",
        "(cd up/ws; tsr t)",
    ]


def test_a_file_can_be_moved_into_a_sticky_directory_and_a_directory_can_not() -> None:
    there = tree(config=File())
    for place in (("up", "ws"), ("up",)):
        rights = {at: USUAL[type(node)] for at, node in places(there)} | {place: Rights(0o1777, "user")}
        step = moved_in(there, rights, WORKSPACE, "tasks.toml")
        assert (step is not None) == (place == ("up", "ws"))
