"""`touch`: make empty files, or set both times of existing ones to now (BUILTIN-13, BUILTIN-14)."""

from __future__ import annotations

from tsr_impl import interrupts
from tsr_impl.builtins import Call, options
from tsr_impl.places import Fault


def touch(call: Call) -> int:
    """Role *content* (FENCE-4); a failing operand does not stop the others."""
    try:
        _, operands = options.split(call.words, {})
    except options.Misused as misused:
        return call.misused(str(misused))
    if not operands:
        return call.misused("missing operand")
    for operand in operands:
        interrupts.check()
        try:
            with call.content(operand) as content:
                content.touch()
        except Fault as fault:
            call.report(fault)
    return call.status()
