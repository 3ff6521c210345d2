"""`mkdir`: make directories (BUILTIN-11 to BUILTIN-13)."""

from __future__ import annotations

from tsr_impl import interrupts
from tsr_impl.builtins import Call, options
from tsr_impl.places import Fault

_OPTIONS = {"-p": "parents", "--parents": "parents"}


def mkdir(call: Call) -> int:
    """Each directory that is made has the role *entry* (FENCE-4)."""
    try:
        chosen, operands = options.split(call.words, _OPTIONS)
    except options.Misused as misused:
        return call.misused(str(misused))
    if not operands:
        return call.misused("missing operand")
    for operand in operands:
        interrupts.check()
        try:
            if chosen:
                for entry in call.fence.new_directories(call.directory, operand):
                    entry.make_directory_if_missing()
            else:
                with call.entry(operand) as entry:
                    entry.make_directory()
        except Fault as fault:
            call.report(fault)
    return call.status()
