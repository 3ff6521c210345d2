"""The theorems of ENV: their scopes, witnesses and faults."""

from __future__ import annotations

from tsr_proofs.enumerated import Enumerated
from tsr_proofs.environment import dotenv_theorems, names, values
from tsr_proofs.environment import faults as wrong
from tsr_proofs.exhaust import Box
from tsr_proofs.theorem import Exhaustive, Theorem, Tier
from tsr_proofs.trees import of

NAMED: tuple[Box, ...] = (
    Enumerated(
        "names within one edit of those of ENV-1, with any letter", "one edit of each name", names.names, (False,)
    ),
    Enumerated(
        "names within one edit of those of ENV-5, with a few letters", "one edit of each name", names.names, (True,)
    ),
)

VALUE_TOKENS = ("$", "{", "}", "A", "_", "1", ":-", " ")


def _values(most: int) -> Box:
    says = f"values of {most} tokens from {' '.join(map(repr, VALUE_TOKENS))}"
    return Enumerated(says, f"{most} tokens", values.values, (VALUE_TOKENS, most))


def _assignments(most: int) -> Box:
    return Enumerated(of(most, "assignment"), of(most, "assignment"), values.assignments, (most,))


LETTERS = ("A", "=", "'", '"', "#", " ", "\n", "\r", "x", "$")
TOKENS = ("A=", "export ", "export", "=", "'", '"', "#", " ", "\t", "\n", "\r\n", "x", "\ufeff", "\0")
QUOTED = ("'", '"', "#", " ", "\n", "x", "\r")


def _texts(before: str, tokens: tuple[str, ...], most: int) -> Box:
    behind = f"`{before}` and " if before else ""
    says = f"{behind}{most} tokens from {' '.join(repr(token)[1:-1] for token in tokens)}"
    return Enumerated(
        says.replace("|", "\\|"),
        f"{behind}{most} of {len(tokens)} tokens",
        dotenv_theorems.lines,
        (before, tokens, most),
    )


def _spelled(letters: int, count: int, plain: bool) -> Box:
    says = f"{of(count, 'assignment')} of {of(letters, 'letter')}, in {'some' if plain else 'all'} spellings"
    return Enumerated(says, says, dotenv_theorems.spelled, (letters, count, plain))


TEXTS: dict[Tier, tuple[Box, ...]] = {
    "quick": (_texts("", LETTERS, 5), _texts("", TOKENS, 4), _texts("A=", QUOTED, 6)),
    "full": (_texts("", LETTERS, 6), _texts("", TOKENS, 5), _texts("A=", QUOTED, 7)),
}
HUNTED_TEXTS: tuple[Box, ...] = (
    *(_texts("", TOKENS, most) for most in range(1, 4)),
    *(_texts("A=", QUOTED, most) for most in range(1, 6)),
)
SPELLED: dict[Tier, tuple[Box, ...]] = {
    "quick": (_spelled(2, 1, False), _spelled(1, 2, True)),
    "full": (_spelled(3, 1, False), _spelled(2, 2, True)),
}
HUNTED_SPELLED: tuple[Box, ...] = (_spelled(1, 1, False), _spelled(2, 1, False), _spelled(3, 1, True))

THEOREMS: tuple[Theorem, ...] = (
    Exhaustive(
        "guarded-names",
        ("ENV-1", "ENV-2", "ENV-5"),
        names.guarded_exactly,
        names.no_name_is_guarded,
        {"quick": NAMED, "full": NAMED},
        NAMED,
        (
            wrong.NEVER_EXACT,
            wrong.ALWAYS_EXACT,
            wrong.ALL_BEGINNINGS,
            wrong.NO_BEGINNINGS,
            wrong.TRIMMED,
            wrong.LONGER,
            wrong.ONE_MISSING,
        ),
    ),
    Exhaustive(
        "values-expanded",
        ("ENV-11",),
        values.expanded_alike,
        values.nothing_is_expanded,
        {"quick": (_values(5),), "full": (_values(6),)},
        tuple(_values(most) for most in range(1, 6)),
        (wrong.AGAIN, wrong.KEPT_UNSET, wrong.SHORTEST, wrong.DEFAULTS, wrong.PAIRED),
    ),
    Exhaustive(
        "layers-merged",
        ("ENV-10", "ENV-11"),
        values.merged_alike,
        values.nothing_is_overridden,
        {"quick": (_assignments(3),), "full": (_assignments(4),)},
        tuple(_assignments(most) for most in range(1, 4)),
        (wrong.FIRST_COUNTS, wrong.FROM_BEFORE, wrong.REPLACED, wrong.NEVER_LITERAL, wrong.AGAIN),
    ),
    Exhaustive(
        "dotenv-read",
        ("ENV-8", "ENV-14"),
        dotenv_theorems.read_alike,
        dotenv_theorems.nothing_is_set,
        TEXTS,
        HUNTED_TEXTS,
        (
            wrong.ANY_EXPORT,
            wrong.NO_EXPORT,
            wrong.FIRST_QUOTE,
            wrong.LAST_QUOTE,
            wrong.WHATEVER,
            wrong.ROWS_TRIMMED,
            wrong.ANY_SIGN,
            wrong.NO_COMMENT,
            wrong.TRIMMED_FIRST,
            wrong.NO_MARK,
        ),
    ),
    Exhaustive(
        "dotenv-read-back",
        ("ENV-14", "ENV-8"),
        dotenv_theorems.read_back,
        dotenv_theorems.quotes_are_text,
        SPELLED,
        HUNTED_SPELLED,
        (wrong.NO_EXPORT, wrong.LAST_QUOTE, wrong.ANY_SIGN, wrong.NO_COMMENT, wrong.NO_MARK, wrong.ROWS_TRIMMED),
    ),
)
