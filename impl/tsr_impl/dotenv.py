"""The grammar of files of variables (ENV-8, ENV-14): from bytes to assignments."""

from __future__ import annotations

from tsr_impl import calls, interrupts
from tsr_impl.shell import NAME, NAME_START
from tsr_impl.variables import Assignment

_BLANKS = " \t"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Malformed(Exception):
    """The file can't be read as one of variables, by `clause`: what is wrong at `line`, and the way out."""

    def __init__(self, line: int, clause: str, what: str) -> None:
        super().__init__(line, clause, what)
        self.line = line
        self.clause = clause
        self.what = what


def parse(content: bytes) -> tuple[list[Assignment], list[int]]:
    """The assignments in their order, and the numbers of the lines that are none. Raises `Malformed`."""
    text = calls.decode(content[len(_BYTE_ORDER_MARK) :] if content.startswith(_BYTE_ORDER_MARK) else content)
    return _Parser(_lines(text)).file()


def _lines(text: str) -> list[str]:
    """The lines without their ends, which may be those of Windows."""
    return [line[:-1] if line.endswith("\r") else line for line in text.split("\n")]


class _Parser:
    """Goes from line to line; `_at` is the one that comes next, and so the number of the last one."""

    __slots__ = ("_at", "_lines")

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._at = 0

    def file(self) -> tuple[list[Assignment], list[int]]:
        assignments: list[Assignment] = []
        ignored: list[int] = []
        while self._at < len(self._lines):
            interrupts.check()
            line = self._lines[self._at].lstrip(_BLANKS)
            self._at += 1
            if not line or line.startswith("#"):
                continue
            assignment = self._assignment(line)
            if assignment is None:
                ignored.append(self._at)
            else:
                assignments.append(assignment)
        return assignments, ignored

    def _assignment(self, line: str) -> Assignment | None:
        number = self._at
        if line.startswith(("export ", "export\t")):
            line = line[len("export") :].lstrip(_BLANKS)
        key, separator, written = line.partition("=")
        key = key.rstrip(_BLANKS)
        if separator and "\0" in key:
            raise _holds_nul(number)
        if not separator or not _is_name(key):
            return None
        value, literal = self._value(written)
        if "\0" in value:
            raise _holds_nul(number)
        return Assignment(key, value, number, literal)

    def _value(self, written: str) -> tuple[str, bool]:
        """What is written behind the `=`, and whether that is literal."""
        value = written.lstrip(_BLANKS)
        quote = value[:1]
        if not quote or quote not in "'\"":
            return _unquoted(written), False
        end = _closing(value, quote)
        if end:
            return value[1:end], quote == "'"
        if quote in value[1:]:
            return _unquoted(written), False  # the quotes don't surround the value
        return self._over_lines(value[1:], quote), quote == "'"

    def _over_lines(self, first: str, quote: str) -> str:
        start = self._at
        parts = [first]
        while self._at < len(self._lines):
            interrupts.check()
            line = self._lines[self._at]
            self._at += 1
            end = line.find(quote)
            if end < 0:
                parts.append(line)
                continue
            if not _ends(line, end + 1):
                what = "sets a value over several lines, and has text behind the quote that closes it — remove it"
                raise Malformed(start, "ENV-8", what)
            return "\n".join([*parts, line[:end]])
        raise Malformed(start, "ENV-8", "opens a quote that is never closed — close it")


def _is_name(key: str) -> bool:
    return key[:1] in NAME_START and NAME.issuperset(key)


def _closing(value: str, quote: str) -> int:
    """The offset of the first quote, behind the one at the start, with which the value can end; else 0."""
    end = value.find(quote, 1)
    while end >= 0 and not _ends(value, end + 1):
        end = value.find(quote, end + 1)
    return max(end, 0)


def _ends(line: str, start: int) -> bool:
    """Whether from this offset on there is nothing but blanks, or blanks and a comment."""
    at = start
    while line[at : at + 1] and line[at] in _BLANKS:
        at += 1
    return at == len(line) or (at > start and line[at] == "#")


def _unquoted(written: str) -> str:
    """The value without blanks around it, and without a comment, which has a blank in front."""
    end = written.find("#")
    while end >= 0 and written[end - 1 : end] not in ("\t", " "):
        end = written.find("#", end + 1)
    return (written if end < 0 else written[:end]).strip(_BLANKS)


def _holds_nul(line: int) -> Malformed:
    return Malformed(line, "ENV-13", "holds a NUL byte, which no variable can — remove it")
