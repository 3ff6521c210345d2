"""The mini-shell: a `run` string to commands, words and parts, and their expansion (SHELL)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Operator: TypeAlias = Literal["&&", "||", ";"]

BLANKS = " \t\n"
REJECTED = {
    "|": "SHELL-21",
    ">": "SHELL-22",
    "<": "SHELL-22",
    "`": "SHELL-23",
    "&": "SHELL-24",
    "(": "SHELL-25",
    ")": "SHELL-25",
}
"""What is rejected where it stands outside quotes, and by which clause."""

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Text:
    """Literal text. Only where it is not quoted can its characters be a pattern's."""

    text: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class Variable:
    """A reference to a variable."""

    name: str


Part: TypeAlias = Text | Variable
Word: TypeAlias = tuple[Part, ...]
Command: TypeAlias = tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Sequence:
    """Commands, and the operator in front of each but the first."""

    first: Command
    rest: tuple[tuple[Operator, Command], ...]


@dataclass(frozen=True, slots=True)
class Rejected:
    """A `run` string that is not one: by which clause, and what stands there."""

    clause: str
    what: str


class _Rejection(Exception):
    def __init__(self, clause: str, what: str) -> None:
        self.rejected = Rejected(clause, what)


# --- reading ----------------------------------------------------------------------------------------------------------


def parse(text: str) -> Sequence | Rejected:
    """The sequence that a `run` string writes, or why it is rejected."""
    try:
        return _sequence(text)
    except _Rejection as rejection:
        return rejection.rejected


def _sequence(text: str) -> Sequence:
    """Commands and what joins them, read from the left (SHELL-1, SHELL-9)."""
    commands: list[tuple[Operator, Command]] = []
    operator: Operator = ";"
    words: list[Word] = []
    at = 0
    while True:
        at = _skip_blanks(text, at)
        found = _operator(text, at)
        if found is None and at < len(text):
            word, at = _word(text, at)
            words.append(word)
            continue
        if not words:
            raise _Rejection("SHELL-29" if text.strip(BLANKS) else "SHELL-30", "an empty command")
        commands.append((operator, tuple(words)))
        if found is None:
            return Sequence(commands[0][1], tuple(commands[1:]))
        operator, words, at = found, [], at + len(found)


def _skip_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at] in BLANKS:
        at += 1
    return at


def _operator(text: str, at: int) -> Operator | None:
    if text.startswith("&&", at):
        return "&&"
    if text.startswith("||", at):
        return "||"
    return ";" if text.startswith(";", at) else None


def _word(text: str, at: int) -> tuple[Word, int]:
    """A word up to the next blank or operator; what has no meaning is text, as is what is quoted (SHELL-2, SHELL-3)."""
    parts: list[Part] = []
    while at < len(text) and text[at] not in BLANKS and _operator(text, at) is None:
        letter = text[at]
        if letter == "'":
            end = text.find("'", at + 1)
            if end < 0:
                raise _Rejection("SHELL-28", "an unterminated quote")
            parts.append(Text(text[at + 1 : end], True))
            at = end + 1
        elif letter == '"':
            inner, at = _double_quoted(text, at + 1)
            parts += inner
        elif letter == "$":
            part, at = _dollar(text, at, quoted=False)
            parts.append(part)
        elif letter in REJECTED:
            raise _Rejection(REJECTED[letter], f"'{letter}'")
        else:
            parts.append(Text(letter, False))
            at += 1
    if _has_brace_list("".join(part.text if isinstance(part, Text) and not part.quoted else " " for part in parts)):
        raise _Rejection("SHELL-26", "a brace expansion")
    return _merged(parts), at


def _has_brace_list(unquoted: str) -> bool:
    """Whether a brace pair has a comma of its own in it (SHELL-26); `{}`, `{a}` and `{a},{b}` are text."""
    commas: list[bool] = []
    for letter in unquoted:
        if letter == "{":
            commas.append(False)
        elif letter == "," and commas:
            commas[-1] = True
        elif letter == "}" and commas and commas.pop():
            return True
    return False


def _double_quoted(text: str, at: int) -> tuple[list[Part], int]:
    """What stands between double quotes: text, and variables (SHELL-4)."""
    parts: list[Part] = [Text("", True)]
    while at < len(text):
        letter = text[at]
        if letter == '"':
            return parts, at + 1
        if letter == "`":
            raise _Rejection("SHELL-23", "'`'")
        if letter == "$":
            part, at = _dollar(text, at, quoted=True)
            parts.append(part)
        else:
            parts.append(Text(letter, True))
            at += 1
    raise _Rejection("SHELL-28", "an unterminated quote")


def _dollar(text: str, at: int, *, quoted: bool) -> tuple[Part, int]:
    """A reference, or a lone `$`, which is text (SHELL-6)."""
    if text.startswith("$(", at):
        raise _Rejection("SHELL-23", "'$('")
    if text.startswith("${", at):
        end = text.find("}", at)
        if end < 0:
            raise _Rejection("SHELL-28", "an unterminated '${'")
        name = text[at + 2 : end]
        if not NAME.fullmatch(name):
            raise _Rejection("SHELL-27", f"'${{{name}}}'")
        return Variable(name), end + 1
    found = NAME.match(text, at + 1)
    if found is None:
        return Text("$", quoted), at + 1
    return Variable(found[0]), found.end()


def _merged(parts: list[Part]) -> Word:
    """The same parts, neighbouring text of one kind put together (SHELL-5)."""
    result: list[Part] = []
    for part in parts:
        before = result[-1] if result else None
        if isinstance(part, Text) and isinstance(before, Text) and part.quoted == before.quoted:
            result[-1] = Text(before.text + part.text, part.quoted)
        else:
            result.append(part)
    return tuple(result)


# --- expanding --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Expanded:
    """A word whose variables are resolved: its characters, each with whether it may be a pattern's."""

    characters: tuple[tuple[str, bool], ...]

    @property
    def text(self) -> str:
        """The word as it stands where no pattern matches."""
        return "".join([character for character, _ in self.characters])


def commands(sequence: Sequence) -> tuple[Command, ...]:
    """Every command, in order."""
    return (sequence.first, *(command for _, command in sequence.rest))


def undefined(sequence: Sequence, environment: Mapping[str, str]) -> str | None:
    """The first variable that the sequence refers to and that is not set (SHELL-8), or None."""
    parts = (part for command in commands(sequence) for word in command for part in word)
    names = (part.name for part in parts if isinstance(part, Variable))
    return next((name for name in names if name not in environment), None)


def expand(word: Word, environment: Mapping[str, str]) -> Expanded:
    """The word with its variables resolved: values are never split and never patterns (SHELL-7)."""
    characters: list[tuple[str, bool]] = []
    for part in word:
        match part:
            case Text(text=text, quoted=quoted):
                characters += [(character, not quoted) for character in text]
            case Variable(name=name):
                characters += [(character, False) for character in environment[name]]
    return Expanded(tuple(characters))


def verbatim(text: str) -> Expanded:
    """A word that is passed through as it is: from `args`, or typed behind `--` (CLI-4)."""
    return Expanded(tuple((character, False) for character in text))
