"""A second reading of the rules for `PATH`, by one expression for the expanded text, and what is searched by it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

from tsr_proofs.references import Reference, pieces, refers, resolved

HELD = "\x01"
"""Stands for the inherited `PATH`."""
_WORKING_DIRECTORY = re.compile(r"(?:\A|:)\.?(?::|\Z)")
_WHOLE = re.compile(rf"(?:\A|:){HELD}(?::|\Z)")
_ABSOLUTE = re.compile(rf"(?:/[^:{HELD}]*|{HELD})(?::(?:/[^:{HELD}]*|{HELD}))*")


def clause(value: str, literal: bool, environment: Mapping[str, str], strict: bool) -> str | None:
    """The clause that refuses the value, or None."""
    if literal or not refers(value, "PATH"):
        return "PATH-1"
    text = _held(value, environment)
    if _WORKING_DIRECTORY.search(text):
        return "PATH-2"
    definite = environment.get("PATH", "") != "" and _WHOLE.search(text) and _ABSOLUTE.fullmatch(text)
    return "PATH-3" if strict and not definite else None


def is_whole(value: str, environment: Mapping[str, str]) -> bool:
    """Whether the inherited `PATH` is an entry of its own."""
    return _WHOLE.search(_held(value, environment)) is not None


def _held(value: str, environment: Mapping[str, str]) -> str:
    return resolved(value, lambda name: HELD if name == "PATH" else environment.get(name, ""))


# --- what a child searches -------------------------------------------------------------------------------------------

Letters: TypeAlias = "tuple[tuple[str, bool], ...]"
"""A text, each letter with whether it comes from the inherited `PATH`."""


def inherited(text: str | None) -> Letters:
    """The `PATH` that a run is started with."""
    return tuple((letter, True) for letter in text or "")


def extended(value: str, environment: Mapping[str, str], before: Letters) -> Letters:
    """The `PATH` once a config has set it to the value."""
    letters: list[tuple[str, bool]] = []
    for piece in pieces(value):
        if piece == Reference("PATH"):
            letters += before
        else:
            own = environment.get(piece.name, "") if isinstance(piece, Reference) else piece
            letters += [(letter, False) for letter in own]
    return tuple(letters)


def text_of(letters: Letters) -> str:
    """The letters as a text."""
    return "".join(letter for letter, _ in letters)


def own_entries(letters: Letters) -> list[str]:
    """The entries that are not the inherited ones as they were: each has a letter, or both its ends, from a config."""
    own: list[str] = []
    start = 0
    for at in range(len(letters) + 1):
        if at < len(letters) and letters[at][0] != ":":
            continue
        entry, ends = letters[start:at], letters[max(start - 1, 0) : start] + letters[at : at + 1]
        added = not all(held for _, held in entry) if entry else not any(held for _, held in ends)
        if added:
            own.append(text_of(entry))
        start = at + 1
    return own


def in_order(wanted: list[str], searched: list[str]) -> bool:
    """Whether all that is wanted is searched, in its order."""
    if not wanted:
        return True
    if not searched:
        return False
    return in_order(wanted[searched[0] == wanted[0] :], searched[1:])
