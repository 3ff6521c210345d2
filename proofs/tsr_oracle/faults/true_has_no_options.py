"""`true` and `false` with an option end with 2.

How it comes about: no builtin ignores an option that it does not know.
"""

from __future__ import annotations

from tsr_impl.builtins import Call, options, plain
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "BUILTIN-19")})


def apply() -> None:
    """Look at their words as at those of the others."""
    original = plain.BUILTINS

    def understood(call: Call) -> int:
        try:
            options.split(call.words, {})
        except options.Misused as misused:
            return call.misused(str(misused))
        return original[call.name](call)

    patch(plain, "BUILTINS", {**original, "true": understood, "false": understood})
