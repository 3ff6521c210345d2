"""The theorems of PATH: their scopes, witnesses and faults."""

from __future__ import annotations

from tsr_proofs.enumerated import Enumerated
from tsr_proofs.exhaust import Box
from tsr_proofs.search_path import faults as wrong
from tsr_proofs.search_path import languages, lemmas, theorems
from tsr_proofs.search_path.theorems import judged, searched
from tsr_proofs.theorem import Exhaustive, Finding, Symbolic, Theorem, Tier, Translated

REFERENCE_TOKENS = ("$", "{", "}", "PATH", "P", "_", "0", ":", "-")
JUDGED_TOKENS = ("$PATH", "${PATH}", "$U", "$E", "$D", "$C", "$S", ":", ".", "/", "x")
SEARCHED_TOKENS = ("/x", "$PATH", "${PATH}", ":", "x", ".", "$D", "$C")
FEW_TOKENS = ("/x", "$PATH", ":", "x", "$D")
NONE_EMPTY_ONE: tuple[str | None, ...] = (None, "", "/b")
ORDINARY: tuple[str | None, ...] = (None, "", "/b", "/b:/c")
ODD: tuple[str | None, ...] = (*ORDINARY, ":/b", "/b:", "b:.")


def _references(most: int) -> Box:
    says = f"values of {most} tokens from {' '.join(REFERENCE_TOKENS)}"
    return Enumerated(says, f"{most} tokens", judged, (REFERENCE_TOKENS, most, (None,), False))


def _judged(most: int, literal: bool = False) -> Box:
    says = f"{'single-quoted ' * literal}values of {most} tokens from {' '.join(JUDGED_TOKENS)}, 3 inherited"
    return Enumerated(says, f"{most} tokens", judged, (JUDGED_TOKENS, most, NONE_EMPTY_ONE, literal))


def _searched(tokens: tuple[str, ...], most: int, count: int, paths: tuple[str | None, ...], strict: bool) -> Box:
    values = "values" if count == 1 else "pairs of values"
    says = f"{values} of {most} tokens from {' '.join(tokens)}, {len(paths)} inherited{', `--strict`' * strict}"
    return Enumerated(says, f"{values} of {most} tokens", searched, (tokens, most, count, paths, strict))


def _kept(most: int, few: int, strict: bool) -> tuple[Box, ...]:
    paths = ODD if strict else ORDINARY
    one, two = _searched(SEARCHED_TOKENS, most, 1, paths, strict), _searched(FEW_TOKENS, few, 2, paths, strict)
    return (one, two)


JUDGED: dict[Tier, tuple[Box, ...]] = {
    "quick": (_judged(4), _judged(2, literal=True)),
    "full": (_judged(5), _judged(3, literal=True)),
}
KEPT: dict[Tier, tuple[Box, ...]] = {"quick": _kept(4, 3, False), "full": _kept(5, 4, False)}
STRICT: dict[Tier, tuple[Box, ...]] = {"quick": _kept(4, 3, True), "full": _kept(5, 4, True)}
HUNTED_REFERENCES: tuple[Box, ...] = tuple(_references(most) for most in range(1, 5))
HUNTED_JUDGED: tuple[Box, ...] = tuple(_judged(most) for most in range(1, 5))
HUNTED_KEPT: tuple[Box, ...] = tuple(_searched(SEARCHED_TOKENS, most, 1, ORDINARY, False) for most in range(1, 5))
HUNTED_STRICT: tuple[Box, ...] = tuple(_searched(SEARCHED_TOKENS, most, 1, ODD, True) for most in range(1, 5))
NON_EMPTY: tuple[Box, ...] = (_searched(("/x", "$PATH", ":"), 3, 1, ("/b", "/b:/c"), False),)
WITHOUT: tuple[Box, ...] = (_searched(("/x", "$PATH", ":"), 3, 1, (None, ""), False),)
RELATIVE: tuple[Box, ...] = (_searched((".", "/", ":", "x", "..", "$PATH"), 4, 1, ("/b",), False),)

JUDGING: tuple[Theorem, ...] = (
    Exhaustive(
        "path-reference",
        ("PATH-1",),
        theorems.reference_read_alike,
        theorems.nothing_refers,
        {"quick": (_references(5),), "full": (_references(6),)},
        HUNTED_REFERENCES,
        (wrong.LETTERS_ONLY, wrong.NO_BRACES, wrong.ANY_REFERENCE, wrong.THROUGH_OTHERS),
    ),
    Exhaustive(
        "path-judged",
        ("PATH-1", "PATH-2", "PATH-3"),
        theorems.judged_alike,
        theorems.all_is_refused,
        JUDGED,
        HUNTED_JUDGED,
        (
            wrong.UNEXPANDED,
            wrong.NOT_OPAQUE,
            wrong.FIRST_AND_LAST,
            wrong.BLANKS_DROPPED,
            wrong.GLUE_IS_DEFINITE,
            wrong.ALL_IS_DEFINITE,
        ),
    ),
    Translated(
        "path-rule-is-expansion",
        ("PATH-1",),
        languages.the_rule_is_the_expansion,
        languages.letters_are_enough,
        "texts of any length",
        (wrong.LETTERS_ONLY, wrong.NO_BRACES, wrong.ANY_REFERENCE, wrong.THROUGH_OTHERS),
    ),
    Translated(
        "path-reference-stays",
        ("PATH-1",),
        languages.entries_keep_the_reference,
        languages.text_keeps_the_reference,
        "texts of any length",
        (wrong.LETTERS_ONLY, wrong.NO_BRACES),
    ),
)

LEMMAS: tuple[Theorem, ...] = (
    Symbolic(
        "path-short-texts",
        ("PATH-1",),
        lemmas.short_texts_refer,
        lemmas.short_texts_with_a_dollar_refer,
        "texts of up to 5 characters",
        (wrong.ANY_REFERENCE, wrong.THROUGH_OTHERS),
    ),
    Symbolic(
        "path-surroundings",
        ("PATH-1",),
        lemmas.a_name_character_ends_it,
        lemmas.nothing_ends_it,
        "up to 1 character before and behind",
        (wrong.LETTERS_ONLY,),
    ),
    Symbolic(
        "path-braces",
        ("PATH-1",),
        lemmas.braces_always_refer,
        lemmas.one_brace_refers,
        "up to 2 characters before and behind",
        (wrong.NO_BRACES,),
    ),
)

GUARANTEE: tuple[Theorem, ...] = (
    Exhaustive(
        "path-kept-where-whole",
        ("PATH-G1",),
        theorems.kept_where_whole,
        theorems.inherited_comes_first,
        KEPT,
        HUNTED_KEPT,
        (wrong.REPLACED,),
    ),
    Exhaustive(
        "path-strict",
        ("PATH-G1", "PATH-3"),
        theorems.strict_keeps_all,
        theorems.inherited_comes_first,
        STRICT,
        HUNTED_STRICT,
        (wrong.ALL_IS_DEFINITE, wrong.BLANKS_DROPPED, wrong.UNEXPANDED, wrong.INHERITED_UNASKED, wrong.REPLACED),
    ),
)

REFUSED = "refuses it (PATH-3)."

FINDINGS: tuple[Theorem, ...] = (
    Exhaustive(
        "path-glue",
        ("PATH-G1",),
        theorems.kept_in_order,
        theorems.no_path_is_extended,
        {"quick": NON_EMPTY, "full": NON_EMPTY},
        NON_EMPTY,
        (),
        "refuted",
        Finding("A config takes a directory out of the inherited `PATH`, and puts one of its own there.", REFUSED),
    ),
    Exhaustive(
        "path-without-inherited",
        ("PATH-2", "PATH-G1"),
        theorems.no_working_directory,
        theorems.no_path_is_extended,
        {"quick": WITHOUT, "full": WITHOUT},
        WITHOUT,
        (),
        "refuted",
        Finding(
            "A program that lies in the directory a task runs in is run in place of the one that is meant.", REFUSED
        ),
    ),
    Exhaustive(
        "path-relative",
        ("PATH-3", "PATH-G1"),
        theorems.nothing_relative,
        theorems.no_path_is_extended,
        {"quick": RELATIVE, "full": RELATIVE},
        RELATIVE,
        (),
        "refuted",
        Finding("Which program a name runs is decided by what lies in the directory that a task runs in.", REFUSED),
    ),
    Exhaustive(
        "path-here",
        ("PATH-2", "PATH-G1"),
        theorems.nothing_is_here,
        theorems.no_path_is_extended,
        {"quick": RELATIVE, "full": RELATIVE},
        RELATIVE,
        (),
        "refuted",
        Finding(
            "A program that lies in the directory a task runs in is run in place of the one that is meant.", REFUSED
        ),
    ),
)

THEOREMS: tuple[Theorem, ...] = (*JUDGING, *LEMMAS, *GUARANTEE, *FINDINGS)
