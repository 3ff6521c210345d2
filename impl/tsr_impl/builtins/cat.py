"""`cat`: print regular files, or standard input (BUILTIN-15)."""

from __future__ import annotations

from tsr_impl import interrupts, streams
from tsr_impl.builtins import Call, options
from tsr_impl.places import Fault, Label, system_fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.handles import File


def cat(call: Call) -> int:
    """Role *content* (FENCE-4); a failing operand does not stop the others."""
    try:
        _, operands = options.split(call.words, {})
    except options.Misused as misused:
        return call.misused(str(misused))
    if not operands:
        _pass_on_input(call)
    for operand in operands:
        try:
            with call.content(operand) as content, content.open_file() as file:
                if not _pass_on(call, file):
                    break
        except Fault as fault:
            call.report(fault)
    return call.status()


def _pass_on(call: Call, file: File) -> bool:
    """Print a file; False if standard output takes no more."""
    if file.is_output():
        raise _own_output(file.label)
    data = file.first_piece()
    whole = file.is_whole(data)
    while data:
        interrupts.check()
        if not call.pass_on(data):
            return False
        data = b"" if whole else file.read()
    return True


def _pass_on_input(call: Call) -> None:
    label = Label("standard input")
    try:
        if streams.are_one_file(0, 1):
            call.report(_own_output(label))
            return
        while (data := streams.read_some(0)) and call.pass_on(data):
            continue
    except OSError as error:
        call.report(system_fault(label, error.errno))


def _own_output(label: Label) -> Fault:
    """The fault of a file that would grow as it is read, until the disk is full (FENCE-12)."""
    return Fault(label, "the file is standard output itself")
