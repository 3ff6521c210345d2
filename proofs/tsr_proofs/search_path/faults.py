"""Wrong rules for `PATH`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tsr_model import environment, search_path
from tsr_model.environment import expand_value
from tsr_proofs.seeding import Fault, Swap

# The right versions, kept before any is swapped.
_entries = search_path.entries
_judge_path = search_path.judge_path
_expand_value = environment.expand_value


def _letters_only(value: str) -> bool:
    return "$PATH" in value or "${PATH}" in value


def _no_braces(value: str) -> bool:
    return re.search(r"\$PATH(?![A-Za-z0-9_])", value) is not None


def _any_reference(value: str) -> bool:
    return "$" in value


def _through_others(value: str) -> bool:
    return "PATH" in value


def _unexpanded(value: str, environment: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(value.replace("${PATH}", "\0").replace("$PATH", "\0").split(":"))


def _not_opaque(value: str, environment: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(expand_value(value, environment).split(":"))


def _first_and_last(value: str, environment: Mapping[str, str]) -> tuple[str, ...]:
    found = _entries(value, environment)
    return (found[0], found[-1])


def _blanks_dropped(value: str, environment: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(entry for entry in _entries(value, environment) if entry)


def _glue_is_definite(entry: str) -> bool:
    return entry == "\0" or entry.startswith("/")


def _all_is_definite(entry: str) -> bool:
    return True


def _whole_not_asked_for(value: str, literal: bool, environment: Mapping[str, str], strict: bool) -> str | None:
    return _judge_path(value, literal, {**environment, "PATH": "/x"}, strict)


def _replaced(value: str, environment: Mapping[str, str]) -> str:
    return _expand_value(value, {name: held for name, held in environment.items() if name != "PATH"})


def _fault(name: str, says: str, attribute: str, replacement: object, module: str = "search_path") -> Fault:
    return Fault(name, says, (Swap(f"tsr_model.{module}", attribute, replacement),))


REPLACED = _fault("replaced", "`$PATH` is empty when a value is merged", "expand_value", _replaced, "environment")
INHERITED_UNASKED = _fault(
    "inherited-unasked", "`--strict` doesn't ask for an inherited `PATH`", "judge_path", _whole_not_asked_for
)


LETTERS_ONLY = _fault("letters-only", "`$PATHS` counts as a reference", "references_path", _letters_only)
NO_BRACES = _fault("no-braces", "`${PATH}` is no reference", "references_path", _no_braces)
ANY_REFERENCE = _fault("any-dollar", "any `$` counts as a reference", "references_path", _any_reference)
THROUGH_OTHERS = _fault("any-mention", "`PATH` without `$` counts", "references_path", _through_others)
UNEXPANDED = _fault("unexpanded", "entries are judged before other variables are expanded", "entries", _unexpanded)
NOT_OPAQUE = _fault("not-opaque", "the inherited `PATH` is expanded before entries are judged", "entries", _not_opaque)
FIRST_AND_LAST = _fault("ends-only", "only the first and the last entry are judged", "entries", _first_and_last)
BLANKS_DROPPED = _fault("empties-dropped", "empty entries are passed over", "entries", _blanks_dropped)
GLUE_IS_DEFINITE = _fault("glue-accepted", "`--strict` accepts `/x$PATH`", "_is_definite", _glue_is_definite)
ALL_IS_DEFINITE = _fault("relative-accepted", "`--strict` accepts relative entries", "_is_definite", _all_is_definite)
