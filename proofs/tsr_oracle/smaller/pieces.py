"""Ways to take a text, or any row of things, apart: the long pieces are taken away before the short ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Span: TypeAlias = tuple[int, int]

_SCANNED = re.compile(r'"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|\#[^\n]*|[\[{}\],]')
_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'')
_HEAD = re.compile(r"""\s*(?:[\w.-]+|"[^"]*"|'[^']*')+\s*=""")
_WORD = re.compile(r"[\s=:/,;|&]+|[^\s=:/,;|&]+")


def without(items: Sequence[T]) -> Iterator[list[T]]:
    """The items without a run of them: without all, each half, each quarter, and so on to each single one."""
    size = len(items)
    while size:
        for start in range(0, len(items), size):
            yield [*items[:start], *items[start + size :]]
        size //= 2


def without_lines(text: str) -> Iterator[str]:
    """The text without some of its lines."""
    return ("".join(left) for left in without(text.splitlines(keepends=True)))


def without_words(text: str) -> Iterator[str]:
    """The text without some of its words, blanks and marks."""
    return ("".join(left) for left in without(_WORD.findall(text)))


def without_items(text: str) -> Iterator[str]:
    """The text without an item of one of its lists or tables, in TOML or JSON."""
    for start, end in _items(text):
        if text[end : end + 1] == ",":
            yield text[:start] + text[end + 1 :].lstrip(" ")
        else:
            yield text[:start].rstrip().removesuffix(",") + text[end:]


def _items(text: str) -> Iterator[Span]:
    """Where each item between brackets or braces begins and ends, without the blanks around it."""
    open_ones: list[int] = []
    for found in _SCANNED.finditer(text):
        mark = found[0]
        if mark in "[{":
            open_ones.append(found.end())
        elif mark in ",]}" and open_ones:
            inner = text[open_ones[-1] : found.start()]
            start = open_ones[-1] + len(inner) - len(inner.lstrip())
            if inner.strip():
                yield start, start + len(inner.strip())
            open_ones[-1] = found.end()
            if mark != ",":
                open_ones.pop()


def strings(line: str) -> list[Span]:
    """Where the strings in quotes are in a line of TOML, without those in front of its `=` and in a table's head."""
    if line.startswith("["):
        return []
    head = _HEAD.match(line)
    return [found.span() for found in _STRING.finditer(line, head.end() if head else 0)]


def shorter_path(text: str) -> Iterator[str]:
    """The path without some of its components."""
    for left in without(text.split("/")):
        if left:
            yield "/".join(left)


def shorter_command(inner: str) -> Iterator[str]:
    """What stands in a string, without some of its commands, of its words, of the components of its paths, and without
    its own quotes."""
    for separator in (r"( && | \|\| | ?; ?)", r"( +)", r"(/+)"):
        pieces = re.split(separator, inner)
        pairs = ["".join(pieces[at : at + 2]) for at in range(0, len(pieces), 2)]  # each with what stands behind it
        yield from ("".join(left) for left in without(pairs))
        yield from ("".join(pieces[: at - 1] + pieces[at + 1 :]) for at in range(2, len(pieces), 2))
    for quote in (r"\"", "'"):
        if quote in inner:
            yield inner.replace(quote, "")
