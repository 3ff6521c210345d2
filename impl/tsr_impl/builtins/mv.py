"""`mv`: rename entries (BUILTIN-10), or have them carried over to another file system."""

from __future__ import annotations

import errno

from tsr_impl import interrupts
from tsr_impl.builtins import Call, options
from tsr_impl.builtins.carrying import carry
from tsr_impl.builtins.copying import same_file
from tsr_impl.builtins.destination import Destination
from tsr_impl.builtins.removal import holds_root, removable
from tsr_impl.places import DIRECTORY, LINK, Fault, identity_of, kind_of, system_fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os

    from tsr_impl.roles import Entry


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
    if refused := destination.refusal(sources):
        return refused
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
    parent = target.place.parent
    if parent is not None and parent.is_within(source.place) and source.kind() == DIRECTORY:
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
            here = source.status()
            is_directory = kind_of(here) == DIRECTORY
            if target.slash and not is_directory:
                raise system_fault(target.label, errno.ENOTDIR)
            there = target.found()
            if there is not None:
                _refuse_onto_itself(source, here, target, there)
            if is_directory:
                call.forget()
            if not source.rename(target):
                carry(source, target, call.report)
    except Fault as fault:
        call.report(fault)


def _refuse_onto_itself(source: Entry, here: os.stat_result, target: Entry, there: os.stat_result) -> None:
    """FENCE-12: the same entry, another name of the file, or a link between the two."""
    if identity_of(here) == identity_of(there):
        raise same_file(source.label)
    if (kind_of(here) == LINK) != (kind_of(there) == LINK):
        ends = (source.leads_to(), target.leads_to())
        if ends[0] is not None and ends[0] == ends[1]:
            raise same_file(source.label)
