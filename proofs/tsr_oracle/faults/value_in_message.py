"""A program that is not found is named as it came out of the expansion.

How it comes about: that is the word which was looked up.
"""

from __future__ import annotations

import copy
from typing import Any

from tsr_impl import process
from tsr_impl.units import Step
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("leak", "OUT-1")})
SUBTLE = "The name of a program comes from a variable, and leads to none."


def apply() -> None:
    """Name the first word."""
    original = process.found

    def found(words: list[str], step: Step, *more: Any) -> process.Program:
        shown = copy.copy(step)
        shown.program = words[0]
        return original(words, shown, *more)

    patch(process, "found", found)
