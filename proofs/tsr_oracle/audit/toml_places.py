"""Where a key of a TOML document is written: the line of each key and of each member of an array.

The document is known to be good TOML (the model has read it), so only its shape is looked at.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections.abc import Mapping
from typing import TypeAlias

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Keys: TypeAlias = tuple[str, ...]
"""The way to a value: the key of each table, and the number of a member of an array as text."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_STRING = re.compile(r'"""(?:\\.|[^\\])*?"{3,5}|' r"'''.*?'{3,5}|" r'"(?:\\.|[^"\\])*"|' r"'[^']*'", re.DOTALL)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN = re.compile(r"[^\s,\]}#]+(?: [0-9][^\s,\]}#]*)?")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_EQUALS = re.compile(r"[ \t]*=")


def lines_of(document: str) -> Mapping[Keys, int]:
    """The line, from 1, on which each key is written, and each member of an array."""
    reader = _Reader(document)
    reader.document()
    return reader.lines


def longest_key(document: str) -> int:
    """How many parts the longest key of the document has, as it is written."""
    reader = _Reader(document)
    reader.document()
    return reader.longest


def nearest_line(lines: Mapping[Keys, int], keys: Keys) -> int:
    """The line of a key, or of the nearest that it lies in; 1 where not even that is written."""
    return next((lines[keys[:count]] for count in range(len(keys), 0, -1) if keys[:count] in lines), 1)


def lines_of_any(document: str) -> Mapping[Keys, int]:
    """The same of a document that may be no TOML: nothing then."""
    try:
        tomllib.loads(document)
    except (ValueError, RecursionError):
        return {}
    return lines_of(document)


class _Reader:
    def __init__(self, document: str) -> None:
        self._document = document
        self._at = self.longest = 0
        self._newlines = [found.start() for found in re.finditer("\n", document)]
        self.lines: dict[Keys, int] = {}

    def document(self) -> None:
        table: Keys = ()
        self._skip(_BLANK)
        while self._at < len(self._document):
            if self._ahead("["):
                table = self._header()
            else:
                self._pair(table)
            self._skip(_BLANK)

    def _header(self) -> Keys:
        start = self._at
        brackets = 2 if self._ahead("[[") else 1
        self._at += brackets
        self._skip(_BLANK)
        keys = self._key()
        self._skip(_BLANK)
        self._at += brackets
        self._note(keys, start)
        return keys

    def _pair(self, table: Keys) -> None:
        start = self._at
        keys = (*table, *self._key())
        self._note(keys, start)
        self._skip(_EQUALS)
        self._skip(_BLANK)
        self._value(keys)

    def _key(self) -> Keys:
        parts: list[str] = []
        while True:
            quoted = self._take(_STRING)
            parts.append(_unquoted(quoted) if quoted else self._take(_BARE))
            if not self._take(_DOT):
                self.longest = max(self.longest, len(parts))
                return tuple(parts)

    def _value(self, keys: Keys) -> None:
        if self._ahead("["):
            self._members(keys)
        elif self._ahead("{"):
            self._inline_table(keys)
        elif not self._take(_STRING):
            self._take(_PLAIN)

    def _members(self, keys: Keys) -> None:
        self._at += 1
        self._skip(_BLANK)
        number = 0
        while not self._ahead("]"):
            self._note((*keys, str(number)), self._at)
            self._value((*keys, str(number)))
            number += 1
            self._comma()
        self._at += 1

    def _inline_table(self, keys: Keys) -> None:
        self._at += 1
        self._skip(_BLANK)
        while not self._ahead("}"):
            self._pair(keys)
            self._comma()
        self._at += 1

    def _comma(self) -> None:
        self._skip(_BLANK)
        if self._ahead(","):
            self._at += 1
            self._skip(_BLANK)

    def _note(self, keys: Keys, at: int) -> None:
        """Tables above a dotted key begin with the first key that lies in them."""
        line = bisect_left(self._newlines, at) + 1
        for count in range(1, len(keys) + 1):
            self.lines.setdefault(keys[:count], line)

    def _ahead(self, text: str) -> bool:
        return self._document.startswith(text, self._at)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        self._take(pattern)

    def _take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._document, self._at)
        if found is None:
            return ""
        self._at = found.end()
        return found[0]


def _unquoted(key: str) -> str:
    value: str = tomllib.loads(f"key = {key}")["key"]
    return value
