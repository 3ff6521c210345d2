"""`rm -f` of an empty operand fails.

How it comes about: an empty operand is an error of its own, and `-f` is only asked about what does not exist.
"""

from __future__ import annotations

import errno
from typing import Any

from tsr_impl.builtins import Call
from tsr_impl.places import Label, system_fault
from tsr_oracle.faults.patch import patch

SUBTLE = "an operand of `rm` is empty, and `-f` is given"
ACCEPTED = frozenset({("stricter", "FENCE-17"), ("divergence", "FENCE-17")})


def apply() -> None:
    """Give it another reason."""
    original = Call.entry

    def entry(self: Any, operand: str) -> Any:
        if not operand:
            raise system_fault(Label(operand), errno.EINVAL)
        return original(self, operand)

    patch(Call, "entry", entry)
