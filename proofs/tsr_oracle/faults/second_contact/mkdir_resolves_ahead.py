"""`mkdir a a/b` fails for `a/b`: all operands are resolved before the first directory is made.

How it comes about: `cp` and `mv` judge everything before they do anything, and `mkdir` is written alike.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import mkdir, options
from tsr_impl.places import Fault
from tsr_oracle.faults.patch import patch

SUBTLE = "only where an operand of `mkdir` lies in one that an earlier operand makes, without `-p`"
ACCEPTED = frozenset({("stricter", "BUILTIN-11"), ("divergence", "BUILTIN-11")})


def apply() -> None:
    """Without `-p`, the entries are looked up first and made then."""
    original: Any = mkdir.mkdir

    def ahead(call: Any) -> int:
        try:
            chosen, operands = options.split(call.words, mkdir._OPTIONS)
        except options.Misused:
            return original(call)  # type: ignore[no-any-return]
        if chosen or not operands:
            return original(call)  # type: ignore[no-any-return]
        for entry in [call.judged(call.entry, operand) for operand in operands]:
            if entry is not None:
                _make(call, entry)
        return call.status()  # type: ignore[no-any-return]

    patch(mkdir, "mkdir", ahead)


def _make(call: Any, entry: Any) -> None:
    try:
        with entry:
            entry.make_directory()
    except Fault as fault:
        call.report(fault)
