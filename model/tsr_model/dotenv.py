"""The text of `.env` and of an `env_file`: lines that set variables (ENV-14, ENV-8)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tsr_model.shell import NAME

BLANKS = " \t"
BYTE_ORDER_MARK = "\ufeff"
QUOTES = "'\""
_CLOSED = re.compile(r"[ \t]*|[ \t]+#.*", re.DOTALL)
"""What may stand behind a closing quote: nothing but blanks, or a comment that a blank sets off."""
_COMMENT = re.compile(r"[ \t]#.*", re.DOTALL)

Choose = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Line:
    """An assignment of the text: its line (from 1), and whether its value is free of references."""

    number: int
    name: str
    value: str
    literal: bool


@dataclass(frozen=True, slots=True)
class Dotenv:
    """The assignments in order, and the numbers of the lines that are none and are ignored."""

    lines: tuple[Line, ...]
    ignored: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The line with which the text is wrong, and by which clause."""

    clause: str
    number: int


def ours(choice: str) -> str:
    """What the bundled runner does wherever ENV-8 leaves a choice."""
    return {"env_single_quotes": "literal", "env_several_lines": "value", "env_comment": "comment"}[choice]


def parse_dotenv(data: str, choose: Choose = ours) -> Dotenv | Unreadable:
    """The assignments of a file's bytes (ENV-14), with the finer points as `choose` has them (ENV-8)."""
    rows = [row.removesuffix("\r") for row in data.removeprefix(BYTE_ORDER_MARK).split("\n")]
    lines: list[Line] = []
    ignored: list[int] = []
    number = 0
    while number < len(rows):
        row, first = rows[number].lstrip(BLANKS), number + 1
        number += 1
        if not row or row.startswith("#"):
            continue
        name, equals, text = _without_export(row).partition("=")
        name = name.strip(BLANKS)
        if equals and "\0" in name:
            return Unreadable("ENV-13", first)
        if not equals or not NAME.fullmatch(name):
            ignored.append(first)
            continue
        read = _value(text, rows[number:], choose)
        if read is None:
            return Unreadable("ENV-8", first)
        value, literal, more = read
        number += more
        if "\0" in value:
            return Unreadable("ENV-13", first)
        lines.append(Line(first, name, value, literal))
    return Dotenv(tuple(lines), tuple(ignored))


def _without_export(row: str) -> str:
    """The line without an `export` that a blank follows (ENV-14)."""
    rest = row.removeprefix("export")
    return rest.lstrip(BLANKS) if rest[:1] in (" ", "\t") and rest != row else row


def _value(text: str, following: list[str], choose: Choose) -> tuple[str, bool, int] | None:
    """The value, whether it is literal, and how many further lines it takes; None where its quote is never closed."""
    inner = text.strip(BLANKS)
    quote = inner[:1]
    if quote not in ("'", '"'):
        return _unquoted(text, choose), False, 0
    literal = quote == "'" and choose("env_single_quotes") == "literal"
    closed = _closing(inner, quote, choose)
    if closed is not None:
        return inner[1:closed], literal, 0
    if quote in inner[1:]:
        return _unquoted(text, choose), False, 0
    return _over_lines(text.lstrip(BLANKS)[1:], following, quote, literal, choose)


def _closing(text: str, quote: str, choose: Choose) -> int | None:
    """Where the quote closes: its first place behind which nothing but blanks and a comment stands."""
    for at in range(1, len(text)):
        if text[at] == quote and _closes(text[at + 1 :], choose):
            return at
    return None


def _closes(behind: str, choose: Choose) -> bool:
    """Whether a quote with this behind it closes: nothing but blanks, or blanks and a comment where there are any."""
    return _CLOSED.fullmatch(behind) is not None and (not behind.strip(BLANKS) or choose("env_comment") == "comment")


def _over_lines(
    first: str, following: list[str], quote: str, literal: bool, choose: Choose
) -> tuple[str, bool, int] | None:
    """A quoted value that goes on over the next lines, up to the first that holds the quote (ENV-8)."""
    if choose("env_several_lines") == "error":
        return None
    taken = [first]
    for row in following:
        at = row.find(quote)
        if at < 0:
            taken.append(row)
        elif _closes(row[at + 1 :], choose):
            return "\n".join([*taken, row[:at]]), literal, len(taken)
        else:
            return None
    return None


def _unquoted(text: str, choose: Choose) -> str:
    """An unquoted value: up to a `#` that a blank precedes, without the blanks around it."""
    found = _COMMENT.search(text)
    if found is not None and choose("env_comment") == "comment":
        text = text[: found.start()]
    return text.strip(BLANKS)
