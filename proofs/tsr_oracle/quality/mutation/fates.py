"""What a mutant is asked, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tsr_oracle.quality.mutation.mutants import Mutant

FOR_A_CASE = 3.0
"""Seconds of the processor that no case comes near to."""

Word: TypeAlias = Literal["killed", "survived", "unreached"]


@dataclass(frozen=True, slots=True)
class Fate:
    """Killed, and by what question; survived all that were asked; or reached by none."""

    word: Word
    by: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """Something that the model answers, by name; `agrees` says whether it does so rightly.

    `seconds`: of the processor; a mutant that takes more is killed.
    """

    name: str
    agrees: Callable[[], bool]
    seconds: float


Judge: TypeAlias = Callable[[Mutant], Fate]


class WrongAlready(ValueError):
    """What is to be mutated is wrong as it is: says by what."""
