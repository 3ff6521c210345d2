"""The line of `tasks.toml` that an error is about, with a caret under the place (CLI-19).

The library that reads TOML does not say where it has found a value, so the text is gone through once more when
an error is to be told. A statement that speaks of `env` is never shown, since it may hold a secret (OUT-1).
"""

from __future__ import annotations

import re

from tsr_impl import toml
from tsr_impl.report import caret
from tsr_impl.toml_tokens import TOKEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tsr_impl.report import ConfigFault

_MOST = 1 << 20  # characters of a file that is gone through
_DEEPEST = 50  # keys of a path that is told apart from others
_IN_TOML_ERROR = re.compile(r"\(at line (\d+), column (\d+)\)")
_VARIABLES = re.compile(r"env(?!_file\b)|\\[uU]", re.IGNORECASE)  # an escape may spell it, too


class _Statement:
    """A header or an assignment: from where to where it goes, and the places in it.

    A place is a path of keys, or a string among the values of one, and its offset.
    """

    __slots__ = ("end", "places", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.end = start
        self.places: list[tuple[tuple[str, ...], str | None, int]] = []


def point(fault: ConfigFault, data: bytes) -> None:
    """Add the line to the `detail` of a fault that has a place in the config, whose bytes are `data`."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    is_toml_error = isinstance(fault.__cause__, toml.Invalid)
    if len(text) > _MOST or not (fault.place or is_toml_error):
        return
    offset = _offset_of_toml_error(str(fault.__cause__), text) if is_toml_error else None
    header = statement = ""
    for one in _statements(text):
        statement = text[one.start : one.end]
        if offset is None:
            offset = _found(one, fault)
        if offset is not None and offset < one.end:
            break
        if statement.startswith("["):
            header = statement
    if offset is not None and not _VARIABLES.search(header + statement):
        fault.detail = (*caret(text, offset, numbered=True), *fault.detail)


def _offset_of_toml_error(message: str, text: str) -> int | None:
    """Where the library that reads TOML says that it has stopped."""
    found = _IN_TOML_ERROR.search(message)
    if not found:
        return len(text) if text.strip() else None
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: int(found[1]) - 1]) + int(found[2]) - 1


def _found(statement: _Statement, fault: ConfigFault) -> int | None:
    for path, item, offset in statement.places:
        if path == fault.place and item == fault.item:
            return offset
    return None


# Going through the text -----------------------------------------------------------------------


def _statements(text: str) -> Iterator[_Statement]:
    """The statements of a text, which may be broken anywhere."""
    header: tuple[str, ...] = ()
    walk = _Walk(text)
    while not walk.is_at_end():
        statement = _Statement(walk.at)
        if walk.skip("["):
            walk.skip("[")
            header = walk.keys((), statement)
            walk.skip_line()
        else:
            walk.assignment(header, statement)
        statement.end = walk.at
        yield statement


class _Walk:
    """A walk over the tokens of a text; `at` is the offset of the next one that says something."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = TOKEN.finditer(text)
        self.at = 0
        self._kind = self._token = ""
        self._skip_lines()

    def is_at_end(self) -> bool:
        return not self._kind

    def skip(self, mark: str) -> bool:
        """Go on if that is the next token; whether it was."""
        if self._token != mark or self._kind != "mark":
            return False
        self._next()
        return True

    def skip_line(self) -> None:
        while self._kind not in ("newline", ""):
            self._next()
        self._skip_lines()

    def keys(self, prefix: tuple[str, ...], statement: _Statement) -> tuple[str, ...]:
        """The path that a dotted key leads to, from `prefix`; each part of it is a place."""
        path = prefix
        while self._kind in ("bare", "string"):
            if len(path) < _DEEPEST:
                path = (*path, self._value())
            statement.places.append((path, None, self.at))
            self._next()
            if not self.skip("."):
                break
        return path

    def assignment(self, header: tuple[str, ...], statement: _Statement) -> None:
        """A key and its value, up to the end of the line on which that ends."""
        path = self.keys(header, statement)
        within: list[tuple[str, tuple[str, ...]]] = []  # the brackets that are open, and whose value each is
        while self._kind and (within or self._kind != "newline"):
            mark = self._token if self._kind == "mark" else ""
            if self._kind == "string":
                statement.places.append((path, self._value(), self.at + 1))  # behind its quote
            self._next()
            if mark in ("[", "{"):
                within.append((mark, path))
            elif mark in ("]", "}") and within:
                path = within.pop()[1]
            if within and within[-1][0] == "{" and mark in ("{", ","):
                path = self.keys(within[-1][1], statement)
        self._skip_lines()

    def _value(self) -> str:
        """What a key or a string says."""
        if self._kind == "bare" or ("\\" not in self._token and self._token[:3] not in ('"""', "'''")):
            return self._token if self._kind == "bare" else self._token[1:-1]
        try:
            return str(toml.loads(f"x = {self._token}")["x"])
        except ValueError:
            return self._token

    def _next(self) -> None:
        for token in self._tokens:
            if token.lastgroup != "blank":
                self.at, self._kind, self._token = token.start(), token.lastgroup or "", token[0]
                return
        self.at, self._kind, self._token = len(self._text), "", ""

    def _skip_lines(self) -> None:
        """To the next token that is no newline."""
        self._next()
        while self._kind == "newline":
            self._next()
