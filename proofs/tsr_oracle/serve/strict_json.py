"""Reads one line of JSON, and takes nothing that another reader might take otherwise."""

from __future__ import annotations

import json
from typing import NoReturn

from tsr_oracle.serve.problems import GREATEST_NUMBER, Problem
from tsr_spec.case import Json


def read_line(line: bytes) -> Json:
    """The value that the line holds. Raises Problem."""
    try:
        value: Json = _DECODER.decode(line.decode())
    except UnicodeDecodeError as error:
        raise Problem("not-utf-8", f"byte {error.start} of the line is not UTF-8") from None
    except RecursionError:
        raise Problem("too-deep", "the line nests too deep to be read") from None
    except ValueError as error:
        raise Problem("not-json", f"the line is not JSON: {error}") from None
    return value


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    table = dict(pairs)
    if len(table) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Problem("duplicate-key", f"the key {shortened(twice)} is there twice in one object")
    return table


def _integer(text: str) -> int:
    """A whole number. Its length is looked at first: what takes long to read is refused unread."""
    if len(text) > len(str(-GREATEST_NUMBER)) or abs(int(text)) > GREATEST_NUMBER:
        raise Problem("bad-number", f"the number {shortened(text)} is too great")
    return int(text)


def _fraction(text: str) -> int:
    """A number with a point or an exponent, which is a whole one all the same: `1.0` is 1, as JSON Schema has it."""
    number = float(text)
    if not number.is_integer() or abs(number) > GREATEST_NUMBER:
        raise Problem("bad-number", f"the number {shortened(text)} is not a whole one, or too great")
    return int(number)


def _constant(text: str) -> NoReturn:
    raise Problem("bad-number", f"{text} is no number of JSON")


def shortened(text: str) -> str:
    """A text as a message quotes it: no longer than a line should be."""
    return repr(text if len(text) <= 40 else f"{text[:40]}…")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_fraction, parse_constant=_constant
)
