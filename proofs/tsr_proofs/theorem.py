"""What a theorem is: a claim, a witness beside it that has to be refuted, faults that it has to notice, a scope."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tsr_proofs.exhaust import Box, Property
from tsr_proofs.lemma_check import Lemma
from tsr_proofs.report import Word
from tsr_proofs.seeding import Fault
from tsr_proofs.translation import Translation

Tier: TypeAlias = Literal["quick", "full"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What comes of a property that does not hold: who gains what by it, and what `--strict` does about it.

    `by_hand`: the commands that show it, where those of the smallest world can't be typed into a shell.
    """

    gained: str
    strict: str
    by_hand: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exhaustive:
    """A property of every case of some boxes. `hunted`: boxes, smallest first, for the witness and the faults."""

    name: str
    clauses: tuple[str, ...]
    holds: Property
    witness: Property
    boxes: dict[Tier, tuple[Box, ...]]
    hunted: tuple[Box, ...]
    faults: tuple[Fault, ...]
    expected: Word = "exhausted up to"
    finding: Finding | None = None


@dataclass(frozen=True, slots=True)
class Symbolic:
    """A lemma for CrossHair, and in words the bound that is written into it."""

    name: str
    clauses: tuple[str, ...]
    holds: Lemma
    witness: Lemma
    bound: str
    faults: tuple[Fault, ...]
    expected: Word = "confirmed"


@dataclass(frozen=True, slots=True)
class Translated:
    """A claim about a translation of the model's rule that a solver proves for texts of any length."""

    name: str
    clauses: tuple[str, ...]
    holds: Translation
    witness: Translation
    bound: str
    faults: tuple[Fault, ...]
    expected: Word = "proved (translation)"


Theorem: TypeAlias = Exhaustive | Symbolic | Translated


def says(function: object) -> str:
    """A theorem in one sentence: the first paragraph of its docstring, without the clause ids in front."""
    first = " ".join((function.__doc__ or "").strip().split("\n\n")[0].split())
    return re.sub(r"^(?:Witness|[A-Z]+-\w+(?:, [A-Z]+-\w+)*): ", "", first)


Users: TypeAlias = "dict[Box, tuple[Exhaustive, ...]]"


def users_of_boxes(theorems: tuple[Theorem, ...], tier: Tier) -> Users:
    """Every box, once, and the theorems whose scope it belongs to: they go through it together."""
    found: Users = {}
    for theorem in theorems:
        if isinstance(theorem, Exhaustive):
            for box in theorem.boxes[tier]:
                found[box] = (*found.get(box, ()), theorem)
    return found
