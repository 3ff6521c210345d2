"""The two roles of a name (FENCE-4): the entry itself, and what it leads to.

Each is an open directory and a last name in it. Only `fence` makes them from a name, and a builtin
reaches the file system through nothing else; no operation here follows a link.

Every operation raises `Fault`, which carries the name as the user wrote it.
"""

from __future__ import annotations

import errno
import os
import stat

from tsr_impl import calls
from tsr_impl.handles import Directory, File, Handle, NewFile, fault_of, reporting, unlinked
from tsr_impl.places import (
    DIRECTORY,
    FILE,
    MISSING,
    Fault,
    Label,
    Place,
    identity_of,
    kind_of,
    system_fault,
)

# What a rename says about the name to be replaced, rather than about the one to be moved.
_FAULTS_OF_A_TARGET = (errno.EEXIST, errno.ENOTEMPTY, errno.EISDIR, errno.ENOTDIR)


class _Named(Handle):
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
        found = self._look()
        if found is not None and self.slash and not stat.S_ISDIR(found.st_mode):
            raise OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        return found

    def _look(self) -> os.stat_result | None:
        try:
            return calls.status_at(self.directory.descriptor, self.name)
        except FileNotFoundError:
            return None

    def _existing(self) -> os.stat_result:
        found = self._status()
        if found is None:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        return found

    @reporting
    def kind(self) -> str:
        """MISSING, FILE, DIRECTORY, LINK or SPECIAL."""
        found = self._status()
        return MISSING if found is None else kind_of(found)

    @reporting
    def status(self) -> os.stat_result:
        """The status of what is here."""
        return self._existing()

    @reporting
    def found(self) -> os.stat_result | None:
        """The same, or None if there is nothing."""
        return self._status()

    @reporting
    def open_directory(self) -> Directory:
        """What is here, which must be a directory."""
        if self.broken:
            raise OSError(self.broken, os.strerror(self.broken))
        if not self.name:
            return self.directory.copy(self.label)
        descriptor = calls.open_directory(self.name, self.directory.descriptor)
        return Directory(descriptor, self.place, self.label)

    @reporting
    def make_directory(self, private: bool = False) -> None:
        """A new directory with the mode that the umask leaves, or 0700. EEXIST if there is anything."""
        if self.broken or not self.name:
            number = self.broken or errno.EEXIST
            raise OSError(number, os.strerror(number))
        make = calls.make_private_directory if private else calls.make_directory
        make(self.directory.descriptor, self.name)

    @reporting
    def make_directory_if_missing(self) -> None:
        """The same, but what another unit has made meanwhile is left as it is, whatever it is."""
        try:
            calls.make_directory(self.directory.descriptor, self.name)
        except FileExistsError:
            return

    @reporting
    def open_file(self) -> File:
        """The regular file that is here, to be read. Nothing else is ever opened (FENCE-12)."""
        self._require_file(self._existing())
        return File(calls.open_to_read(self.directory.descriptor, self.name), self.label)

    @reporting
    def create_file(self, mode: int) -> NewFile:
        """A new file to be written; EEXIST if there is an entry of any kind."""
        number = self.broken or (errno.EISDIR if self.slash else 0 if self.name else errno.EEXIST)
        if number:
            raise OSError(number, os.strerror(number))
        return NewFile(calls.create(self.directory.descriptor, self.name, mode), self.label)

    @reporting
    def unlinked(self) -> bool:
        """Take away the entry, a link itself and not what it leads to; False, and nothing done, for a directory."""
        if self.broken or self.slash or not self.name:
            self._existing()
            return False
        return unlinked(self.directory.descriptor, self.name)

    def _require_file(self, found: os.stat_result) -> None:
        if stat.S_ISDIR(found.st_mode):
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(found.st_mode):
            raise Fault(self.label, "not a regular file")


class Entry(_Named):
    """The entry itself: made, removed, renamed. Its last component is never followed (FENCE-4)."""

    __slots__ = ()

    @reporting
    def remove_directory(self) -> None:
        self._existing()
        calls.remove_directory(self.directory.descriptor, self.name)

    @reporting
    def read_link(self) -> str:
        return calls.read_link(self.directory.descriptor, self.name)

    @reporting
    def make_link(self, target: str) -> None:
        calls.make_link(self.directory.descriptor, self.name, target)

    @reporting
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
            raise fault_of(target.label if error.errno in _FAULTS_OF_A_TARGET else self.label, error) from error
        return True


def entry_in(directory: Directory, name: str) -> Entry:
    """A name that a listing of the directory gave, or that is to be new in it.

    Within the bounds if the directory is: an entry is judged by where it is (FENCE-4).
    """
    label = directory.label_of(name)
    return Entry(directory.copy(label), name, Place(directory.place, name, frozenset()), label)


class Content(_Named):
    """What a name leads to: its bytes, its times, the inside of a directory (FENCE-4).

    `by_link`: the last step here was a link. `seen`: what the walk saw here, so that nothing is
    looked at twice; whatever is opened is looked at once more.
    """

    __slots__ = ("by_link", "seen")

    def __init__(
        self,
        directory: Directory,
        name: str,
        place: Place,
        label: Label,
        broken: int = 0,
        slash: bool = False,
        by_link: bool = False,
        seen: os.stat_result | None = None,
    ) -> None:
        super().__init__(directory, name, place, label, broken, slash)
        self.by_link = by_link
        self.seen = seen

    def _look(self) -> os.stat_result | None:
        return self.seen or super()._look()

    @reporting
    def overwrite_file(self) -> File:
        """The regular file that is here, to be written, not yet truncated."""
        self._require_file(self._existing())
        return File(calls.open_to_write(self.directory.descriptor, self.name), self.label)

    @reporting
    def touch(self) -> None:
        """Make an empty file, or set both times of a file or directory to now."""
        if self.seen is None and not self.slash and self._made():
            return
        self.seen = None  # a link may have taken its place
        found = self._existing()
        if not self.name:
            calls.set_times_of_directory_to_now(self.directory.descriptor)
        elif kind_of(found) in (FILE, DIRECTORY):
            calls.set_times_to_now(self.directory.descriptor, self.name)
        else:
            raise Fault(self.label, "not a regular file or directory")

    def _made(self) -> bool:
        """Whether there is a new file now; False if there is anything already."""
        try:
            self.create_file(0o666).close()
        except Fault as fault:
            if fault.number != errno.EEXIST:
                raise
            return False
        return True
