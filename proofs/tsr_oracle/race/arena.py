"""Where a round is played: a workspace, made anew for each, and the outside, made once and looked at closely."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tsr_oracle.race.sites import outside
from tsr_oracle.removal import empty
from tsr_oracle.scratch import OLD, Area, World
from tsr_spec.case import Directory, Entry, File, Link

_OLD = OLD * 1_000_000_000
_UNSEEN = os.O_RDONLY | os.O_NOFOLLOW | os.O_NOATIME
"""So that looking at the outside leaves no trace: a trace is then somebody else's."""


@dataclass(frozen=True, slots=True)
class Here:
    """One entry as it is: its kind and mode, whose it is, what it holds, and all times that tell of a change.

    `read` is when it was last read, None for a link, which anybody may look at who wants to know where it leads.
    """

    mode: int
    number: int
    names: int
    owner: tuple[int, int]
    holds: bytes
    changed: tuple[int, int]
    read: int | None


class Arena:
    """A world with a workspace that is emptied and filled, and an outside that has to stay as it is."""

    def __init__(self, area: Area) -> None:
        self._area = area
        self.world: World = area.fresh_world(other=False)
        self.workspace = self.world.place("ws")
        os.mkdir(self.workspace)
        make(self.world, outside())
        self.reads_are_seen = self._sees_reads()
        self._age()
        self._before = self._outside()

    def furnish(self, entries: Iterable[Entry]) -> None:
        """The workspace holds these and nothing else."""
        empty(self.workspace)
        make(self.world, entries)

    def changes(self) -> Iterator[str]:
        """What is not as it was when it was last looked at, outside: in the world and above it."""
        yield from (f"{path}: made or removed" for path in self._area.strays(self.world))
        before, self._before = self._before, self._outside()
        for path in sorted(before.keys() | self._before.keys()):
            was, there = before.get(path), self._before.get(path)
            if was is None or there is None:
                yield f"{path or '.'}: {'made' if was is None else 'removed'}"
            elif was != there:
                yield f"{path or '.'}: {_difference(was, there)}"

    def contents(self) -> Iterator[tuple[str, bytes]]:
        """Every path inside, from the workspace root, with what is there as `held` has it, nothing for a directory."""
        for path, here in _look(self.workspace, ""):
            if path:
                yield path, b"" if stat.S_ISDIR(here.mode) else _held(here.holds, stat.S_ISLNK(here.mode))

    def held(self, entry: Entry) -> bytes:
        """What a file or a link that was made for a round holds."""
        assert isinstance(entry, File | Link)
        text = entry.target if isinstance(entry, Link) else entry.data
        return _held(self.world.real(text), isinstance(entry, Link))

    def _outside(self) -> dict[str, Here]:
        return dict(_look(self.world.path, "", self.workspace))

    def _age(self) -> None:
        for path, here in self._outside().items():
            if not stat.S_ISLNK(here.mode):
                os.utime(self.world.place(path), ns=(_OLD, _OLD))

    def _sees_reads(self) -> bool:
        """Whether the file system notes when a file is read, as long as its times are old."""
        make(self.world, [File("ws/probe", "x")])
        probe = self.world.place("ws/probe")
        os.utime(probe, ns=(_OLD, _OLD))
        with open(probe, "rb") as file:
            file.read()
        return os.stat(probe).st_atime_ns != _OLD


def _held(holds: bytes, is_link: bool) -> bytes:
    return b"-> " + holds if is_link else holds


def _look(place: bytes, path: str, without: bytes = b"") -> Iterator[tuple[str, Here]]:
    """What is at the place and beneath it, but for one place and what is beneath that."""
    try:
        found = os.lstat(place)
    except FileNotFoundError:  # it is the first one, and gone: somebody went that far
        return
    kind = stat.S_IFMT(found.st_mode)
    names: list[bytes] = []
    holds = b""
    if kind == stat.S_IFLNK:
        holds = os.readlink(place)
    elif kind in (stat.S_IFREG, stat.S_IFDIR):
        handle = os.open(place, _UNSEEN)
        try:
            if kind == stat.S_IFDIR:
                names = sorted(map(os.fsencode, os.listdir(handle)))
                holds = b"\0".join(names)
            else:
                holds = os.read(handle, 1 << 20)
        finally:
            os.close(handle)
    yield path, _here(found, holds)
    for name in names:
        here = place + b"/" + name
        if here != without:
            inner = name.decode("utf-8", "backslashreplace")
            yield from _look(here, f"{path}/{inner}" if path else inner, without)


def _here(found: os.stat_result, holds: bytes) -> Here:
    return Here(
        found.st_mode,
        found.st_ino,
        found.st_nlink,
        (found.st_uid, found.st_gid),
        holds,
        (found.st_mtime_ns, found.st_ctime_ns),
        None if stat.S_ISLNK(found.st_mode) else found.st_atime_ns,
    )


def _difference(was: Here, there: Here) -> str:
    """In words, the worst first."""
    if stat.S_IFMT(was.mode) != stat.S_IFMT(there.mode):
        return "another kind of entry"
    if was.holds != there.holds:
        return "other names in it" if stat.S_ISDIR(was.mode) else "other contents"
    if was.mode != there.mode or was.owner != there.owner:
        return "another mode or owner"
    return "changed" if was.changed != there.changed or was.names != there.names else "read"


# --- making ----------------------------------------------------------------------------------------------------------


def make(world: World, entries: Iterable[Entry]) -> None:
    """Make the entries, and the directories that they are in. Of several with one path the first counts."""
    there: set[str] = set()
    for entry in entries:
        if entry.path in there:
            continue
        there.add(entry.path)
        place = world.place(entry.path)
        if isinstance(entry, Directory):
            os.makedirs(place, exist_ok=True)
            continue
        _make_above(place, there)
        if isinstance(entry, Link):
            os.symlink(world.real(entry.target), place)
        elif isinstance(entry, File):
            with open(place, "xb") as file:
                file.write(world.real(entry.data))
        else:
            raise AssertionError(entry)


def _make_above(place: bytes, there: set[str]) -> None:
    above = os.path.dirname(place)
    known = os.fsdecode(above)
    if known not in there:
        os.makedirs(above, exist_ok=True)
        there.add(known)
