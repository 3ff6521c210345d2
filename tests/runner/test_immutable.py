"""Files and directories that even root may not change: immutable ones, and those that only grow (BUILTIN-23)."""

from __future__ import annotations

import array
import fcntl
import os
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from conftest import Workspace
from mounts import directory_elsewhere

pytestmark = pytest.mark.skipif(os.getuid() != 0, reason="only root can make something immutable")

# FS_IOC_GETFLAGS and FS_IOC_SETFLAGS of <linux/fs.h>, which take a `long`, and two of the flags.
_LONG = struct.calcsize("l")
GET_FLAGS, SET_FLAGS = (2 << 30 | _LONG << 16 | ord("f") << 8 | 1), (1 << 30 | _LONG << 16 | ord("f") << 8 | 2)
IMMUTABLE, APPEND_ONLY = 0x10, 0x20
FLAGS = {"i": IMMUTABLE, "a": APPEND_ONLY}

EPERM = "Operation not permitted"


def set_flags(path: Path, flags: int) -> None:
    """Set these of the two flags, and clear the other one."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        value = array.array("l", [0])
        fcntl.ioctl(descriptor, GET_FLAGS, value)
        value[0] = value[0] & ~(IMMUTABLE | APPEND_ONLY) | flags
        fcntl.ioctl(descriptor, SET_FLAGS, value)
    finally:
        os.close(descriptor)


@pytest.fixture
def protect(open_ws: Workspace) -> Iterator[Callable[[Path, str], None]]:
    """Make something immutable (`i`) or append-only (`a`) until the test ends."""

    def clear() -> None:
        for directory, directories, files in os.walk(open_ws.base):
            for name in directories + files:
                path = Path(directory, name)
                if not path.is_symlink():
                    set_flags(path, 0)

    def set_one(path: Path, flag: str) -> None:
        try:
            set_flags(path, FLAGS[flag])
        except OSError as error:
            pytest.skip(f"this file system has no such flags: {error.strerror}")
        protected.append(path)

    protected: list[Path] = []
    try:
        yield set_one
    finally:
        if protected:
            clear()  # of all, since they may have been renamed, lest the scratch can't be taken away


TREE = {"f": "f", "g": "g", "t": "d", "t/a": "a", "t/b": "b", "t/sub": "d", "t/sub/c": "c"}


@dataclass(frozen=True)
class Case:
    """A command, what is protected, what is said (each line with `EPERM` behind it), and what changes all the same."""

    run: str
    flags: dict[str, str]
    says: str = ""
    changes: dict[str, str | None] = field(default_factory=dict)


def gone(*names: str) -> dict[str, str | None]:
    return dict.fromkeys(names)


CASES = [
    Case("rm f g", {"f": "i"}, "f", gone("g")),
    Case("rm -f f g", {"f": "a"}, "f", gone("g")),
    Case("rm -r t g", {"t/a": "i"}, "t/a", gone("t/b", "t/sub", "t/sub/c", "g")),
    Case("rm -rf t g", {"t/sub": "i"}, "t/sub/c", gone("t/a", "t/b", "g")),
    Case("rm -rf t g", {"t/sub": "a"}, "t/sub/c", gone("t/a", "t/b", "g")),
    Case("rm -rf t", {"t": "i"}, "t/a t/b t/sub", gone("t/sub/c")),
    Case("cat f g", {"f": "i", "g": "a"}),
    Case("touch f g", {"f": "i"}, "f"),
    Case("touch g", {"g": "a"}),
    Case("touch t/new g new", {"t": "i"}, "t/new", {"new": ""}),
    Case("touch t/new", {"t": "a"}, "", {"t/new": ""}),
    Case("mkdir t/new new", {"t": "i"}, "t/new", {"new": "d"}),
    Case("mkdir -p t/new/er new", {"t": "i"}, "t/new/er", {"new": "d"}),
    Case("mkdir -p t/sub", {"t": "i", "t/sub": "i"}),
    Case("mkdir -p t/new", {"t": "a"}, "", {"t/new": "d"}),
    Case("cp f g", {"g": "i"}, "g"),
    Case("cp f g", {"g": "a"}, "g"),
    Case("cp f g t", {"t": "i"}, "t/f t/g"),
    Case("cp f t", {"t": "a"}, "", {"t/f": "f"}),
    Case("cp f t/a", {"t": "i"}, "", {"t/a": "f"}),
    Case("cp f new", {"f": "i"}, "", {"new": "f"}),
    Case("cp -r t new", {"t": "i", "t/sub": "a", "t/a": "i"}, "",
         {"new": "d", "new/a": "a", "new/b": "b", "new/sub": "d", "new/sub/c": "c"}),
    Case("mv f new", {"f": "i"}, "f"),
    Case("mv f new", {"f": "a"}, "f"),
    Case("mv f g", {"g": "i"}, "f|g"),
    Case("mv f g", {"g": "a"}, "f|g"),
    Case("mv f t", {"t": "i"}, "f|t/f"),
    Case("mv t/a new", {"t": "i"}, "t/a"),
    Case("mv t/a new", {"t": "a"}, "t/a"),
    Case("mv t new", {"t": "i"}, "t"),
    Case("mv t new", {"t/sub": "i"}, "",
         {**gone(*(name for name in TREE if name[0] == "t")),
          "new": "d", "new/a": "a", "new/b": "b", "new/sub": "d", "new/sub/c": "c"}),
]  # fmt: skip


def plant(root: Path) -> None:
    for name, content in TREE.items():
        if content == "d":
            (root / name).mkdir()
        else:
            (root / name).write_text(content)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.run}, {case.flags}")
def test_protected(open_ws: Workspace, protect: Callable[[Path, str], None], case: Case) -> None:
    """What can't be changed is said and stays as it is; the rest goes on."""
    ws = open_ws
    plant(ws.root)
    for name, flag in case.flags.items():
        protect(ws.root / name, flag)
    result = ws.run(case.run)
    lines, expected = result.err.splitlines(), case.says.split()
    assert len(lines) == len(expected), result
    for line, places in zip(lines, expected, strict=True):
        assert line in [f"{case.run.split()[0]}: '{place}': {EPERM}" for place in places.split("|")]
    assert result.code == bool(case.says)
    after = {**TREE, **case.changes}
    assert ws.tree() == {name: content for name, content in after.items() if content is not None}


@pytest.fixture
def other(open_ws: Workspace) -> Iterator[Path]:
    yield from directory_elsewhere(open_ws.root)


@pytest.mark.parametrize(
    ("run", "flags", "says", "stays"),
    [
        ("mv f OTHER", {"f": "i"}, ["f"], {"f"}),
        ("mv t OTHER", {"t/a": "i"}, ["t/a"], {"t", "t/a"}),
        ("mv t OTHER", {"t/sub": "a"}, ["t/sub/c"], {"t", "t/sub", "t/sub/c"}),
    ],
)
def test_move_of_what_cannot_be_taken_away(
    open_ws: Workspace,
    protect: Callable[[Path, str], None],
    other: Path,
    run: str,
    flags: dict[str, str],
    says: list[str],
    stays: set[str],
) -> None:
    """BUILTIN-22: the copy is whole before anything is taken away; what can't be is reported, and 1."""
    ws = open_ws
    plant(ws.root)
    for name, flag in flags.items():
        protect(ws.root / name, flag)
    result = ws.run(run.replace("OTHER", str(other)), allow=[str(other)])
    assert (result.code, result.err) == (1, "".join(f"mv: '{name}': {EPERM}\n" for name in says))
    moved = {name: content for name, content in TREE.items() if name[0] == run[3]}
    assert ws.tree(other) == moved
    assert ws.tree() == {name: TREE[name] for name in TREE if name in stays or name not in moved}


@pytest.mark.parametrize("flag", ["i", "a"])
@pytest.mark.parametrize("source", ["f", "t"])
def test_move_from_elsewhere(
    open_ws: Workspace, protect: Callable[[Path, str], None], other: Path, source: str, flag: str
) -> None:
    """BUILTIN-22: what can't be replaced, or be given a name, leaves the source as it is and nothing beside it."""
    ws = open_ws
    plant(ws.root)
    (ws.root / "to").mkdir()
    (ws.root / "to/f").write_text("old")
    (other / "t").mkdir()
    (other / "t/x").write_text("x")
    (other / "f").write_text("new")
    protect(ws.root / "to/f", flag)
    before = ws.tree()
    result = ws.run(f"mv {other}/f to", allow=[str(other)])
    assert (result.code, result.err) in [(1, f"mv: '{name}': {EPERM}\n") for name in (f"{other}/f", "to/f")]
    assert ws.tree() == before
    protect(ws.root / "t", "i")
    result = ws.run(f"mv {other}/{source} t", allow=[str(other)])
    assert (result.code, result.err) in [
        (1, f"mv: '{name}': {EPERM}\n") for name in (f"{other}/{source}", f"t/{source}")
    ]
    assert ws.tree() == before
    assert ws.tree(other) == {"f": "new", "t": "d", "t/x": "x"}


@pytest.mark.parametrize("source", ["f", "t"])
def test_move_into_what_only_grows(
    open_ws: Workspace, protect: Callable[[Path, str], None], other: Path, source: str
) -> None:
    """BUILTIN-22: nothing can be renamed there: it arrives whole all the same, or the source is as it was."""
    ws = open_ws
    (other / "t").mkdir()
    (other / "t/x").write_text("x")
    (other / "f").write_text("new")
    (ws.root / "t").mkdir()
    protect(ws.root / "t", "a")
    here = ws.tree(other)
    result = ws.run(f"mv {other}/{source} t", allow=[str(other)])
    if result.code == 0:
        assert ws.tree(ws.root / "t") == {name: here[name] for name in here if name[0] == source}
    else:
        assert (result.code, EPERM in result.err) == (1, True)
        assert ws.tree(other) == here
        assert not (ws.root / "t" / source).exists()
