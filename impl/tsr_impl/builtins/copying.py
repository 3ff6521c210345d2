"""Copying files, and walking a tree and its copy side by side: for `cp` and `mv`."""

from __future__ import annotations

import errno
import stat

from tsr_impl import interrupts
from tsr_impl.builtins.descent import Descent
from tsr_impl.places import MISSING, PERMISSION_BITS, Fault, identity_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tsr_impl.places import Content, Directory, Entry, File, Label

    Into = Callable[[Directory], tuple[Directory, int | None]]

PRIVATE = 0o700  # the most that the mode of an unfinished file has


def same_file(label: Label) -> Fault:
    """The fault of copying or moving something onto itself (FENCE-12)."""
    return Fault(label, "source and destination are the same file")


def dangling(label: Label) -> Fault:
    """The fault of copying onto a link that leads to nothing (FENCE-12)."""
    return Fault(label, "a link that leads to nothing is not written through")


def copy_file(source: Content, target: Content) -> None:
    """Make `target` a regular file with the bytes and permission bits of `source`.

    A new file that could not be finished is taken away again. Raises `Fault`, also when the two
    are one file (which stays as it is) or the target is a dangling link.
    """
    with source.open_file() as reading:
        if target.kind() == MISSING:
            if target.by_link:
                raise dangling(target.label)
            copy_to_new(reading, target)
            return
        with target.overwrite_file() as writing:
            like, status = reading.status(), writing.status()
            if identity_of(like) == identity_of(status):
                raise same_file(source.label)
            writing.truncate()
            _copy_bytes(reading, writing)
            if like.st_mode & PERMISSION_BITS != stat.S_IMODE(status.st_mode):
                _set_mode_if_owned(writing, like.st_mode & PERMISSION_BITS)


def copy_to_new(reading: File, target: Content | Entry, keep_times: bool = False) -> None:
    """Make a new file with the bytes and permission bits of `reading`, or none at all."""
    like = reading.status()
    with target.create_file(like.st_mode & PRIVATE) as writing:
        try:
            _copy_bytes(reading, writing)
            writing.set_mode(like.st_mode & PERMISSION_BITS)
            if keep_times:
                writing.set_times(like)
        except BaseException:
            target.unlink()
            raise


def _set_mode_if_owned(writing: File, mode: int) -> None:
    """A file that belongs to somebody else, and could be written, keeps its own mode (BUILTIN-9)."""
    try:
        writing.set_mode(mode)
    except Fault as fault:
        if fault.number != errno.EPERM:
            raise


def _copy_bytes(reading: File, writing: File) -> None:
    while writing.copy_chunk(reading):
        interrupts.check()


class _Level:
    """A pair of directories on the way: the names still to be dealt with, and how to finish."""

    __slots__ = ("identity", "mode", "names")

    def __init__(self, source: Directory) -> None:
        self.names = source.names()[::-1]  # popped from the end, so in the order of their bytes
        self.identity = source.identity()
        self.mode: int | None = None


class SideBySide:
    """A directory and the one that is to become its copy, walked depth first.

    Owns the directories that it is given, and closes them also when it raises `Fault`. `into`
    opens the copy, given the source, and says which mode it gets in the end, None for the one it
    has: that is set when it is left, lest a read-only directory can't be filled.
    """

    __slots__ = ("_chain", "_levels", "sources", "targets")

    def __init__(self, source: Directory, into: Into) -> None:
        level, target = _opened(source, into)
        self.sources = Descent(source)
        self.targets = Descent(target)
        self._levels = [level]
        self._chain = {level.identity}

    def down(self, source: Directory, into: Into) -> None:
        """Go on in a pair of directories beneath. Raises `Fault`, also for a cycle."""
        if source.identity() in self._chain:
            source.close()
            raise Fault(source.label, "a link leads back to a directory that holds it")
        level, target = _opened(source, into)
        self._levels.append(level)
        self._chain.add(level.identity)
        self.sources.down(source)
        self.targets.down(target)

    def walk(self, visit: Callable[[str], None]) -> None:
        """Call `visit` with each name in the current source, where it may go `down`; then close."""
        try:
            while self._levels:
                interrupts.check()
                if self._levels[-1].names:
                    visit(self._levels[-1].names.pop())
                else:
                    self._leave()
        finally:
            self.sources.close()
            self.targets.close()

    def _leave(self) -> None:
        level = self._levels.pop()
        self._chain.discard(level.identity)
        with self.targets.here.copy(self.targets.here.label) as finished:
            if self._levels:
                # First, since there may be no way out of a directory with its final mode.
                self.sources.up()
                self.targets.up()
            if level.mode is not None:
                finished.set_mode(level.mode)


def _opened(source: Directory, into: Into) -> tuple[_Level, Directory]:
    """Nothing is made for a source that can't be listed."""
    try:
        level = _Level(source)
        target, level.mode = into(source)
    except BaseException:
        source.close()
        raise
    return level, target


def merged_into(target: Content) -> Into:
    """For `cp`: an existing directory is entered as it is, a missing one is made."""

    def into(source: Directory) -> tuple[Directory, int | None]:
        if target.kind() != MISSING:
            return target.open_directory(), None
        if target.by_link:
            raise dangling(target.label)
        return made_as(target)(source)

    return into


def made_as(target: Content | Entry) -> Into:
    """A new directory, with the permission bits of the source in the end."""

    def into(source: Directory) -> tuple[Directory, int | None]:
        mode = source.mode() & PERMISSION_BITS
        target.make_directory(private=True)
        return target.open_directory(), mode

    return into
