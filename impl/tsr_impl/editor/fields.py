"""The fields of a task as they are shown and typed, each on a line.

A list is written as words with blanks between them; one that holds a blank stands in quotes, as in a shell.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Literal, TypeAlias

from tsr_impl.report import Stop, printable

if TYPE_CHECKING:
    from tsr_impl.editor.document import Value

Kind: TypeAlias = Literal["text", "words", "switch"]

FIELDS: dict[str, Kind] = {
    "run": "text",
    "deps": "words",
    "packages": "words",
    "dir": "text",
    "args": "words",
    "env_file": "words",
    "parallel": "switch",
}
"""The fields that a form has, in the order in which they are asked for. `delegate` has a form of its own."""

_NEEDS_QUOTES = frozenset(" \t'\"\\")


def shown(value: object) -> str | None:
    """A value on a line; None if no field has values of its type, or if it would not fit on one."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = value
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        text = " ".join(map(_quoted, value))
    return text if isinstance(text, str) and printable(text) == text else None


def words(field: str, text: str) -> list[str]:
    """The words that were typed for a list. Raises `Stop` for a quote that is not closed."""
    try:
        return shlex.split(text)
    except ValueError as error:
        message = f"`{field}` has a quote that is not closed"
        raise Stop(f"{message} — close it, or put the word in other quotes") from error


def typed(field: str, text: str, before: object) -> Value | None:
    """The value that a text typed for a field means; None if it means that the task has no such field.

    `before`: a field that was a string stays one if there is only one word. Raises `Stop`.
    """
    if FIELDS[field] == "text" or not text:
        return text or None
    if FIELDS[field] == "switch":
        return _switched(field, text)
    found = words(field, text)
    if isinstance(before, str) and len(found) == 1:
        return found[0]
    return found or None


def _switched(field: str, text: str) -> bool:
    if text not in ("yes", "no"):
        raise Stop(f"`{field}` is neither on nor off — write `yes` or `no`, or nothing")
    return text == "yes"


def _quoted(word: str) -> str:
    return shlex.quote(word) if not word or _NEEDS_QUOTES & {*word} else word
