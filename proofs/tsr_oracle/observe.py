"""What is there after a run: the tree, the output, the programs that were started, and what was left behind."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, replace

from tsr_oracle import programs, recorder
from tsr_oracle.materialise import owner_of
from tsr_oracle.recorder import Mark, Started
from tsr_oracle.removal import standing_in
from tsr_oracle.scratch import OLD, Area, World
from tsr_oracle.subject import Ended, Survivor
from tsr_spec.case import OTHER, Child, Directory, Entry, File, Link, Mount, Special

CAP = 1 << 20
"""How many bytes of an output or of a file are looked at; what is longer is cut there, and marked."""

MOST = 20_000
"""How many entries of a tree are looked at. More is told by the last one being Strange."""


@dataclass(frozen=True, slots=True)
class Strange:
    """What a case has no words for: a device, say, or a place that can't be looked at."""

    path: str
    what: str


@dataclass(frozen=True, slots=True)
class Seen:
    """One entry of a tree, as a case would write it.

    A further name of a file is seen as a File too, and `same_as` is then the first path, in order, of that file.
    `fresh` says that the entry has another time than everything had at the start; `cut`, that the file is longer.
    """

    entry: Entry | Strange
    mode: int
    fresh: bool
    same_as: str | None = None
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Observation:
    """All that was observed of one case. `exit` is None where a signal or the time limit ended the subject.

    Real places are turned back into `/@WORLD@` and `/@OTHER@` everywhere. `beyond` has what was made or is gone above
    the world, `cut` the outputs that were longer than `CAP`. `duration` is in seconds. `marks` has what the programs
    said and what was sent to the subject, in the order in which it was heard.
    """

    exit: int | None
    signal: int | None
    timed_out: bool
    stdout: str
    stderr: str
    tree: dict[str, Seen]
    started: tuple[Started, ...]
    survivors: tuple[Survivor, ...]
    beyond: tuple[str, ...]
    cut: tuple[str, ...]
    duration: float
    marks: tuple[Mark, ...] = ()

    @property
    def children(self) -> tuple[Child, ...]:
        """The programs that were started, in order, as a case writes them."""
        return tuple(one.child for one in self.started)


def observe(world: World, area: Area, ended: Ended) -> Observation:
    """Everything about the world after the subject has ended."""
    said = ended.said or recorder.lines(world)
    names = recorder.names(said)
    output = {name: os.pread(handle, CAP + 1, 0) for name, handle in (("stdout", area.stdout), ("stderr", area.stderr))}
    return Observation(
        exit=ended.exit,
        signal=ended.signal,
        timed_out=ended.timed_out,
        stdout=world.written(programs.named(world.records, output["stdout"][:CAP])),
        stderr=world.written(output["stderr"][:CAP]),
        tree=snapshot(world),
        started=recorder.read(world, said),
        survivors=tuple(replace(one, name=names.get(one.pid, "")) for one in ended.survivors),
        beyond=area.strays(world),
        cut=tuple(name for name, text in output.items() if len(text) > CAP),
        duration=ended.duration,
        marks=recorder.marks(said),
    )


# --- the tree ------------------------------------------------------------------------------------------------------


def snapshot(world: World) -> dict[str, Seen]:
    """Everything in the world and in its part of the second file system, by path; parents first, names in order."""
    opened: list[tuple[bytes, int]] = []
    try:
        _open_up(world.path, opened)
        there = os.path.isdir(world.path)
        with standing_in(world.path if there else b"/"):
            return _look_through(world, [(b".", "")] if there else [])
    finally:
        _shut(opened)


def _look_through(world: World, waiting: list[tuple[bytes, str]]) -> dict[str, Seen]:
    """All that is beneath these places, for who stands in the world."""
    tree: dict[str, Seen] = {}
    files: dict[tuple[int, int], str] = {}
    opened: list[tuple[bytes, int]] = []
    if world.other is not None:
        waiting.insert(0, (world.other, OTHER + "/"))
    try:
        while waiting and len(tree) < MOST:
            place, prefix = waiting.pop()
            device = _device(place) if world.mounted else None
            inner = []
            for name in _names(place, opened):
                here = name if place == b"." else place + b"/" + name
                path = prefix + name.decode("utf-8", "surrogateescape")
                tree[path] = seen = _look(here, path, world, files, device)
                if isinstance(seen.entry, Directory | Mount):
                    inner.append((here, path + "/"))
            waiting += reversed(inner)
    finally:
        _shut(opened)
    if waiting:
        tree["…"] = Seen(Strange("…", f"more than {MOST} entries"), 0, fresh=True)
    return tree


def _open_up(place: bytes, opened: list[tuple[bytes, int]]) -> None:
    """Open up a directory that its owner may not look into, and note that in `opened`."""
    if os.geteuid() == 0:
        return
    try:
        mode = stat.S_IMODE(os.lstat(place).st_mode)
        if mode & 0o500 != 0o500:
            os.chmod(place, mode | 0o700)
            opened.append((place, mode))
    except OSError:
        pass


def _shut(opened: list[tuple[bytes, int]]) -> None:
    for place, mode in reversed(opened):
        os.chmod(place, mode)


def _names(place: bytes, opened: list[tuple[bytes, int]]) -> list[bytes]:
    """The names in a directory, opened up where need be."""
    _open_up(place, opened)
    try:
        return sorted(os.listdir(place))
    except OSError:
        return []


def _device(place: bytes) -> int | None:
    try:
        return os.lstat(place).st_dev
    except OSError:
        return None


def _look(place: bytes, path: str, world: World, files: dict[tuple[int, int], str], device: int | None) -> Seen:
    try:
        found = os.lstat(place)
        mode, fresh = stat.S_IMODE(found.st_mode), found.st_mtime_ns != OLD * 1_000_000_000
        kind = stat.S_IFMT(found.st_mode)
        owner = owner_of(found.st_uid)
        if kind == stat.S_IFDIR:
            mounted = device is not None and found.st_dev != device
            return Seen(Mount(path) if mounted else Directory(path, mode, owner), mode, fresh)
        if kind == stat.S_IFLNK:
            return Seen(Link(path, world.written(os.readlink(place)), owner), mode, fresh)
        if kind != stat.S_IFREG:
            return Seen(_special(path, kind), mode, fresh)
        first = files.setdefault((found.st_dev, found.st_ino), path) if found.st_nlink > 1 else path
        data = _content(place, mode)
    except OSError as error:
        return Seen(Strange(path, error.strerror or str(error)), 0, fresh=True)
    program = programs.program_of(world.records, path, data)
    entry = program or File(path, world.written(data[:CAP]), mode, owner)
    return Seen(entry, mode, fresh, None if first == path else first, len(data) > CAP)


def _special(path: str, kind: int) -> Special | Strange:
    if kind == stat.S_IFIFO:
        return Special(path, "fifo")
    return Special(path, "socket") if kind == stat.S_IFSOCK else Strange(path, "a device")


def _content(place: bytes, mode: int) -> bytes:
    try:
        handle = os.open(place, os.O_RDONLY | os.O_NOFOLLOW)
    except PermissionError:
        os.chmod(place, mode | 0o400)
        handle = os.open(place, os.O_RDONLY | os.O_NOFOLLOW)
        os.fchmod(handle, mode)
    try:
        return os.read(handle, CAP + 1)
    finally:
        os.close(handle)
