"""`rm`: take away files, links and, with `-r`, directories (BUILTIN-4, BUILTIN-5)."""

from __future__ import annotations

import errno

from tsr_impl import interrupts
from tsr_impl.builtins import DONE, Call, options
from tsr_impl.builtins.removal import removable, remove_tree
from tsr_impl.places import Fault, system_fault

_OPTIONS = {
    "-r": "recursive",
    "-R": "recursive",
    "--recursive": "recursive",
    "-f": "force",
    "--force": "force",
}


def rm(call: Call) -> int:
    """Role *entry* (FENCE-4); a failing operand does not stop the others."""
    try:
        chosen, operands = options.split(call.words, _OPTIONS)
    except options.Misused as misused:
        return call.misused(str(misused))
    force = "force" in chosen
    if not operands:
        return DONE if force else call.misused("missing operand")

    def report(fault: Fault) -> None:
        if not (force and fault.number == errno.ENOENT):  # `-f` hides nothing else
            call.report(fault)

    for operand in operands:
        interrupts.check()
        try:
            with removable(call, operand) as entry:
                if entry.unlinked():
                    continue
                if "recursive" not in chosen:
                    raise system_fault(entry.label, errno.EISDIR)
                call.forget()
                remove_tree(entry, report)
        except Fault as fault:
            report(fault)
    return call.status()
