"""The moves of the other user are those that the kernel grants: tried as another uid, on real trees."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain

import pytest

from tsr_proofs.permissions.attacker import NAMES, moves
from tsr_proofs.permissions.worlds import World, worlds
from tsr_proofs.trees import Dir, File, Link, Place, node_at, places

UIDS = {"user": 51001, "other": 51002, "root": 0}
GROUP = 51000
MEMORY = "/dev/shm"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files to other users")
def test_the_moves_are_those_that_the_kernel_grants() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        tried, differing = pool.apply(compare)
    assert tried > 1000
    assert differing is None


def compare() -> tuple[int, str | None]:
    """How many worlds were tried, and the first in which the kernel grants something else."""
    tried = 0
    for world in chain(worlds("config", 1, 1, 3, False), worlds("dotenv", 1, 1, 1, False)):
        tried += 1
        expected = {(move.place, move.writes) for move in moves(world.tree, world.rights)}
        granted = set(_granted(world))
        if granted != expected:
            return tried, f"{world}\nthe kernel only: {granted - expected}, said only: {expected - granted}"
    return tried, None


def _granted(world: World) -> Iterator[tuple[Place, bool]]:
    with _built(world) as top:
        for place, node in places(world.tree):
            path = os.path.join(top, *place)
            owned = world.rights[place].owner == "other"
            if isinstance(node, File) and _as_other(path, owned, _write):
                yield place, True
            for name in NAMES if isinstance(node, Dir) else ():
                there = node_at(node, (name,)) is not None
                if _as_other(path, owned, lambda path: _put(os.path.join(path, name), there)):  # noqa: B023
                    yield (*place, name), False


@contextmanager
def _built(world: World) -> Iterator[str]:
    top = tempfile.mkdtemp(dir=MEMORY if os.path.isdir(MEMORY) else None)
    try:
        for place, node in places(world.tree):
            path, right = os.path.join(top, *place), world.rights[place]
            if isinstance(node, Dir) and place:
                os.mkdir(path)
            elif isinstance(node, Link):
                os.symlink(node.target, path)
            elif isinstance(node, File):
                open(path, "x").close()
            os.lchown(path, UIDS[right.owner], GROUP)
            if not isinstance(node, Link):
                os.chmod(path, right.mode)
        yield top
    finally:
        shutil.rmtree(top)


def _as_other(path: str, owned: bool, move: object) -> bool:
    """Whether the other user, in the group of all that is there, can make the move; an owner opens the mode first."""
    mode = os.stat(path).st_mode & 0o7777
    os.setgroups([GROUP])
    os.setegid(UIDS["other"])
    os.seteuid(UIDS["other"])
    try:
        if owned:
            with suppress(PermissionError):
                os.chmod(path, 0o777)
        move(path)  # type: ignore[operator]
    except PermissionError:
        return False
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups([])
        os.chmod(path, mode)
    return True


def _write(path: str) -> None:
    os.close(os.open(path, os.O_WRONLY))


def _put(path: str, there: bool) -> None:
    """An entry is made, or the one that is there taken out of the way; and all is as before."""
    if not there:
        os.mkdir(path)
        os.rmdir(path)
        return
    os.rename(path, f"{path}.away")
    os.rename(f"{path}.away", path)
