"""Carrying an entry over to another file system: a copy, and then a removal (FENCE-7, BUILTIN-22).

The copy is made under a name of its own beside the destination, gets there by a rename when it is
complete and written to the disk, and only then is the source taken away: whenever it ends, one of
the two is whole.
"""

from __future__ import annotations

import errno

from tsr_impl.builtins.copying import changed, fill, is_copied, private
from tsr_impl.builtins.removal import discard, remove_tree
from tsr_impl.builtins.side_by_side import SideBySide, made_as
from tsr_impl.places import DIRECTORY, FILE, LINK, MISSING, Fault, system_fault
from tsr_impl.roles import entry_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tsr_impl.roles import Entry

_STAGE = ".tsr-mv"
_MOST_STAGES = 1000  # a run that is killed leaves one behind


def carry(source: Entry, target: Entry, report: Callable[[Fault], None]) -> None:
    """Raises `Fault` as long as the source is untouched; what of it can't be taken away in the end is reported."""
    _refuse_misfit(source, target)
    if target.directory.place.inside:
        with _copied_beside(source, target) as stage:
            try:
                if not stage.rename(target):
                    raise system_fault(target.label, errno.EXDEV)
            except BaseException:
                discard(stage)
                raise
    elif target.kind() == MISSING:
        _copy(source, target)
    else:  # it is itself what `allow_paths` names, so that nothing may be made beside it
        raise system_fault(target.label, errno.EEXIST)
    target.directory.synchronize_names()
    _take_away(source, target, report)


def _refuse_misfit(source: Entry, target: Entry) -> None:
    """Before anything is copied: what a rename would refuse in the end (BUILTIN-10)."""
    is_directory, there = source.kind() == DIRECTORY, target.kind()
    if there == MISSING:
        return
    if is_directory != (there == DIRECTORY):
        raise system_fault(target.label, errno.ENOTDIR if is_directory else errno.EISDIR)
    if is_directory:
        with target.open_directory() as replaced, replaced.listing() as listing:
            if listing.next() is not None:
                raise system_fault(target.label, errno.ENOTEMPTY)


# The copy -------------------------------------------------------------------------------------


def _copied_beside(source: Entry, target: Entry) -> Entry:
    """A copy under a name that nobody has. Raises `Fault`."""
    for number in range(_MOST_STAGES):
        stage = entry_in(target.directory, f"{_STAGE}-{number}")
        stage.label = stage.directory.label = target.label
        try:
            if stage.kind() == MISSING:
                _copy(source, stage)
                return stage
        except Fault as fault:
            if fault.number != errno.EEXIST:  # else another unit has taken it meanwhile
                stage.close()
                raise
        except BaseException:
            stage.close()
            raise
        stage.close()
    raise system_fault(target.label, errno.EEXIST)


def _copy(source: Entry, target: Entry) -> None:
    """Make all of a new entry, and have it written to the disk; or nothing. Raises `Fault`."""
    kind = source.kind()
    if kind == FILE:
        with source.open_file() as reading:
            new = target.create_file(private(reading))
            fill(new, reading, target.directory, target.name, with_times=True, on_disk=True)
    elif kind == LINK:
        target.make_link(source.read_link())
    elif kind == DIRECTORY:
        _copy_tree(source, target)
    else:
        raise Fault(source.label, "not a regular file, directory or link")


def _copy_tree(source: Entry, target: Entry) -> None:
    pair = SideBySide(source.open_directory(), made_as(target))

    def visit(name: str, kind: str) -> None:
        here, there = pair.sources.here, pair.targets.here
        if kind == FILE:
            with here.open_file(name) as reading:
                fill(there.create_file(name, private(reading)), reading, there, name, with_times=True)
        elif kind == DIRECTORY:
            with entry_in(there, name) as beside:
                pair.down(here.open_directory(name), made_as(beside))
        else:
            with entry_in(here, name) as below, entry_in(there, name) as beside:
                if below.kind() != LINK:
                    raise Fault(below.label, "not a regular file, directory or link")
                beside.make_link(below.read_link())

    try:
        pair.walk(visit, _raise)
        target.directory.synchronize_all()
    except BaseException:
        discard(target)
        raise


def _raise(fault: Fault) -> None:
    raise fault


def _take_away(source: Entry, copy: Entry, report: Callable[[Fault], None]) -> None:
    """Take away what has a copy, and nothing else: what came or was changed meanwhile stays, and is reported."""
    if source.kind() == DIRECTORY:
        with copy.directory.open_directory(copy.name) as copies:
            remove_tree(source, report, copies)
    elif not is_copied(source.directory, source.name, copy.directory, copy.name) or not source.unlinked():
        report(changed(source.label))
