"""`cat -` writes what standard input has, and not the file of that name.

How it comes about: that is what a dash means to each other `cat`.
"""

from __future__ import annotations

from tsr_impl.builtins import Call, cat, options
from tsr_impl.places import Fault
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "BUILTIN-1"), ("divergence", "BUILTIN-15")})


def apply() -> None:
    """A dash among the operands is standard input."""
    patch(cat, "cat", _cat)


def _cat(call: Call) -> int:
    try:
        _, operands = options.split(call.words, {})
    except options.Misused as misused:
        return call.misused(str(misused))
    for operand in operands or ["-"]:
        if operand == "-":
            cat._pass_on_input(call)
            continue
        try:
            with call.content(operand) as content, content.open_file() as file:
                if not cat._pass_on(call, file):
                    break
        except Fault as fault:
            call.report(fault)
    return call.status()
