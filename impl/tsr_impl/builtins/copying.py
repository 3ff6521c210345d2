"""Copying files: all of one or nothing of it, and nothing is lost that is not to be replaced (BUILTIN-20)."""

from __future__ import annotations

import errno
import stat

from tsr_impl import interrupts
from tsr_impl.handles import PIECE, took_away
from tsr_impl.places import FILE, LINK, MISSING, PERMISSION_BITS, Fault, identity_of, kind_of
from tsr_impl.report import AS_TYPED, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from tsr_impl.handles import Directory, File, NewFile
    from tsr_impl.places import Label
    from tsr_impl.roles import Content

_PRIVATE = 0o700  # the most that the mode of an unfinished file has

_GRAINS = (2_000_000_000, 1_000_000_000, 10_000_000, 1_000_000, 1_000, 100)  # nanoseconds, of the times in some systems


def same_file(label: Label) -> Fault:
    """The fault of copying or moving something onto itself (FENCE-12)."""
    return Fault(label, "source and destination are the same file")


def dangling(label: Label) -> Fault:
    """The fault of copying onto a link that leads to nothing (FENCE-12)."""
    return Fault(label, "a link that leads to nothing is not written through")


def changed(label: Label) -> Fault:
    """The fault of what came, or was changed, while it was carried over, and has no copy (BUILTIN-22)."""
    return Fault(label, "it was changed while it was moved, and stays")


def copy_file(source: Content, target: Content, report: Callable[[Fault], None]) -> None:
    """Make `target` a regular file with the bytes and permission bits of `source`.

    What an interrupt does to a file that is there is reported. Raises `Fault`, also when the two are one file
    (which stays as it is) or the target is a dangling link.
    """
    with source.open_file() as reading:
        if target.by_link and target.kind() == MISSING:
            raise dangling(target.label)
        if target.seen is None:
            try:
                return fill(target.create_file(private(reading)), reading, target.directory, target.name)
            except Fault as fault:
                if fault.number != errno.EEXIST:
                    raise
        with target.overwrite_file() as writing:
            if identity_of(reading.like) == identity_of(writing.like):
                raise same_file(source.label)
            _overwrite(reading, writing, target, report)


def fill(
    writing: NewFile, reading: File, directory: Directory, name: str, with_times: bool = False, on_disk: bool = False
) -> None:
    """Give a new file, which has this name, the bytes and permission bits of another; or take it away again.

    Closes it. `on_disk`: sees to it that the bytes are there.
    """
    try:
        _pass_on(reading, writing, reading.first_piece())
        writing.set_mode(reading.like.st_mode & PERMISSION_BITS)
        if with_times:
            writing.set_times(reading.like)
        if on_disk:
            writing.synchronize()
        writing.close_written()
    except BaseException:
        took_away(directory.descriptor, name, writing.descriptor)
        writing.close()
        raise


def private(reading: File) -> int:
    """The mode for a copy that is not finished."""
    return reading.like.st_mode & _PRIVATE


def is_copied(source: Directory, name: str, target: Directory, copy: str) -> bool:
    """Whether an entry is still what `copy` was made of, with its times; or isn't there any more. Raises `Fault`."""
    here, there = source.status_of(name), target.status_of(copy)
    if here is None or there is None or kind_of(here) != kind_of(there):
        return here is None
    if kind_of(here) == LINK:
        return source.link_of(name) == target.link_of(copy)
    return kind_of(here) != FILE or (here.st_size == there.st_size and _is_as_old(here, there))


def _is_as_old(here: os.stat_result, there: os.stat_result) -> bool:
    """Whether both were changed at the same time, as exactly as the file system of `there` keeps times.

    How exact that is, is seen by the time that the system itself has set.
    """
    grain = next((grain for grain in _GRAINS if there.st_ctime_ns % grain == 0), 1)
    return abs(here.st_mtime_ns - there.st_mtime_ns) < grain


def _overwrite(reading: File, writing: File, target: Content, report: Callable[[Fault], None]) -> None:
    """Replace the contents of a file; what can fail before its first byte changes, fails before.

    Later there is no way back to what it held, so that a half-written file is taken away.
    """
    first = reading.first_piece()  # what can't be read at all is not written
    if first:
        writing.reserve(max(reading.like.st_size, len(first)))
    try:
        size = _pass_on(reading, writing, first)
        writing.truncate(size)
        if reading.like.st_mode & PERMISSION_BITS != stat.S_IMODE(writing.like.st_mode):
            _set_mode_if_owned(writing, reading.like.st_mode & PERMISSION_BITS)
        writing.close_written()
    except BaseException as error:
        state = _spoilt(writing, target)
        if isinstance(error, Fault):
            name = "it" if error.label is target.label else quoted(str(target.label), AS_TYPED)
            raise Fault(error.label, f"{error.reason} — {name} {state}", error.number) from error
        report(Fault(target.label, f"interrupted — it {state}"))
        raise


def _spoilt(writing: File, target: Content) -> str:
    """Take away a file that is half written, or else empty it; what became of it. It may have other names."""
    try:
        writing.truncate(0)
        emptied = True
    except Fault:
        emptied = False
    if took_away(target.directory.descriptor, target.name, writing.descriptor):
        return "was half written, and is removed"
    return "was half written, and is empty now" if emptied else "is half written"


def _set_mode_if_owned(writing: File, mode: int) -> None:
    """A file that belongs to somebody else, and could be written, keeps its own mode (BUILTIN-9)."""
    try:
        writing.set_mode(mode)
    except Fault as fault:
        if fault.number != errno.EPERM:
            raise


def _pass_on(reading: File, writing: NewFile | File, piece: bytes) -> int:
    """Write the first piece, and what follows in the file; how many bytes that is."""
    size = 0
    while piece:
        writing.write(piece)
        size += len(piece)
        interrupts.check()
        if reading.is_whole(piece):
            break
        if len(piece) == PIECE:
            return size + _pass_on_within(reading, writing)
        piece = reading.read(PIECE - 1)
    return size


def _pass_on_within(reading: File, writing: NewFile | File) -> int:
    """The rest of a large file."""
    size = 0
    while chunk := writing.copy_chunk(reading):
        size += chunk
        interrupts.check()
    return size
