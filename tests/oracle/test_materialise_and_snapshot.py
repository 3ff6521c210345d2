"""A tree that is made is the tree that is seen: types, bytes, modes, links, names, times."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator

import pytest

from tsr_oracle.materialise import materialise
from tsr_oracle.observe import CAP, Seen, Strange, snapshot
from tsr_oracle.scratch import Area, ScratchError
from tsr_spec.case import (
    CaseError,
    Directory,
    Entry,
    File,
    Given,
    HardLink,
    Link,
    Mount,
    Program,
    Special,
    entries,
)


@pytest.fixture(name="area")
def scratch_area() -> Iterator[Area]:
    with Area() as area:
        yield area


def given(*tree: Entry) -> Given:
    return Given(argv=(), tree=tree)


def seen(area: Area, *tree: Entry) -> dict[str, Seen]:
    world = materialise(given(*tree), area)
    try:
        return snapshot(world)
    finally:
        area.discard(world)


EVERY_KIND: tuple[Entry, ...] = (
    Directory("ws/shut", 0o000),
    Directory("ws/sticky", 0o1777),
    File("ws/shut/in", "x", 0o000),
    File("ws/sticky/secret", "s", 0o600),
    File("ws/all", "a", 0o666),
    File("ws/setuid", "a", 0o4755),
    File("ws/bytes", "\udcff\0\n", 0o400),
    File("ws/\udcff\udcfe not utf-8\n", ""),
    Link("ws/link", "../out/\udcff"),
    Link("ws/absolute", "/@WORLD@/out"),
    Special("ws/pipe", "fifo"),
    Special("ws/sock", "socket"),
    Program("bin/tool", 0),
    Program("bin/killed", 137),
)


OWNED: tuple[Entry, ...] = (
    Directory("ws/theirs", 0o1777, "other"),
    File("ws/theirs/mine", "m"),
    File("ws/mine/theirs", "t", 0o4644, "other"),
    Link("ws/link", "mine", "other"),
    Link("ws/to theirs", "theirs"),
)

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")


@needs_root
def test_what_belongs_to_another_user_is_seen_as_such_and_nothing_else_is(area: Area) -> None:
    tree = seen(area, *OWNED)
    assert {path: one.entry for path, one in tree.items()} == {entry.path: entry for entry in entries(given(*OWNED))}
    assert [path for path, one in tree.items() if one.fresh] == []


@needs_root
def test_the_other_user_is_neither_root_nor_whoever_runs_the_case(area: Area) -> None:
    world = materialise(given(*OWNED), area)
    assert os.stat(world.place("ws/mine/theirs")).st_uid not in (0, os.geteuid())
    assert os.stat(world.place("ws/mine")).st_uid == os.geteuid()


def test_without_a_mount_a_case_that_has_one_is_refused(area: Area) -> None:
    with pytest.raises(ScratchError, match="none was made"):
        materialise(given(Mount("ws/mnt")), area)


@pytest.mark.parametrize("tree", [(Mount("ws/d"),), (Mount("ws/mnt"), Mount("mnt"))])
def test_nothing_but_one_place_can_be_mounted(area: Area, tree: tuple[Entry, ...]) -> None:
    with pytest.raises(CaseError, match="only 'ws/mnt' can be mounted"):
        materialise(given(*tree), area)


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o777])
def test_what_is_made_is_what_is_seen_under_any_umask(area: Area, umask: int) -> None:
    before = os.umask(umask)
    try:
        tree = seen(area, *EVERY_KIND)
    finally:
        assert os.umask(before) == umask
    assert {path: one.entry for path, one in tree.items()} == {
        entry.path: entry for entry in entries(given(*EVERY_KIND))
    }


def test_nothing_is_fresh_at_the_start(area: Area) -> None:
    assert [path for path, one in seen(area, *EVERY_KIND).items() if one.fresh] == []


def test_what_is_touched_or_gets_a_new_entry_is_fresh(area: Area) -> None:
    world = materialise(given(File("ws/old"), File("ws/touched"), Directory("ws/in")), area)
    os.utime(world.place("ws/touched"))
    os.mkdir(world.place("ws/in/new"))
    tree = snapshot(world)
    assert {path for path, one in tree.items() if one.fresh} == {"ws/touched", "ws/in", "ws/in/new"}


def test_hard_links_are_one_file_with_a_first_name(area: Area) -> None:
    tree = seen(area, HardLink("ws/a", "ws/b"), File("ws/b", "x"), File("ws/c", "x"), HardLink("ws/d", "ws/b"))
    assert tree["ws/a"].entry == File("ws/a", "x")
    assert {path: one.same_as for path, one in tree.items() if one.same_as} == {"ws/b": "ws/a", "ws/d": "ws/a"}


def test_places_are_real_in_the_world_and_signs_in_what_is_seen(area: Area) -> None:
    world = materialise(given(File("ws/f", "at /@WORLD@/x"), Link("ws/l", "/@WORLD@")), area)
    assert os.readlink(world.place("ws/l")) == world.path
    with open(world.place("ws/f"), "rb") as file:
        assert file.read() == b"at " + world.path + b"/x"
    assert snapshot(world)["ws/f"].entry == File("ws/f", "at /@WORLD@/x")


def test_the_other_file_system_is_another_one(area: Area) -> None:
    if area.other_root is None:
        pytest.skip(area.other_reason)
    world = materialise(given(File("/@OTHER@/d/f", "x"), Link("ws/l", "/@OTHER@/d")), area)
    assert os.stat(world.place("ws")).st_dev != os.stat(world.place("/@OTHER@/d")).st_dev
    tree = snapshot(world)
    assert tree["/@OTHER@/d/f"].entry == File("/@OTHER@/d/f", "x")
    assert tree["ws/l"].entry == Link("ws/l", "/@OTHER@/d")


def test_without_a_second_file_system_a_case_that_names_one_is_refused(area: Area) -> None:
    root, area.other_root = area.other_root, None
    try:
        with pytest.raises(ScratchError):
            materialise(given(Link("ws/l", "/@OTHER@/d")), area)
    finally:
        area.other_root = root


def test_a_tree_through_a_link_is_refused_and_nothing_is_made_through_it(area: Area) -> None:
    with pytest.raises(CaseError, match="no directory"):
        materialise(given(Link("ws/l", "/@WORLD@/out"), Directory("out"), File("ws/l/f")), area)
    with pytest.raises(CaseError):
        materialise(given(File("ws/../f")), area)


@pytest.mark.parametrize(
    "impossible",
    [
        Given(argv=("a\0b",), tree=()),
        Given(argv=(), tree=(), env=(("A=B", ""),)),
        Given(argv=(), tree=(File("ws"),)),
    ],
)
def test_what_no_process_can_be_given_is_refused_and_leaves_nothing(area: Area, impossible: Given) -> None:
    with pytest.raises(CaseError):
        materialise(impossible, area)
    world = area.fresh_world(other=False)
    assert area.strays(world) == ()
    area.discard(world)


def test_a_program_that_was_changed_is_no_program_any_more(area: Area) -> None:
    world = materialise(given(Program("bin/tool", 3)), area)
    with open(world.place("bin/tool"), "ab") as file:
        file.write(b"\n")
    assert isinstance(snapshot(world)["bin/tool"].entry, File)


def test_a_long_file_is_cut_and_marked(area: Area) -> None:
    one = seen(area, File("ws/long", "x" * (CAP + 1)))["ws/long"]
    assert isinstance(one.entry, File)
    assert (len(one.entry.data), one.cut) == (CAP, True)


def test_what_a_case_has_no_words_for_is_strange(area: Area) -> None:
    world = materialise(given(Directory("ws")), area)
    try:
        os.mknod(world.place("ws/device"), stat.S_IFCHR | 0o600, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("an ordinary user can't make a device")
    assert snapshot(world)["ws/device"].entry == Strange("ws/device", "a device")


def test_looking_changes_nothing(area: Area) -> None:
    world = materialise(given(*EVERY_KIND), area)
    assert snapshot(world) == snapshot(world)


def test_a_world_that_is_gone_is_seen_as_empty(area: Area) -> None:
    world = materialise(given(), area)
    for name in ("ws", "home"):
        os.rmdir(world.place(name))
    os.rmdir(world.path)
    assert snapshot(world) == {}
    assert area.strays(world) == ("/@WORLD@",)
