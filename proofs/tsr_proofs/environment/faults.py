"""Wrong ways to read, to merge and to guard variables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from tsr_model import dotenv, environment, guarded
from tsr_model.dotenv import BLANKS, Choose
from tsr_model.environment import Assignment
from tsr_proofs.seeding import Fault, Swap

# The right versions, kept before any is swapped.
_listed = guarded._listed
_expand_value = environment.expand_value
_assigned = environment.assigned
_over_lines = dotenv._over_lines
_unquoted = dotenv._unquoted


# --- names -----------------------------------------------------------------------------------------------------------


def _never_exact(name: str, names: frozenset[str], prefixes: tuple[str, ...], caseless: bool) -> bool:
    return _listed(name, names, prefixes, True)


def _always_exact(name: str, names: frozenset[str], prefixes: tuple[str, ...], caseless: bool) -> bool:
    return _listed(name, names, prefixes, False)


def _all_are_beginnings(name: str, names: frozenset[str], prefixes: tuple[str, ...], caseless: bool) -> bool:
    return _listed(name, names, (*prefixes, *names), caseless)


def _no_beginnings(name: str, names: frozenset[str], prefixes: tuple[str, ...], caseless: bool) -> bool:
    return _listed(name, names, (), caseless)


def _trimmed(name: str, names: frozenset[str], prefixes: tuple[str, ...], caseless: bool) -> bool:
    return _listed(name.strip(), names, prefixes, caseless)


def _longer_beginnings(name: str, names: frozenset[str], prefixes: tuple[str, ...], caseless: bool) -> bool:
    return _listed(name, names, prefixes, caseless) and name not in prefixes


def _one_is_missing(name: str, names: frozenset[str], prefixes: tuple[str, ...], caseless: bool) -> bool:
    return _listed(name, names - {"RUSTC_WRAPPER"}, prefixes, caseless)


# --- values ----------------------------------------------------------------------------------------------------------


def _again(value: str, held: Mapping[str, str]) -> str:
    return _expand_value(_expand_value(value, held), held)


def _kept_unset(value: str, held: Mapping[str, str]) -> str:
    return environment.REFERENCE.sub(lambda found: held.get(found[1] or found[2], found[0]), value)


def _shortest(value: str, held: Mapping[str, str]) -> str:
    return re.sub(r"\$\{?([A-Za-z_])\}?", lambda found: held.get(found[1], ""), value)


def _with_defaults(value: str, held: Mapping[str, str]) -> str:
    return _expand_value(re.sub(r"\$\{([A-Z]+):-[^}]*\}", r"${\1}", value), held)


def _dollars_paired(value: str, held: Mapping[str, str]) -> str:
    return "$".join(_expand_value(part, held) for part in value.split("$$"))


def _first_counts(before: Mapping[str, str], assignments: Iterable[Assignment]) -> dict[str, str]:
    merged = dict(before)
    for one in assignments:
        merged.setdefault(one.name, _assigned(one, merged))
    return merged


def _from_before(before: Mapping[str, str], assignments: Iterable[Assignment]) -> dict[str, str]:
    return {**before, **{one.name: _assigned(one, before) for one in assignments}}


def _replaced(before: Mapping[str, str], assignments: Iterable[Assignment]) -> dict[str, str]:
    merged = dict(before)
    for one in assignments:
        merged[one.name] = _assigned(one, merged)
    return {name: value for name, value in merged.items() if name != "P"}


def _never_literal(assignment: Assignment, held: Mapping[str, str]) -> str:
    return _expand_value(assignment.value, held)


# --- `.env` ----------------------------------------------------------------------------------------------------------


def _any_export(row: str) -> str:
    return row.removeprefix("export").lstrip(BLANKS)


def _no_export(row: str) -> str:
    return row


def _first_quote(text: str, quote: str, choose: Choose) -> int | None:
    at = text.find(quote, 1)
    return at if at >= 0 else None


def _last_quote(text: str, quote: str, choose: Choose) -> int | None:
    at = text.rfind(quote)
    return at if at > 0 else None


def _whatever_behind(
    first: str, following: list[str], quote: str, literal: bool, choose: Choose
) -> tuple[str, bool, int] | None:
    for number, row in enumerate(following):
        if quote in row:
            return "\n".join([first, *following[:number], row[: row.find(quote)]]), literal, number + 1
    return None


def _rows_trimmed(
    first: str, following: list[str], quote: str, literal: bool, choose: Choose
) -> tuple[str, bool, int] | None:
    return _over_lines(first, [row.strip(BLANKS) for row in following], quote, literal, choose)


def _any_number_sign(text: str, choose: Choose) -> str:
    return text.partition("#")[0].strip(BLANKS)


def _no_comment(text: str, choose: Choose) -> str:
    return text.strip(BLANKS)


def _trimmed_first(text: str, choose: Choose) -> str:
    return _unquoted(text.strip(BLANKS), choose)


def _fault(name: str, says: str, module: str, attribute: str, replacement: object) -> Fault:
    return Fault(name, says, (Swap(f"tsr_model.{module}", attribute, replacement),))


NEVER_EXACT = _fault("never-exact", "case never counts", "guarded", "_listed", _never_exact)
ALWAYS_EXACT = _fault("always-exact", "case counts on Windows too", "guarded", "_listed", _always_exact)
ALL_BEGINNINGS = _fault("all-beginnings", "every name is a beginning", "guarded", "_listed", _all_are_beginnings)
NO_BEGINNINGS = _fault("no-beginnings", "`TSR_` guards itself only", "guarded", "_listed", _no_beginnings)
TRIMMED = _fault("trimmed", "blanks around a name don't count", "guarded", "_listed", _trimmed)
LONGER = _fault("not-itself", "`TSR_` doesn't guard itself", "guarded", "_listed", _longer_beginnings)
ONE_MISSING = _fault("one-missing", "one name is not in the list", "guarded", "_listed", _one_is_missing)

AGAIN = _fault("expanded-again", "what a value expands to is expanded again", "environment", "expand_value", _again)
KEPT_UNSET = _fault("unset-kept", "a reference to what is not set stays", "environment", "expand_value", _kept_unset)
SHORTEST = _fault("shortest-name", "a name is one letter", "environment", "expand_value", _shortest)
DEFAULTS = _fault("defaults", "`${A:-x}` is a reference", "environment", "expand_value", _with_defaults)
PAIRED = _fault("paired", "`$$` is one `$`", "environment", "expand_value", _dollars_paired)
FIRST_COUNTS = _fault("first-counts", "the first assignment counts", "environment", "merge", _first_counts)
FROM_BEFORE = _fault("from-before", "values see the process environment only", "environment", "merge", _from_before)
REPLACED = _fault("replaced", "what no config sets is dropped", "environment", "merge", _replaced)
NEVER_LITERAL = _fault("never-literal", "single-quoted values are expanded", "environment", "assigned", _never_literal)

ANY_EXPORT = _fault("any-export", "`export` needs no blank", "dotenv", "_without_export", _any_export)
NO_EXPORT = _fault("no-export", "`export` is part of the name", "dotenv", "_without_export", _no_export)
FIRST_QUOTE = _fault("first-quote", "the next quote closes, whatever follows", "dotenv", "_closing", _first_quote)
LAST_QUOTE = _fault("last-quote", "the last quote closes, in a comment too", "dotenv", "_closing", _last_quote)
WHATEVER = _fault(
    "text-behind", "text behind a quote over several lines is dropped", "dotenv", "_over_lines", _whatever_behind
)
ROWS_TRIMMED = _fault("rows-trimmed", "lines of a quoted value are trimmed", "dotenv", "_over_lines", _rows_trimmed)
ANY_SIGN = _fault("any-sign", "every `#` starts a comment", "dotenv", "_unquoted", _any_number_sign)
NO_COMMENT = _fault("no-comment", "no comment behind a value", "dotenv", "_unquoted", _no_comment)
TRIMMED_FIRST = _fault("trimmed-first", "`A= #x` is `#x`", "dotenv", "_unquoted", _trimmed_first)
NO_MARK = _fault("no-mark", "a byte order mark is part of the name", "dotenv", "BYTE_ORDER_MARK", "\0\0")
