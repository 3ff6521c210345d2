"""Open directories and files, and what is done with them.

Nothing in here takes a path: a name is looked up in a directory that is open already, and never
followed, so that what was judged is what is used (FENCE-R). Every operation may fail and then raises
`Fault`, which carries the name as the user wrote it (BUILTIN-23).
"""

from __future__ import annotations

import errno
import os
import stat

from tsr_impl import calls, interrupts
from tsr_impl.places import DIRECTORY, Fault, Label, Place, identity_of, kind_of

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
    Self = TypeVar("Self", bound="Handle")

PIECE = 1 << 17  # bytes: up to here a read and a write are faster than to have the kernel copy
PORTION = 4096  # names of a directory that are in memory at a time (BUILTIN-21)


def reporting(operation: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Turn an `OSError` of an operation into a `Fault` with the label of its place."""

    def wrapped(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return operation(self, *args, **kwargs)
        except OSError as error:
            raise fault_of(self.label, error) from error

    wrapped.__doc__ = operation.__doc__
    return wrapped


def fault_of(label: object, error: OSError) -> Fault:
    """The fault that is told of an error."""
    return Fault(label, error.strerror or str(error), error.errno or 0)


def close_quietly(descriptor: int) -> None:
    """Close what was not written to: it is closed then, whatever the system says of it."""
    try:
        calls.close(descriptor)
    except OSError:
        return


class Handle:
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


class Directory(Handle):
    """An open directory and where it physically is."""

    __slots__ = ("_copies", "descriptor", "label", "place")

    def __init__(self, descriptor: int, place: Place, label: Label) -> None:
        self.descriptor = descriptor
        self.place = place
        self.label = label
        self._copies: list[None] = []
        if place.identity is None:
            place.identity = self.identity()

    def close(self) -> None:
        """Once; nothing is lost with a directory, whatever the system says of it."""
        descriptor, self.descriptor = self.descriptor, -1
        if descriptor < 0:
            return
        try:
            self._copies.pop()
        except IndexError:  # this is the last one
            close_quietly(descriptor)

    def copy(self, label: Label) -> Directory:
        """The same directory by another name. It stays open until all of its copies are closed."""
        # One step each in here and in `close`, since threads share the workspace root.
        self._copies.append(None)
        copy = Directory.__new__(Directory)
        copy.descriptor, copy.place, copy.label, copy._copies = self.descriptor, self.place, label, self._copies
        return copy

    def above(self) -> Directory:
        """The directory that physically holds this one; of `/` itself. Raises `OSError`.

        It must be the directory that was seen there before: out of one that was moved away in the
        meantime there is no way back (FENCE-R).
        """
        if self.place.parent is None:
            return self.copy(self.label)
        label = self.label.parent or self.label
        above = Directory(calls.open_directory("..", self.descriptor), self.place.parent, label)
        if above.identity() != self.place.parent.identity:
            above.close()
            raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))
        return above

    def identity(self) -> tuple[int, int]:
        return identity_of(calls.status(self.descriptor))

    @reporting
    def climb(self) -> Directory:
        """`above`, on the way back from a walk."""
        return self.above()

    @reporting
    def listing(self) -> Listing:
        """What is in it."""
        return Listing(self)

    @reporting
    def mode(self) -> int:
        """Its permission bits."""
        return stat.S_IMODE(calls.status(self.descriptor).st_mode)

    @reporting
    def set_mode(self, mode: int) -> None:
        calls.change_mode_of_directory(self.descriptor, mode)

    @reporting
    def synchronize_names(self) -> None:
        """Have what was renamed in it last, also should the power go."""
        calls.synchronize_names(self.descriptor)

    @reporting
    def synchronize_all(self) -> None:
        """Have what was written to its file system last."""
        calls.synchronize_all(self.descriptor)

    # The entries that a listing of it names. Within the bounds if the directory is: an entry is judged by
    # where it is (FENCE-4).

    def label_of(self, name: str) -> Label:
        return Label(name, self.label)

    def status_of(self, name: str) -> os.stat_result | None:
        """The status of an entry, None if there is none."""
        try:
            return calls.status_at(self.descriptor, name)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise fault_of(self.label_of(name), error) from error

    def link_of(self, name: str) -> str:
        """What an entry that is a link says."""
        try:
            return calls.read_link(self.descriptor, name)
        except OSError as error:
            raise fault_of(self.label_of(name), error) from error

    def unlinked(self, name: str) -> bool:
        """Take away an entry; False, and nothing done, if it is a directory."""
        try:
            return unlinked(self.descriptor, name)
        except OSError as error:
            raise fault_of(self.label_of(name), error) from error

    def remove_directory(self, name: str) -> None:
        try:
            calls.remove_directory(self.descriptor, name)
        except OSError as error:
            raise fault_of(self.label_of(name), error) from error

    def open_directory(self, name: str) -> Directory:
        """A directory that is an entry of this one, and no link."""
        label = self.label_of(name)
        try:
            descriptor = calls.open_directory(name, self.descriptor)
            return Directory(descriptor, Place(self.place, name, frozenset()), label)
        except OSError as error:
            raise fault_of(label, error) from error

    def open_file(self, name: str) -> File:
        """A regular file that is an entry, to be read, and seemed to be one in a listing."""
        label = self.label_of(name)
        try:
            return File(calls.open_to_read(self.descriptor, name), label)
        except OSError as error:
            raise fault_of(label, error) from error

    def create_file(self, name: str, mode: int) -> NewFile:
        """A new file to be written; EEXIST if there is an entry of any kind."""
        label = self.label_of(name)
        try:
            return NewFile(calls.create(self.descriptor, name, mode), label)
        except OSError as error:
            raise fault_of(label, error) from error


def unlinked(directory: int, name: str) -> bool:
    """Take away an entry; False, and nothing done, if it is a directory. Raises `OSError`.

    Some systems say EPERM of a directory. Where the directory that holds it is at fault (EACCES, EROFS), the
    system says so first, whatever the entry is, and if there is one.
    """
    try:
        calls.unlink(directory, name)
    except IsADirectoryError:
        return False
    except OSError as error:
        unclear = error.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
        if unclear and kind_of(calls.status_at(directory, name)) == DIRECTORY:
            return False
        raise
    return True


def took_away(directory: int, name: str, file: int) -> bool:
    """Take away the name of a file that could not be finished, if it still is that; whether it was, and went.

    That can't be told of a file that is closed (`file` is -1), so its name is taken away in any case.
    """
    try:
        if file >= 0 and identity_of(calls.status_at(directory, name)) != identity_of(calls.status(file)):
            return False
        return unlinked(directory, name)
    except OSError:
        return False


class Listing(Handle):
    """What is in a directory, a portion at a time: each name, and what it seemed to be.

    That is FILE, DIRECTORY or empty, a hint that may be wrong by now. `portions` is how often the
    directory was read.
    """

    __slots__ = ("_names", "_rest", "label", "portions")

    def __init__(self, directory: Directory) -> None:
        self.label = directory.label
        self.portions = 0
        self._names: list[tuple[str, str]] = []
        self._rest: calls.Listing | None = calls.Listing(directory.descriptor, PORTION)
        self._read()

    def close(self) -> None:
        rest, self._rest = self._rest, None
        try:
            if rest is not None:
                rest.close()
        except OSError:  # nothing is lost with it
            return

    def is_open(self) -> bool:
        """Whether descriptors are held for what was not read yet."""
        return self._rest is not None

    def next(self) -> tuple[str, str] | None:
        """One more, None behind the last."""
        while not self._names:
            if self._rest is None:
                return None
            self._read_more()
        return self._names.pop()

    @reporting
    def read_rest(self) -> None:
        """Have all of it in memory, and hold no descriptors any more."""
        while self._rest is not None:
            before = self._names
            self._read()
            self._names += before

    @reporting
    def _read_more(self) -> None:
        self._read()

    def _read(self) -> None:
        assert self._rest is not None
        try:
            found = self._rest.next()
        except BaseException:
            self.close()
            raise
        self.portions += 1
        if len(found) < PORTION:
            self.close()
        self._names = found[::-1]  # popped from the end, so in order


class _OpenFile(Handle):
    """An open regular file."""

    __slots__ = ("descriptor", "label")

    def __init__(self, descriptor: int, label: Label) -> None:
        self.descriptor = descriptor
        self.label = label

    def close(self) -> None:
        """Once, and of a file that was read: see `close_written`."""
        descriptor, self.descriptor = self.descriptor, -1
        if descriptor >= 0:
            close_quietly(descriptor)

    def close_written(self) -> None:
        """Close it and have said what could not be written. It is closed then, also when a signal came in between."""
        descriptor, self.descriptor = self.descriptor, -1
        try:
            calls.close(descriptor)
        except OSError as error:
            if error.errno != errno.EINTR:
                raise fault_of(self.label, error) from error

    def write(self, data: bytes) -> None:
        """All of the data."""
        try:
            calls.write_whole(self.descriptor, data)
        except OSError as error:
            raise fault_of(self.label, error) from error

    def copy_chunk(self, source: File) -> int:
        """Write the next bytes of `source`; their number, 0 at its end. What can't be read is a fault of the source."""
        copied = calls.copy_within(source.descriptor, self.descriptor)
        if copied:
            return copied
        data = source.read()
        if data:
            self.write(data)
        return len(data)

    @reporting
    def truncate(self, size: int) -> None:
        calls.truncate(self.descriptor, size)

    def set_mode(self, mode: int) -> None:
        try:
            calls.change_mode(self.descriptor, mode)
        except OSError as error:
            raise fault_of(self.label, error) from error

    @reporting
    def set_times(self, like: os.stat_result) -> None:
        calls.set_times(self.descriptor, like.st_atime_ns, like.st_mtime_ns)

    @reporting
    def synchronize(self) -> None:
        """Have what was written last, also should the power go."""
        calls.synchronize(self.descriptor)


class NewFile(_OpenFile):
    """One that was not there before, to be written."""

    __slots__ = ()


class File(_OpenFile):
    """One that was there. `like`: its status when it was opened; anything else is refused (FENCE-12)."""

    __slots__ = ("like",)

    def __init__(self, descriptor: int, label: Label) -> None:
        """Owns the descriptor, also when it raises: the name may have changed hands (FENCE-R)."""
        self.descriptor = descriptor
        self.label = label
        try:
            self.like = calls.status(descriptor)
            if not stat.S_ISREG(self.like.st_mode):
                raise Fault(label, "not a regular file")
        except BaseException:
            close_quietly(descriptor)
            raise

    @reporting
    def is_output(self) -> bool:
        """Whether it is what standard output leads to."""
        return identity_of(self.like) == identity_of(calls.status(1))

    def read(self, size: int = calls.CHUNK) -> bytes:
        """The next bytes, `b""` at the end."""
        try:
            return calls.read(self.descriptor, size)
        except OSError as error:
            raise fault_of(self.label, error) from error

    def first_piece(self) -> bytes:
        """All of a small file, mostly, and the beginning of a large one."""
        # One byte more than there should be, to see the end. A file of no size may be one that the system writes
        # as it is read.
        size = self.like.st_size
        return self.read(min(size + 1, PIECE) if size else PIECE)

    def is_whole(self, piece: bytes) -> bool:
        """Whether the first piece is all of the file."""
        return len(piece) == self.like.st_size < PIECE

    def read_all(self, most: int) -> bytes | None:
        """What is in it; None if that is more than `most` bytes. Raises `Fault` and `Interrupted`."""
        content = bytearray()
        while data := self.read():
            interrupts.check()
            content += data
            if len(content) > most:
                return None
        return bytes(content)

    @reporting
    def reserve(self, size: int) -> None:
        """Have room for so many bytes, or raise `Fault` and be as long as before."""
        try:
            calls.reserve(self.descriptor, size)
        except OSError as error:
            try:
                calls.truncate(self.descriptor, self.like.st_size)
            except OSError:
                reason = f"{error.strerror} — zeros were added to it, and can't be taken away again"
                raise Fault(self.label, reason, error.errno or 0) from error
            raise
