"""What was judged is what is granted: a name that leads elsewhere by then is no root (CONF-2)."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tsr_impl.confinement.held import held


@pytest.fixture(name="tree")
def a_tree(tmp_path: Path) -> Iterator[Path]:
    """Two directories beside one another, and every descriptor closed in the end."""
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "secret/b").mkdir(parents=True)
    before = {int(name) for name in os.listdir("/proc/self/fd")}
    yield tmp_path.resolve()
    for name in os.listdir("/proc/self/fd"):
        if int(name) not in before and os.path.exists(f"/proc/self/fd/{name}"):
            os.close(int(name))


def test_a_directory_is_opened_where_it_is(tree: Path) -> None:
    """By each of its names in turn."""
    (handle,) = held([str(tree / "a/b")])
    assert os.readlink(f"/proc/self/fd/{handle}") == str(tree / "a/b")
    assert not os.get_inheritable(int(handle))


def test_a_link_on_the_way_is_an_error(tree: Path) -> None:
    """It has come there since: no physical path has one."""
    (tree / "a").rename(tree / "was")
    (tree / "a").symlink_to("secret")
    with pytest.raises(NotADirectoryError):
        held([str(tree / "a/b")])


def test_a_link_in_the_last_place_is_opened_as_what_it_is(tree: Path) -> None:
    """So that it can't be granted: a root is a directory or a regular file (`tests/landlock`)."""
    (tree / "a/b").rmdir()
    (tree / "a/b").symlink_to(tree / "secret")
    (handle,) = held([str(tree / "a/b")])
    assert stat.S_ISLNK(os.fstat(handle).st_mode)
