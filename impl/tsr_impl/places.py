"""Places: where a name leads, held by an open directory, and what can be done there.

A `Place` is a physical location, for judging and for messages. `Entry` and `Content` are the two
roles of FENCE-4, each an open directory and a last name. Only `fence` makes them from a name, and
a builtin can touch the file system through nothing else; no operation here follows a link.

Every operation raises `Fault`, which carries the name as the user wrote it.
"""

from __future__ import annotations

import errno
import os
import stat

from tsr_impl import calls, interrupts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Concatenate, ParamSpec, Protocol, TypeVar

    class _Labelled(Protocol):
        label: Label

    P = ParamSpec("P")
    R = TypeVar("R")
    S = TypeVar("S", bound=_Labelled)
    Self = TypeVar("Self", bound="_Handle")

# What there can be at a place.
MISSING, FILE, DIRECTORY, LINK, SPECIAL = "missing", "file", "directory", "link", "special"

PERMISSION_BITS = 0o777

# What a rename says about the name to be replaced, rather than about the one to be moved.
_FAULTS_OF_A_TARGET = (errno.EEXIST, errno.ENOTEMPTY, errno.EISDIR, errno.ENOTDIR)


class Fault(Exception):
    """An operand could not be dealt with: `label`, `reason`, and the `number` of errno or 0."""

    def __init__(self, label: object, reason: str, number: int = 0) -> None:
        super().__init__(label, reason)
        self.label = label
        self.reason = reason
        self.number = number

    def __str__(self) -> str:
        return self.reason


def system_fault(label: object, number: int | None) -> Fault:
    """The fault that the system itself reports with errno `number`."""
    return Fault(label, os.strerror(number or 0), number or 0)


class Label:
    """A name as the user wrote it, and what a walk added. Cheap, whatever the depth."""

    __slots__ = ("name", "parent")

    def __init__(self, name: str, parent: Label | None = None) -> None:
        self.name = name
        self.parent = parent

    def __str__(self) -> str:
        parts = []
        at: Label | None = self
        while at is not None:
            parts.append(at.name if at is self else at.name.rstrip("/"))
            at = at.parent
        return "/".join(reversed(parts))


class Place:
    """A physical location: a name in a place, up to the root, which is in none.

    `inside` says whether it lies within the bounds (FENCE): what is beneath such a place does too,
    so that it costs nothing to know. `identity` is that of the directory which was opened here.
    """

    __slots__ = ("identity", "inside", "name", "parent")

    def __init__(self, parent: Place | None, name: str, bounds: frozenset[str]) -> None:
        self.parent = parent
        self.name = name
        self.identity: tuple[int, int] | None = None
        self.inside: bool = (parent is not None and parent.inside) or (bool(bounds) and self.path() in bounds)

    def path(self) -> str:
        parts: list[str] = []
        at: Place | None = self
        while at is not None:
            parts.append(at.name)
            at = at.parent
        return "/".join(reversed(parts)) or "/"

    def is_within(self, other: Place) -> bool:
        """Whether this is `other` or lies beneath it."""
        return is_within(self.path(), other.path())


def is_within(path: str, other: str) -> bool:
    """Whether the physical path `path` is `other` or lies beneath it; whole names count (FENCE-19)."""
    return path == other or path.startswith(other.rstrip("/") + "/")


def kind_of(status: os.stat_result) -> str:
    """FILE, DIRECTORY, LINK or SPECIAL."""
    mode = status.st_mode
    if stat.S_ISREG(mode):
        return FILE
    if stat.S_ISDIR(mode):
        return DIRECTORY
    return LINK if stat.S_ISLNK(mode) else SPECIAL


def identity_of(status: os.stat_result) -> tuple[int, int]:
    """What tells a file from every other one that exists now."""
    return status.st_dev, status.st_ino


def _reporting(
    operation: Callable[Concatenate[S, P], R],
) -> Callable[Concatenate[S, P], R]:
    """Turn an `OSError` of an operation into a `Fault` with the label of its place."""

    def wrapped(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return operation(self, *args, **kwargs)
        except OSError as error:
            raise Fault(self.label, error.strerror or str(error), error.errno or 0) from error

    wrapped.__doc__ = operation.__doc__
    return wrapped


class _Handle:
    """Something that owns a descriptor until it is closed; a context manager for that."""

    __slots__ = ()

    def close(self) -> None:
        raise NotImplementedError

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Directory(_Handle):
    """An open directory and where it physically is."""

    __slots__ = ("descriptor", "label", "place")

    def __init__(self, descriptor: int, place: Place, label: Label) -> None:
        self.descriptor = descriptor
        self.place = place
        self.label = label
        if place.identity is None:
            place.identity = self.identity()

    def close(self) -> None:
        if self.descriptor >= 0:
            calls.close(self.descriptor)
            self.descriptor = -1

    def copy(self, label: Label) -> Directory:
        """The same directory, opened once more. Raises `Fault`."""
        try:
            return self._again(label)
        except OSError as error:
            raise system_fault(label, error.errno) from error

    def _again(self, label: Label) -> Directory:
        return Directory(calls.duplicate(self.descriptor), self.place, label)

    def above(self) -> Directory:
        """The directory that physically holds this one; of `/` itself. Raises `OSError`.

        It must be the directory that was seen there before: out of one that was moved away in the
        meantime there is no way back (FENCE-R).
        """
        if self.place.parent is None:
            return self._again(self.label)
        label = self.label.parent or self.label
        above = Directory(calls.open_directory("..", self.descriptor), self.place.parent, label)
        if above.identity() != self.place.parent.identity:
            above.close()
            raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))
        return above

    def identity(self) -> tuple[int, int]:
        return identity_of(calls.status(self.descriptor))

    @_reporting
    def climb(self) -> Directory:
        """`above`, on the way back from a walk."""
        return self.above()

    @_reporting
    def names(self) -> list[str]:
        """The names in it, sorted by bytes."""
        return calls.names(self.descriptor)

    @_reporting
    def mode(self) -> int:
        """Its permission bits."""
        return stat.S_IMODE(calls.status(self.descriptor).st_mode)

    @_reporting
    def set_mode(self, mode: int) -> None:
        calls.change_mode_of_directory(self.descriptor, mode)

    def entry(self, name: str) -> Entry:
        """A name that a listing of this directory gave, or that is to be new in it.

        Within the bounds if this directory is: an entry is judged by where it is (FENCE-4). Raises
        `Fault`.
        """
        label = Label(name, self.label)
        place = Place(self.place, name, frozenset())
        return Entry(self.copy(label), name, place, label)


class _Named(_Handle):
    """A last name in an open directory, or the directory itself when `name` is empty.

    `broken` is an errno when the way here led through something missing or no directory: the
    place can be judged (FENCE-3), but nothing can be done there. `slash`: the name was written
    with a `/` at its end, so only a directory will do.
    """

    __slots__ = ("broken", "directory", "label", "name", "place", "slash")

    def __init__(
        self,
        directory: Directory,
        name: str,
        place: Place,
        label: Label,
        broken: int = 0,
        slash: bool = False,
    ) -> None:
        self.directory = directory
        self.name = name
        self.place = place
        self.label = label
        self.broken = broken
        self.slash = slash

    def close(self) -> None:
        self.directory.close()

    def _status(self) -> os.stat_result | None:
        """The status of what is here, None if there is nothing. Raises `OSError`.

        A `/` behind the name of a link, or of a file, never makes it the name of what is behind (FENCE-16).
        """
        if self.broken:
            raise OSError(self.broken, os.strerror(self.broken))
        if not self.name:
            return calls.status(self.directory.descriptor)
        try:
            found = calls.status_at(self.directory.descriptor, self.name)
        except FileNotFoundError:
            return None
        if self.slash and not stat.S_ISDIR(found.st_mode):
            raise OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        return found

    def _existing(self) -> os.stat_result:
        found = self._status()
        if found is None:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        return found

    @_reporting
    def kind(self) -> str:
        """MISSING, FILE, DIRECTORY, LINK or SPECIAL."""
        found = self._status()
        return MISSING if found is None else kind_of(found)

    @_reporting
    def status(self) -> os.stat_result:
        """The status of what is here."""
        return self._existing()

    @_reporting
    def identity(self) -> tuple[int, int] | None:
        """The identity of what is here, None if there is nothing."""
        found = self._status()
        return None if found is None else identity_of(found)

    @_reporting
    def open_directory(self) -> Directory:
        """What is here, which must be a directory."""
        self._existing()
        if not self.name:
            return self.directory.copy(self.label)
        descriptor = calls.open_directory(self.name, self.directory.descriptor)
        return Directory(descriptor, self.place, self.label)

    @_reporting
    def make_directory(self, private: bool = False) -> None:
        """A new directory with the mode that the umask leaves, or 0700. EEXIST if there is anything."""
        if self.broken or not self.name:
            number = self.broken or errno.EEXIST
            raise OSError(number, os.strerror(number))
        make = calls.make_private_directory if private else calls.make_directory
        make(self.directory.descriptor, self.name)

    @_reporting
    def make_directory_if_missing(self) -> None:
        """The same, but what another unit has made meanwhile is left as it is, whatever it is."""
        try:
            calls.make_directory(self.directory.descriptor, self.name)
        except FileExistsError:
            return

    @_reporting
    def open_file(self) -> File:
        """The regular file that is here, to be read. Nothing else is ever opened (FENCE-12)."""
        self._require_file(self._existing())
        file = File(calls.open_to_read(self.directory.descriptor, self.name), self.label)
        return file.checked()

    @_reporting
    def create_file(self, mode: int) -> File:
        """A new file to be written; EEXIST if there is an entry of any kind."""
        if self._status() is not None or self.slash:
            number = errno.EISDIR if self.slash else errno.EEXIST
            raise OSError(number, os.strerror(number))
        return File(calls.create(self.directory.descriptor, self.name, mode), self.label)

    @_reporting
    def unlink(self) -> None:
        """Take away the entry, which is no directory; a link itself, not what it leads to."""
        self._existing()
        calls.unlink(self.directory.descriptor, self.name)

    def _require_file(self, found: os.stat_result) -> None:
        if stat.S_ISDIR(found.st_mode):
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(found.st_mode):
            raise Fault(self.label, "not a regular file")


class Entry(_Named):
    """The entry itself: made, removed, renamed. Its last component is never followed (FENCE-4)."""

    __slots__ = ()

    @_reporting
    def remove_directory(self) -> None:
        self._existing()
        calls.remove_directory(self.directory.descriptor, self.name)

    @_reporting
    def read_link(self) -> str:
        return calls.read_link(self.directory.descriptor, self.name)

    @_reporting
    def make_link(self, target: str) -> None:
        calls.make_link(self.directory.descriptor, self.name, target)

    def beside(self, name: str) -> Entry:
        """A new entry in the same directory, with a name like `name` that nobody has.

        Raises `Fault` when that directory is not within the bounds, though this entry is.
        """
        if not self.directory.place.inside:
            raise system_fault(self.label, errno.EEXIST)
        for number in range(1000):
            entry = self.directory.entry(f"{name}-{number}")
            if entry.kind() == MISSING:
                entry.label = self.label
                return entry
            entry.close()
        raise system_fault(self.label, errno.EEXIST)

    @_reporting
    def leads_to(self) -> tuple[int, int] | None:
        """The identity of what a link leads to in the end, None if there is nothing."""
        try:
            return identity_of(calls.status_at(self.directory.descriptor, self.name, follow=True))
        except OSError:
            return None

    def rename(self, target: Entry) -> bool:
        """Move the entry; False when `target` is on another file system."""
        if target.broken or not target.name:
            raise system_fault(target.label, target.broken or errno.EBUSY)
        try:
            calls.rename(self.directory.descriptor, self.name, target.directory.descriptor, target.name)
        except OSError as error:
            if error.errno == errno.EXDEV:
                return False
            at_target = error.errno in _FAULTS_OF_A_TARGET
            raise system_fault(target.label if at_target else self.label, error.errno) from error
        return True


class Content(_Named):
    """What a name leads to: its bytes, its times, the inside of a directory (FENCE-4).

    `by_link`: the last step here was a link.
    """

    __slots__ = ("by_link",)

    def __init__(
        self,
        directory: Directory,
        name: str,
        place: Place,
        label: Label,
        broken: int = 0,
        slash: bool = False,
        by_link: bool = False,
    ) -> None:
        super().__init__(directory, name, place, label, broken, slash)
        self.by_link = by_link

    @_reporting
    def overwrite_file(self) -> File:
        """The regular file that is here, to be written, not yet truncated."""
        self._require_file(self._existing())
        file = File(calls.open_to_write(self.directory.descriptor, self.name), self.label)
        return file.checked()

    @_reporting
    def touch(self) -> None:
        """Make an empty file, or set both times of a file or directory to now."""
        found = self._status()
        if found is None:
            if self.slash:
                raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
            try:
                calls.close(calls.create(self.directory.descriptor, self.name, 0o666))
            except FileExistsError:  # another unit has made it meanwhile
                self.touch()
        elif kind_of(found) in (FILE, DIRECTORY):
            calls.set_times_to_now(self.directory.descriptor, self.name or ".")
        else:
            raise Fault(self.label, "not a regular file or directory")


class File(_Handle):
    """An open regular file."""

    __slots__ = ("descriptor", "label")

    def __init__(self, descriptor: int, label: Label) -> None:
        self.descriptor = descriptor
        self.label = label

    def close(self) -> None:
        calls.close(self.descriptor)

    @_reporting
    def is_output(self) -> bool:
        """Whether it is what standard output leads to."""
        return identity_of(calls.status(self.descriptor)) == identity_of(calls.status(1))

    def checked(self) -> File:
        """Itself, if it really is a regular file: the name may have changed hands (FENCE-R)."""
        try:
            regular = stat.S_ISREG(calls.status(self.descriptor).st_mode)
        except OSError:
            regular = False
        if not regular:
            self.close()
            raise Fault(self.label, "not a regular file")
        return self

    @_reporting
    def status(self) -> os.stat_result:
        return calls.status(self.descriptor)

    @_reporting
    def read(self) -> bytes:
        return calls.read(self.descriptor)

    def read_all(self, most: int) -> bytes | None:
        """What is in it; None if that is more than `most` bytes. Raises `Fault` and `Interrupted`."""
        content = bytearray()
        while data := self.read():
            interrupts.check()
            content += data
            if len(content) > most:
                return None
        return bytes(content)

    @_reporting
    def truncate(self) -> None:
        calls.truncate(self.descriptor)

    @_reporting
    def copy_chunk(self, source: File) -> int:
        """Write the next bytes of `source`; their number, 0 at its end."""
        return calls.copy_chunk(source.descriptor, self.descriptor)

    @_reporting
    def set_mode(self, mode: int) -> None:
        calls.change_mode(self.descriptor, mode)

    @_reporting
    def set_times(self, like: os.stat_result) -> None:
        calls.set_times(self.descriptor, like.st_atime_ns, like.st_mtime_ns)
