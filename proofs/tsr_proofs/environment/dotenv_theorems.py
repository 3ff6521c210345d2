"""The grammar of `.env`: read as a second reading does, and read back as it was written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from tsr_model import dotenv
from tsr_model.dotenv import Unreadable
from tsr_proofs.environment import dotenv_reading
from tsr_proofs.environment.dotenv_reading import Read
from tsr_proofs.spelled import texts


@dataclass(slots=True)
class Text:
    """The text of a `.env`."""

    text: str

    def __str__(self) -> str:
        return f"the text {self.text!r}"


def lines(before: str, tokens: tuple[str, ...], most: int) -> Iterator[Text]:
    """Every text of up to `most` tokens behind a beginning."""
    return (Text(before + text) for text in texts(tokens, most))


def read_alike(case: Text) -> str | None:
    """ENV-8, ENV-14: the model reads a text as the second reading does: assignments, ignored lines, or the error."""
    found, expected = _read(case.text), dotenv_reading.read(case.text)
    return None if found == expected else f"the model: {found}\nthe second reading: {expected}"


def nothing_is_set(case: Text) -> str | None:
    """Witness: no text sets a variable to anything but the empty text."""
    return "it sets one" if any(value for _, _, value, _ in _read(case.text).assigned) else None


def _read(text: str) -> Read:
    found = dotenv.parse_dotenv(text)
    if isinstance(found, Unreadable):
        return Read((), (), (found.clause, found.number))
    return Read(tuple((line.number, line.name, line.value, line.literal) for line in found.lines), found.ignored)


# --- written and read back -------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Spelled:
    """Assignments, and one of the texts that write them."""

    assigned: tuple[tuple[str, str, bool], ...]
    text: str

    def __str__(self) -> str:
        return f"{self.assigned} as {self.text!r}"


NAMES = ("A", "export", "_1")
LETTERS = ("x", "$", " ", "#", "'", '"', "\n", "=")


def spelled(letters: int, count: int, plain: bool) -> Iterator[Spelled]:
    """Every `count` assignments of values of up to so many letters, in every spelling; `plain`: without trimmings."""
    values = list(texts(LETTERS, letters))
    one = list(product(NAMES if count == 1 else NAMES[:1], values, (False, True)))
    for written in product(one, repeat=count):
        for rows in product(*(list(_spellings(each, plain)) for each in written)):
            for text in _joined(rows, plain):
                yield Spelled(written, text)


def _spellings(assigned: tuple[str, str, bool], plain: bool) -> Iterator[str]:
    """Every line, or lines, that write one assignment."""
    name, value, literal = assigned
    for written in _values(value, literal):
        for front, equals, behind in _trimmings(plain):
            if name == "export" and equals == " =":
                continue  # the name would be a word in front of one
            yield f"{front}{name}{equals}{written}{behind}"


def _trimmings(plain: bool) -> Iterator[tuple[str, str, str]]:
    if plain:
        return product(("", "export "), ("=",), ("", " # c"))
    return product(("", " ", "export ", "\texport \t"), ("=", " =", "= "), ("", " \t", " #", "\t# 'c\""))


def _values(value: str, literal: bool) -> Iterator[str]:
    """The value in single quotes where it is literal, else in double quotes, or in none if it can go without."""
    quote = "'" if literal else '"'
    if quote not in value:
        yield f"{quote}{value}{quote}"
    bare = (
        not literal
        and "\n" not in value
        and value == value.strip()
        and value[:1] not in ("'", '"', "#")
        and " #" not in value
    )
    if bare:
        yield value


def _joined(written: tuple[str, ...], plain: bool) -> Iterator[str]:
    """The lines as a text: with both kinds of line ends, and between the lines what is passed over."""
    for mark, passed, ends in product(("", "\ufeff"), ("", "\n", " # A=1\n"), ("\n", "\r\n")):
        if plain and (mark or passed == "\n"):
            continue
        yield mark + (passed + f"\n{passed}".join(written) + "\n").replace("\n", ends)
    yield "\n".join(written)


def read_back(case: Spelled) -> str | None:
    """ENV-14, ENV-8: assignments that are written down, in any spelling, are read back as they were."""
    found = tuple((name, value, literal) for _, name, value, literal in _read(case.text).assigned)
    return None if found == case.assigned else f"read back as {found}"


def quotes_are_text(case: Spelled) -> str | None:
    """Witness: a value never needs quotes."""
    return None if all(value in case.text.split("=", 1)[1].split("\n") for _, value, _ in case.assigned) else "it does"
