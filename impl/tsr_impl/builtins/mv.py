"""`mv`: rename entries, or carry them over to another file system (BUILTIN-10)."""

from __future__ import annotations

import errno

from tsr_impl import interrupts
from tsr_impl.builtins import Call, options
from tsr_impl.builtins.copying import SideBySide, copy_to_new, made_as, same_file
from tsr_impl.builtins.destination import Destination
from tsr_impl.builtins.removal import holds_root, removable, remove
from tsr_impl.places import DIRECTORY, FILE, LINK, MISSING, Fault, system_fault
from tsr_impl.report import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.places import Entry


def mv(call: Call) -> int:
    """Role *entry* on both sides (FENCE-4). All operands are judged before any is moved."""
    try:
        _, operands = options.split(call.words, {})
    except options.Misused as misused:
        return call.misused(str(misused))
    if len(operands) < 2:
        return call.misused("missing operand")
    *sources, last = operands
    destination = Destination(call, last)
    if len(sources) > 1 and not destination.is_directory:
        return call.misused(f"{quoted(last)} is not a directory, so only one source can be moved there")
    for source in sources:
        destination.judge(
            source,
            lambda name: removable(call, name),
            lambda name: _replaceable(call, name, destination),
            _refuse_into_itself,
        )
    if not call.failed:
        for source in sources:
            interrupts.check()
            _move(call, source, destination)
    return call.status()


def _refuse_into_itself(source: Entry, target: Entry) -> None:
    """FENCE-12; what is no directory and yet has a name beneath it fails for that reason alone."""
    beneath = target.place.path() != source.place.path() and target.place.is_within(source.place)
    if beneath and source.kind() == DIRECTORY:
        raise Fault(source.label, "a directory can't be moved into itself")


def _replaceable(call: Call, operand: str, destination: Destination) -> Entry:
    """The entry that a source becomes, judged; what holds the workspace is never replaced (FENCE-11)."""
    target = destination.entry(operand)
    if call.fence.holds_root(target.place):
        target.close()
        raise holds_root(target.label)
    return target


def _move(call: Call, operand: str, destination: Destination) -> None:
    try:
        with removable(call, operand) as source, _replaceable(call, operand, destination) as target:
            kind = source.kind()
            if kind == MISSING:
                raise system_fault(source.label, errno.ENOENT)
            if target.slash and kind != DIRECTORY:
                raise system_fault(target.label, errno.ENOTDIR)
            _refuse_onto_itself(source, target)
            if not source.rename(target):
                _carry(call, source, target)
    except Fault as fault:
        call.report(fault)


def _refuse_onto_itself(source: Entry, target: Entry) -> None:
    """FENCE-12: the same entry, another name of the file, or a link between the two."""
    here, there = source.identity(), target.identity()
    if here == there:
        raise same_file(source.label)
    if (source.kind() == LINK) != (target.kind() == LINK):
        ends = (source.leads_to(), target.leads_to())
        if ends[0] is not None and ends[0] == ends[1]:
            raise same_file(source.label)


# To another file system -----------------------------------------------------------------------


def _carry(call: Call, source: Entry, target: Entry) -> None:
    """Copy, then delete; links as links (FENCE-7). What fails leaves the source untouched."""
    _refuse_misfit(source, target)
    if target.kind() == MISSING:
        _copy(source, target)
    else:
        with target.beside(".tsr-mv") as stage:
            _copy(source, stage)
            try:
                stage.rename(target)
            except BaseException:
                remove(stage, _ignore)
                raise
    remove(source, call.report)


def _refuse_misfit(source: Entry, target: Entry) -> None:
    """Before anything is copied: what a rename would refuse in the end (BUILTIN-10)."""
    is_directory, there = source.kind() == DIRECTORY, target.kind()
    if there == MISSING:
        return
    if is_directory != (there == DIRECTORY):
        raise system_fault(target.label, errno.ENOTDIR if is_directory else errno.EISDIR)
    if is_directory:
        with target.open_directory() as replaced:
            if replaced.names():
                raise system_fault(target.label, errno.ENOTEMPTY)


def _copy(source: Entry, target: Entry) -> None:
    kind = source.kind()
    if kind == FILE:
        with source.open_file() as reading:
            copy_to_new(reading, target, keep_times=True)
    elif kind == LINK:
        target.make_link(source.read_link())
    elif kind == DIRECTORY:
        _copy_tree(source, target)
    else:
        raise Fault(source.label, "not a regular file, directory or link")


def _copy_tree(source: Entry, target: Entry) -> None:
    """Make all of the copy, or none of it."""
    pair = SideBySide(source.open_directory(), made_as(target))

    def visit(name: str) -> None:
        with pair.sources.here.entry(name) as below, pair.targets.here.entry(name) as beside:
            if below.kind() == DIRECTORY:
                pair.down(below.open_directory(), made_as(beside))
            else:
                _copy(below, beside)

    try:
        pair.walk(visit)
    except BaseException:
        remove(target, _ignore)
        raise


def _ignore(fault: Fault) -> None:
    """What can't be cleared away stays; the fault that made it necessary is reported."""
