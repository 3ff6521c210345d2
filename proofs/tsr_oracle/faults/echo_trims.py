"""`echo` writes no blanks at the end of its line.

How it comes about: a line is tidied up before it is written.
"""

from __future__ import annotations

from tsr_impl.builtins import Call, plain
from tsr_oracle.faults.patch import patch

SUBTLE = "the last word that `echo` has is empty, or ends with a blank"
ACCEPTED = frozenset({("divergence", "BUILTIN-17")})


def apply() -> None:
    """Take them away."""

    def echo(call: Call) -> int:
        while len(call.words) > 1 and not call.words[-1].strip():
            call.words.pop()
        call.words[-1:] = [word.rstrip() for word in call.words[-1:]]
        return plain.echo(call)

    patch(plain, "BUILTINS", {**plain.BUILTINS, "echo": echo})
