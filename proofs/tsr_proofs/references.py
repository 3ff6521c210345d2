"""A second reading of references in a value: every piece tried, longest first, by recursion on the text.

Shares nothing with the model, which has one regular expression for all of it.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

FIRST = frozenset(string.ascii_letters + "_")
FURTHER = FIRST | frozenset(string.digits)


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference to a variable."""

    name: str


Piece: TypeAlias = "str | Reference"


def is_name(text: str) -> bool:
    """Whether the text can be the name of a variable (SHELL-6)."""
    return text[:1] in FIRST and text[:1] != "" and set(text) <= FURTHER


@lru_cache(maxsize=1 << 16)
def pieces(value: str) -> tuple[Piece, ...]:
    """The value as single characters and references, in order (SHELL-6, ENV-11)."""
    if not value:
        return ()
    for end in range(len(value), 1, -1):
        name = _referred(value[:end])
        if name is not None:
            return (Reference(name), *pieces(value[end:]))
    return (value[0], *pieces(value[1:]))


def _referred(text: str) -> str | None:
    """The name that the whole text is a reference to."""
    if text[0] != "$":
        return None
    bare = text[2:-1] if text[1] == "{" and text[-1] == "}" else text[1:]
    return bare if is_name(bare) else None


def resolved(value: str, look_up: Callable[[str], str]) -> str:
    """The value with what each name is looked up as in its place."""
    return "".join(look_up(piece.name) if isinstance(piece, Reference) else piece for piece in pieces(value))


def refers(value: str, name: str) -> bool:
    """Whether the value refers to the variable."""
    return Reference(name) in pieces(value)
