"""`TMPDIR` of a confined command: the user's alone, beneath the cache root, and short (CONF-3)."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path

import pytest

from tsr_impl import calls
from tsr_impl.confinement.cache_root import private_name
from tsr_impl.confinement.scratch import Scratch, ScratchError, find


@pytest.fixture(name="cache")
def cache_root(tmp_path: Path) -> Path:
    cache = tmp_path.resolve() / "cache"
    cache.mkdir()
    cache.chmod(0o755)
    return cache


@pytest.mark.parametrize("umask", [0, 0o022, 0o077])
def test_it_is_made_beneath_the_cache_root_for_the_user_alone(cache: Path, umask: int) -> None:
    """Before a command starts, and 0700 whatever the umask."""
    before = os.umask(umask)
    try:
        scratch = Path(find(str(cache), make=True).path)
    finally:
        os.umask(before)
    assert scratch.parent == cache
    assert stat.S_IMODE(scratch.stat().st_mode) == 0o700
    assert scratch.stat().st_uid == os.geteuid()


def test_it_is_the_same_each_time(cache: Path) -> None:
    """What is in it stays."""
    left = Path(find(str(cache), make=True).path, "left")
    left.write_text("by a command")
    assert find(str(cache), make=True).path == str(left.parent)
    assert left.exists()


def test_who_only_asks_makes_none(cache: Path) -> None:
    """The answer is the same."""
    asked = find(str(cache), make=False)
    assert not list(cache.iterdir())
    assert (asked.path, asked.room) == (find(str(cache), make=True).path, find(str(cache), make=True).room)


@pytest.mark.parametrize("what", ["a link", "a file", "open to others", "somebody else's", "a cache that is gone"])
def test_nothing_that_is_not_private_is_taken(cache: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """No command runs: it says what is wrong, and what to do."""
    place = Path(find(str(cache), make=True).path)
    if what == "somebody else's":
        monkeypatch.setattr(calls, "user", lambda: os.geteuid() + 1)
    elif what == "open to others":
        place.chmod(0o711)
    else:
        place.rmdir()
    if what == "a link":
        (cache / "target").mkdir(mode=0o700)
        place.symlink_to("target")
    elif what == "a file":
        place.write_text("")
    elif what == "a cache that is gone":
        cache.rmdir()
    for make in (True, False) if what != "a cache that is gone" else (True,):  # who only asks hears the same
        with pytest.raises(ScratchError) as caught:
            find(str(cache), make)
        assert caught.value.clause == "CONF-3"
        assert "TMPDIR" in caught.value.message
        assert " — " in caught.value.message


def test_it_is_short(cache: Path) -> None:
    """Also beneath a private cache it leaves room for the names that tools give their sockets."""
    name = private_name("/home/somebody/source/project")
    longest = Path("/home/somebody/.cache/tsr", name, Path(find(str(cache), make=True).path).name)
    assert Scratch(str(longest)).room >= 52


def test_its_room_is_what_fits(cache: Path) -> None:
    """A socket with a name of that many bytes can be bound in it, and none with a longer one."""
    scratch = find(str(cache), make=True)
    if scratch.room < 1:
        pytest.skip("the directory for temporary files has too long a path")
    with socket.socket(socket.AF_UNIX) as here:
        here.bind(f"{scratch.path}/{'x' * scratch.room}")
    with socket.socket(socket.AF_UNIX) as here, pytest.raises(OSError, match="too long"):
        here.bind(f"{scratch.path}/{'x' * (scratch.room + 1)}")


def test_a_path_that_leaves_little_room_is_said(cache: Path) -> None:
    """With a way out; a short one is not worth a word."""
    assert Scratch("/home/somebody/.cache/tsr-tmp").remark() == ""
    assert "cache_root" in Scratch("/" + "x" * 90).remark()
    assert "leaves 0 bytes" in Scratch("/" + "x" * 200).remark()
