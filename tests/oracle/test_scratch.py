"""The scratch areas: private, deep, and gone afterwards, whatever was left in them."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tsr_oracle.materialise import materialise
from tsr_oracle.removal import remove
from tsr_oracle.scratch import DEPTH, Area
from tsr_spec.case import Given, Program


@pytest.fixture(name="area")
def scratch_area() -> Iterator[Area]:
    with Area() as area:
        yield area


def test_an_area_is_private_and_named_for_its_maker(area: Area) -> None:
    assert stat.S_IMODE(os.stat(area.root).st_mode) == 0o700
    assert b"tsr-oracle-%d-" % os.getpid() in area.root


def test_no_chain_of_dots_in_a_case_leaves_the_area(area: Area) -> None:
    world = materialise(Given(argv=(), tree=()), area)
    climbed = os.path.realpath(world.place("ws") + b"/.." * (DEPTH + 1))
    assert climbed.startswith(area.root + b"/")


def test_what_lies_above_the_scratch_is_looked_at(area: Area, tmp_path: Path) -> None:
    for mode, loose in ((0o755, False), (0o777, True), (0o775, True), (0o1777, False)):
        tmp_path.chmod(mode)
        area.root, root = os.fsencode(tmp_path / "scratch"), area.root
        found, area.root = area.loose, root
        assert (found == os.fsencode(tmp_path)) == loose


def test_each_world_is_another_place(area: Area) -> None:
    assert area.fresh_world(other=False).path != area.fresh_world(other=False).path


def test_everything_is_gone_afterwards() -> None:
    with Area() as area:
        roots = area.roots
        materialise(Given(argv=(), tree=()), area)
        assert all(map(os.path.isdir, roots))
    assert not any(map(os.path.exists, roots))


def test_what_is_made_beyond_the_world_is_named_and_removed(area: Area) -> None:
    world = materialise(Given(argv=(), tree=()), area)
    os.mkdir(world.path + b"/../stray")
    os.symlink("/etc", world.path + b"/../../../link")
    assert area.strays(world) == ("/@WORLD@/../stray", "/@WORLD@/../../../link")
    area.discard(world)
    again = area.fresh_world(other=False)
    assert area.strays(again) == ()
    assert os.path.isdir("/etc")


def test_an_area_outlives_the_loss_of_what_is_above_its_worlds(area: Area) -> None:
    world = materialise(Given(argv=(), tree=()), area)
    remove(os.path.normpath(world.path + b"/../.."))
    os.symlink("/etc", os.path.normpath(world.path + b"/../.."))
    assert area.strays(world) != ()
    area.discard(world)
    again = materialise(Given(argv=(), tree=(Program("bin/tool", 0),)), area)
    assert area.strays(again) == ()


def test_removal_is_stubborn(tmp_path: Path) -> None:
    top = tmp_path / "top"
    (top / "shut").mkdir(parents=True)
    (top / "shut" / "file").touch()
    os.mkfifo(top / "pipe")
    (top / "link").symlink_to(tmp_path)
    here = os.open(top, os.O_RDONLY)
    for _ in range(3000):  # far deeper than a path can be long
        os.mkdir("d" * 9, dir_fd=here)
        below = os.open("d" * 9, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    (top / "shut").chmod(0o000)
    remove(os.fsencode(top))
    assert list(tmp_path.iterdir()) == []


def test_removing_nothing_is_no_error(tmp_path: Path) -> None:
    remove(os.fsencode(tmp_path / "nothing"))


def test_a_link_is_removed_and_what_it_names_stays(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "link").symlink_to("kept")
    remove(os.fsencode(tmp_path / "link"))
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_after_ctrl_c_nothing_is_left() -> None:
    code = (
        "import os, signal\n"
        "from tsr_oracle.scratch import Area\n"
        "with Area() as area:\n"
        "    print(*area.roots, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGINT
    assert not any(map(os.path.exists, done.stdout.split()))
