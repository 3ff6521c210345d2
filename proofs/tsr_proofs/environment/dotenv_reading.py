"""A second reading of `.env` text: one expression for each kind of line, tried in turn on what is left of the text."""

from __future__ import annotations

import re
from dataclasses import dataclass

_B = r"[ \t]*"
_END = r"(?:[ \t]*|[ \t]+\#[^\n]*)(?:\n|\Z)"
_SKIPPED = re.compile(rf"{_B}(?:\#[^\n]*)?(?:\n|\Z)")
_KEY = re.compile(rf"{_B}(?:export[ \t]+|(?!export[ \t]))([A-Za-z_][A-Za-z0-9_]*){_B}=")
_ON_ONE_LINE = re.compile(rf"{_B}(['\"])([^\n]*?)\1{_END}")
_TWO_QUOTES = re.compile(rf"{_B}(['\"])[^\n]*\1")
_ONE_QUOTE = re.compile(rf"{_B}['\"]")
_OVER_LINES = re.compile(rf"{_B}(['\"])((?:(?!\1).)*\n(?:(?!\1).)*)\1{_END}", re.DOTALL)
_BARE = re.compile(rf"([^\n]*?)(?:[ \t]\#[^\n]*)?{_B}(?:\n|\Z)")
_NO_KEY_AT_ALL = re.compile(r"[^=\n]*\0[^=\n]*=")
_REST = re.compile(r"[^\n]*(?:\n|\Z)")


@dataclass(frozen=True, slots=True)
class Read:
    """The assignments: line, name, value, whether it is literal; the lines that are ignored; the line of an error."""

    assigned: tuple[tuple[int, str, str, bool], ...]
    ignored: tuple[int, ...]
    wrong: tuple[str, int] | None = None


def read(data: str) -> Read:
    """What a text sets. After an error nothing counts."""
    text = re.sub(r"\r(?=\n|\Z)", "", data[1:] if data[:1] == "\ufeff" else data)
    assigned: list[tuple[int, str, str, bool]] = []
    ignored: list[int] = []
    at = 0
    while at < len(text):
        line = 1 + text.count("\n", 0, at)
        key = _KEY.match(text, at)
        if key is None:
            skipped = _SKIPPED.match(text, at)
            if skipped is None and _NO_KEY_AT_ALL.match(text, at):
                return Read((), (), ("ENV-13", line))
            found = skipped or _REST.match(text, at)
            ignored += [] if skipped else [line]
            at = _end(found)
            continue
        value = _value(text, key.end())
        if value is None or "\0" in value[0]:
            return Read((), (), ("ENV-8" if value is None else "ENV-13", line))
        assigned.append((line, key[1], value[0], value[1]))
        at = value[2]
    return Read(tuple(assigned), tuple(ignored))


def _value(text: str, at: int) -> tuple[str, bool, int] | None:
    """The value, whether it is literal, and where it ends; None where a quote is never closed as it should be."""
    quoted = _ON_ONE_LINE.match(text, at)
    if quoted is not None:
        return quoted[2], quoted[1] == "'", quoted.end()
    if _ONE_QUOTE.match(text, at) and not _TWO_QUOTES.match(text, at):
        over = _OVER_LINES.match(text, at)
        return None if over is None else (over[2], over[1] == "'", over.end())
    bare = _BARE.match(text, at)
    return ("" if bare is None else bare[1].strip(" \t"), False, _end(bare))


def _end(found: re.Match[str] | None) -> int:
    assert found is not None
    return found.end()
