"""The theorems of CLI about what is typed: their scopes, witnesses and faults."""

from __future__ import annotations

from tsr_proofs.command_line import faults as wrong
from tsr_proofs.command_line import theorems
from tsr_proofs.enumerated import Enumerated
from tsr_proofs.exhaust import Box
from tsr_proofs.theorem import Exhaustive, Theorem, Tier
from tsr_proofs.trees import of


def _typed(most: int, few: bool) -> Box:
    words = theorems.FEW_WORDS if few else theorems.WORDS
    return Enumerated(
        f"command lines of {of(most, 'word')} from {len(words)}",
        f"{of(most, 'word')} from {len(words)}",
        theorems.typed,
        (most, few),
    )


TYPED: dict[Tier, tuple[Box, ...]] = {
    "quick": (_typed(4, False), _typed(5, True)),
    "full": (_typed(5, False), _typed(6, True)),
}
HUNTED: tuple[Box, ...] = (_typed(2, False), _typed(3, False), _typed(4, False))

THEOREMS: tuple[Theorem, ...] = (
    Exhaustive(
        "command-lines",
        ("CLI-13", "CLI-2", "CLI-3", "CLI-18"),
        theorems.asked_alike,
        theorems.nothing_is_asked,
        TYPED,
        HUNTED,
        (
            wrong.VALUES_COUNT,
            wrong.BEHIND_COUNTS,
            wrong.FLAG_SWALLOWED,
            wrong.LAST_COUNTS,
            wrong.MISSING_IS_EMPTY,
            wrong.DASHES_KEPT,
            wrong.ANY_VALUE,
            wrong.EQUALS_CUT,
            wrong.FLAGS_ONCE,
        ),
    ),
    Exhaustive(
        "flags-are-words",
        ("CLI-13", "CLI-14", "TIER-3"),
        theorems.flags_are_words,
        theorems.flags_come_first,
        TYPED,
        HUNTED,
        (wrong.VALUES_COUNT, wrong.BEHIND_COUNTS, wrong.DASHES_KEPT),
    ),
)
