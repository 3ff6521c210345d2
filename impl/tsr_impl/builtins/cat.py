"""`cat`: print regular files, or standard input (§8.5)."""

from __future__ import annotations

from tsr_impl import interrupts, streams
from tsr_impl.builtins import Call, options
from tsr_impl.places import Fault, Label, system_fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.places import File


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
        # It would grow as it is read, until the disk is full (FENCE-12).
        raise Fault(file.label, "the file is standard output itself")
    while data := file.read():
        interrupts.check()
        if not call.pass_on(data):
            return False
    return True


def _pass_on_input(call: Call) -> None:
    try:
        while (data := streams.read_some(0)) and call.pass_on(data):
            continue
    except OSError as error:
        call.report(system_fault(Label("standard input"), error.errno))
