"""`cp`: copy files and, with `-r`, directories (BUILTIN-6 to BUILTIN-9)."""

from __future__ import annotations

import errno

from tsr_impl import interrupts
from tsr_impl.builtins import Call, options
from tsr_impl.builtins.copying import SideBySide, copy_file, merged_into, same_file
from tsr_impl.builtins.destination import Destination
from tsr_impl.places import DIRECTORY, Fault, Label, system_fault
from tsr_impl.report import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.places import Content

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
    if len(sources) > 1 and not destination.is_directory:
        return call.misused(f"{quoted(last)} is not a directory, so only one source can be copied there")
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
                copy_file(source, target)
                return
            if not recursive:
                raise system_fault(source.label, errno.EISDIR)
            pair = SideBySide(source.open_directory(), merged_into(target))
        _copy_tree(call, pair)
    except Fault as fault:
        call.report(fault)


def _copy_tree(call: Call, pair: SideBySide) -> None:
    """Copy what is in a directory; links are followed, each of them judged (FENCE-6)."""

    def visit(name: str) -> None:
        try:
            _copy_one(call, pair, name)
        except Fault as fault:
            call.report(fault)

    pair.walk(visit)


def _copy_one(call: Call, pair: SideBySide, name: str) -> None:
    below, beside = pair.sources.here, pair.targets.here
    with (
        call.fence.content(below, name, Label(name, below.label)) as source,
        call.fence.content(beside, name, Label(name, beside.label)) as target,
    ):
        if source.kind() != DIRECTORY:
            copy_file(source, target)
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
