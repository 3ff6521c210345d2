"""`cp`: copy files and, with `-r`, directories (BUILTIN-6 to BUILTIN-9)."""

from __future__ import annotations

import errno
import resource  # noqa: F401  what `calls.reserve` needs, loaded before anything is opened

from tsr_impl import interrupts
from tsr_impl.builtins import Call, options
from tsr_impl.builtins.copying import copy_file, fill, private, same_file
from tsr_impl.builtins.destination import Destination
from tsr_impl.builtins.side_by_side import SideBySide, merged_into
from tsr_impl.places import DIRECTORY, FILE, Fault, system_fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.handles import Directory
    from tsr_impl.roles import Content

_OPTIONS = {"-r": "recursive", "-R": "recursive", "--recursive": "recursive"}


def cp(call: Call) -> int:
    """Role *content* on both sides (FENCE-4). All operands are judged before any is copied."""
    try:
        chosen, operands = options.split(call.words, _OPTIONS)
    except options.Misused as misused:
        return call.misused(str(misused))
    if len(operands) < 2:
        return call.misused("missing operand")
    *sources, last = operands
    destination = Destination(call, last)
    if refused := destination.refusal(sources):
        return refused
    for source in sources:
        destination.judge(source, call.content, destination.content, _refuse_into_itself)
    if not call.failed:
        for source in sources:
            interrupts.check()
            _copy(call, source, destination, recursive=bool(chosen))
    return call.status()


def _copy(call: Call, operand: str, destination: Destination, recursive: bool) -> None:
    try:
        with call.content(operand) as source, destination.content(operand) as target:
            if source.kind() != DIRECTORY:
                copy_file(source, target, call.report)
                return
            if not recursive:
                raise system_fault(source.label, errno.EISDIR)
            pair = SideBySide(source.open_directory(), merged_into(target))
        _copy_tree(call, pair)
    except Fault as fault:
        call.report(fault)


def _copy_tree(call: Call, pair: SideBySide) -> None:
    """Copy what is in a directory; links are followed, each of them judged (FENCE-6)."""

    def visit(name: str, kind: str) -> None:
        if kind != FILE or not _copied_as_new(pair.sources.here, pair.targets.here, name):
            _copy_judged(call, pair, name)

    pair.walk(visit, call.report)


def _copied_as_new(source: Directory, target: Directory, name: str) -> bool:
    """Copy a file that is no link to where nothing is: both lie where their directories do, which were judged.

    False, and nothing done, where it is otherwise.
    """
    try:
        reading = source.open_file(name)
        try:
            fill(target.create_file(name, private(reading)), reading, target, name)
        finally:
            reading.close()
    except Fault as fault:
        if fault.number not in (errno.ELOOP, errno.EEXIST):
            raise
        return False
    return True


def _copy_judged(call: Call, pair: SideBySide, name: str) -> None:
    below, beside = pair.sources.here, pair.targets.here
    with (
        call.fence.content(below, name, below.label_of(name)) as source,
        call.fence.content(beside, name, beside.label_of(name)) as target,
    ):
        if source.kind() != DIRECTORY:
            copy_file(source, target, call.report)
            return
        if source.place.parent is not below.place or target.place.parent is not beside.place:
            _refuse_into_itself(source, target)  # a link led here
        pair.down(source.open_directory(), merged_into(target))


def _refuse_into_itself(source: Content, target: Content) -> None:
    """FENCE-12: a directory, or the copy would be copied, without an end."""
    if source.name or source.broken:
        return
    if source.place.path() == target.place.path():
        raise same_file(source.label)
    if target.place.is_within(source.place):
        raise Fault(source.label, "a directory can't be copied into itself")
