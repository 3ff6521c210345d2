"""The places where cases are played: made for one worker, used by nobody else, and removed by whoever made them.

    <scratch>/                    0700, named for the process that made it
        above/above/…/            so deep that no chain of `..` in a case climbs out of it
            00000001/             a world, fresh for each case
        mounted/                  what has a file system mounted in it, while no world has it
        records/00000001/         where the programs of that world say how they were started
        stdin, stdout, stderr     what the subject's descriptors 0, 1, 2 are connected to

A second such scratch lies on another file system, where there is one, for what a case writes as `/@OTHER@`.
"""

from __future__ import annotations

import os
import signal
import tempfile
from dataclasses import dataclass
from types import TracebackType

from tsr_oracle.mounting import Mounted, MountError, enter_namespace
from tsr_oracle.removal import remove
from tsr_spec.case import OTHER, WORLD

DEPTH = 12
OLD = 981_173_106
"""The time that everything in a fresh world has: in 2001, so that whatever is touched later shows it."""


class ScratchError(RuntimeError):
    """There is no place to play the case in: says what is missing."""


@dataclass(frozen=True, slots=True)
class World:
    """One fresh world: its real place, the real place of `/@OTHER@`, and where its programs leave their records.

    `mounted`: its `ws` is there already, with a file system mounted at its `mnt`.
    """

    path: bytes
    other: bytes | None
    records: bytes
    mounted: bool = False

    def real(self, text: str) -> bytes:
        """The bytes that a case's text stands for here."""
        raw = text.encode("utf-8", "surrogateescape")
        if b"/@" not in raw:
            return raw
        raw = raw.replace(WORLD.encode(), self.path)
        return raw if self.other is None else raw.replace(OTHER.encode(), self.other)

    def place(self, path: str) -> bytes:
        """The real place of a path of a case."""
        if path.startswith(OTHER):
            return self.real(path)
        return self.path if path in ("", ".") else self.path + b"/" + path.encode("utf-8", "surrogateescape")

    def near(self, path: str) -> bytes:
        """The same for who stands in the world."""
        return self.real(path) if path.startswith(OTHER) else path.encode("utf-8", "surrogateescape") or b"."

    def written(self, raw: bytes) -> str:
        """The bytes as a case would write them, without the real places."""
        if self.path in raw:
            raw = raw.replace(self.path, WORLD.encode())
        if self.other is not None and self.other in raw:
            raw = raw.replace(self.other, OTHER.encode())
        return raw.decode("utf-8", "surrogateescape")

    def relative(self, raw: bytes) -> str:
        """The real path as a path of a case: relative to the world where it lies in it."""
        text = self.written(raw)
        return "." if text == WORLD else text.removeprefix(WORLD + "/")


class Area:
    """A worker's scratch areas. A context manager: leaving it removes all that was made.

    Raises ScratchError where no directory is to be had that is writable and may hold programs. `other_reason` says
    why there is no second file system, where there is none; `mount_reason`, why there is none to be mounted. `stdin`,
    `stdout` and `stderr` are open files, and `null` is the null device: what a subject's descriptors are made of.
    """

    def __init__(self) -> None:
        self._maker = os.getpid()
        self._count = 0
        self._mounted: Mounted | None = None
        self.mount_reason = "none was made"
        parents = _parents()
        if not parents:
            raise ScratchError("no directory for scratch: none of /dev/shm, TMPDIR and /var/tmp will do")
        self.root = _make_root(parents[0])
        self.other_root: bytes | None = None
        self.other_reason = f"no second writable file system besides that of {os.fsdecode(parents[0])}"
        try:
            self._furnish(parents)
        except BaseException:
            self.close()
            raise

    def _furnish(self, parents: list[bytes]) -> None:
        for name in (b"/records", b"/mounted"):
            os.mkdir(self.root + name, 0o700)
        self.stdin, self.stdout, self.stderr = (
            os.open(self.root + name, os.O_RDWR | os.O_CREAT | more, 0o600)
            for name, more in ((b"/stdin", 0), (b"/stdout", os.O_APPEND), (b"/stderr", os.O_APPEND))
        )
        self.null = os.open(os.devnull, os.O_RDWR)
        self._above = Above(self.root, WORLD)
        device = os.stat(parents[0]).st_dev
        for parent in parents[1:]:
            if os.stat(parent).st_dev != device:
                self.other_root, self.other_reason = _make_root(parent), ""
                self._other_above = Above(self.other_root, OTHER)
                break

    @property
    def loose(self) -> bytes | None:
        """A directory above the scratch that another user may write to or owns, or None (PERM-3)."""
        place = self.root
        while place != b"/":
            place = os.path.dirname(place)
            found = os.stat(place)
            if found.st_uid not in (0, os.geteuid()) or (found.st_mode & 0o022 and not found.st_mode & 0o1000):
                return place
        return None

    @property
    def roots(self) -> tuple[str, ...]:
        """All that a worker needs to write to."""
        return tuple(os.fsdecode(root) for root in self._roots)

    @property
    def _roots(self) -> list[bytes]:
        return [root for root in (self.root, self.other_root) if root is not None]

    def fresh_world(self, *, other: bool, mounted: bool = False) -> World:
        """An empty world, with a second file system or one that is mounted in it. Raises ScratchError."""
        if other and self.other_root is None:
            raise ScratchError(self.other_reason)
        if mounted and self._mounted is None:
            raise ScratchError(self.mount_reason)
        self._count += 1
        name = b"%08x" % self._count
        world = World(
            path=self._above.make(name),
            other=self._other_above.make(name) if other else None,
            records=self.root + b"/records/" + name,
            mounted=mounted,
        )
        if mounted and self._mounted is not None:
            self._mounted.lend(world.path)
        return world

    def strays(self, world: World) -> tuple[str, ...]:
        """What was made or is gone in the scratch areas beyond the world: paths from the world upwards."""
        found = self._above.strays(world.path)
        return found if world.other is None else found + self._other_above.strays(world.other)

    def discard(self, world: World) -> None:
        """Remove the world, its records and whatever was left beyond it; the mount is kept for the next one."""
        if world.mounted:
            self._take_mount_back()
        self._above.discard(world.path)
        if world.other is not None:
            self._other_above.discard(world.other)
        remove(world.records)

    def _take_mount_back(self) -> None:
        try:
            if self._mounted is not None:
                self._mounted.take_back()
        except MountError as error:
            self._mounted, self.mount_reason = None, str(error)

    def provide_mount(self) -> None:
        """Have a file system to mount in a world. Where there can be none, `mount_reason` says why.

        For a worker with one thread that is not confined yet, and has a keeper: that one does not see the mount and so
        removes the directory that it is made on.
        """
        assert os.getpid() != self._maker
        try:
            enter_namespace()
            self._mounted, self.mount_reason = Mounted(self.root + b"/mounted"), ""
        except MountError as error:
            self.mount_reason = str(error)

    def close(self) -> None:
        """Remove everything; a Ctrl-C waits until it is done. In a forked child of the maker: nothing happens."""
        if os.getpid() != self._maker:
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
        try:
            for name in ("stdin", "stdout", "stderr", "null"):
                if name in self.__dict__:
                    os.close(self.__dict__.pop(name))
            for name in ("_above", "_other_above"):
                if name in self.__dict__:
                    self.__dict__.pop(name).close()
            for root in self._roots:
                remove(root)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def __enter__(self) -> Area:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


# --- making --------------------------------------------------------------------------------------------------------


def _parents() -> list[bytes]:
    """Directories that scratch may be made in, best first. The first may hold programs."""
    wished = (b"/dev/shm", os.fsencode(tempfile.gettempdir()), b"/var/tmp")
    usable = [place for place in dict.fromkeys(map(os.path.realpath, wished)) if _is_usable(place)]
    runnable = [place for place in usable if not os.statvfs(place).f_flag & getattr(os, "ST_NOEXEC", 8)]
    return runnable[:1] + [place for place in usable if place not in runnable[:1]] if runnable else []


def _is_usable(place: bytes) -> bool:
    return os.path.isdir(place) and os.access(place, os.W_OK | os.X_OK)


def _make_root(parent: bytes) -> bytes:
    return tempfile.mkdtemp(prefix=b"tsr-oracle-%d-" % os.getpid(), dir=parent)


# --- above a world -------------------------------------------------------------------------------------------------


class Above:
    """The directories above a world, each held open: what happens to them is seen, whatever becomes of them."""

    def __init__(self, root: bytes, sign: str) -> None:
        self._root, self._sign = root, sign
        self._base = root + b"/above" * DEPTH
        self._descend()

    def _descend(self) -> None:
        places = [self._root + b"/above" * depth for depth in range(DEPTH + 1)]
        for place in places[1:]:
            os.mkdir(place, 0o700)
        self._handles = [os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW) for place in reversed(places)]
        self._names = [set(os.listdir(handle)) for handle in self._handles]
        for handle in self._handles:
            os.utime(handle, (OLD, OLD))

    def make(self, name: bytes) -> bytes:
        """A fresh directory at the lowest place; its path."""
        path = self._base + b"/" + name
        os.mkdir(path, 0o755)
        os.chmod(path, 0o755)
        os.utime(self._handles[0], (OLD, OLD))
        return path

    def strays(self, path: bytes) -> tuple[str, ...]:
        """What was made or is gone above that fresh directory."""
        found: list[str] = []
        for level, handle in enumerate(self._handles):
            if os.stat(handle).st_mtime_ns != OLD * 1_000_000_000:
                own = {os.path.basename(path).decode()} if level == 0 else set()
                differing = (self._names[level] | own) ^ set(os.listdir(handle))
                found += [self._sign] if own & differing else []
                found += [self._sign + "/.." * (level + 1) + "/" + name for name in sorted(differing - own)]
        return tuple(found)

    def discard(self, path: bytes) -> None:
        """Remove the fresh directory, and put right what was changed above it."""
        disturbed = self.strays(path)
        remove(path)
        if disturbed:
            self.close()
            kept = self._names[-1] - {"above"}
            for name in os.listdir(os.fsdecode(self._root)):
                if name not in kept:
                    remove(self._root + b"/" + os.fsencode(name))
            self._descend()

    def close(self) -> None:
        """Let go of the directories; they stay."""
        while self._handles:
            os.close(self._handles.pop())
