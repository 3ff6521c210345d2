"""The mini-shell of `run` strings (SHELL): text to commands, words and parts, and their expansion.

A string is parsed once, at load. What the mini-shell does not have is refused there, each thing
with its own message and way out, never passed on as an ordinary character.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_BLANKS = " \t\n"
# What the name of a variable is made of (SHELL-6).
NAME_START = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
NAME = NAME_START | frozenset("0123456789")
_SCRIPT = "put it into a script, and run that"

# What is refused, by which clause, and the way out.
_SUBSTITUTION = ("SHELL-23", "command substitution is not supported", _SCRIPT)
_UNSUPPORTED = {
    "|": ("SHELL-21", "pipes are not supported", _SCRIPT),
    ">": ("SHELL-22", "redirecting output is not supported", _SCRIPT),
    ">>": ("SHELL-22", "appending output to a file is not supported", _SCRIPT),
    "<": ("SHELL-22", "redirecting input is not supported", _SCRIPT),
    ">&": ("SHELL-22", "joining output streams is not supported", _SCRIPT),
    "&": (
        "SHELL-24",
        "running a command in the background is not supported",
        "use `&&` to run one after the other, or a script",
    ),
    "`": _SUBSTITUTION,
    "$(": _SUBSTITUTION,
    "(": ("SHELL-25", "grouping with parentheses is not supported", "split the task, or use a script"),
    ")": ("SHELL-25", "a closing parenthesis has no meaning here", "quote it if it is meant as text"),
}


class Rejected(Exception):
    """A `run` string that is not in the language, by `clause`: `at` is the offset of the culprit."""

    def __init__(self, at: int, clause: str, what: str, way_out: str) -> None:
        super().__init__(at, clause, what, way_out)
        self.at = at
        self.clause = clause
        self.what = what
        self.way_out = way_out


class Text:
    """Literal text. `active`: it was not quoted, so it may hold pattern characters."""

    __slots__ = ("active", "text")

    def __init__(self, text: str, active: bool) -> None:
        self.text = text
        self.active = active


class Variable:
    """A reference to a variable, at an offset of the `run` string."""

    __slots__ = ("at", "name")

    def __init__(self, name: str, at: int) -> None:
        self.name = name
        self.at = at


class Word:
    """The parts of one word, in order, and the word as it is written.

    `on_new_line`: a newline stands between it and what is in front of it.
    """

    __slots__ = ("on_new_line", "parts", "written")

    def __init__(self, parts: list[Text | Variable], written: str, on_new_line: bool) -> None:
        self.parts = parts
        self.written = written
        self.on_new_line = on_new_line


class Command:
    """At least one word, and the operator in front: `&&`, `||`, or `;` (the first one too)."""

    __slots__ = ("operator", "words")

    def __init__(self, operator: str, words: list[Word]) -> None:
        self.operator = operator
        self.words = words


def parse(source: str) -> list[Command]:
    """The commands of a `run` string, at least one. Raises `Rejected`."""
    return _Parser(source).sequence()


def expand(word: Word, value_of: Callable[[Variable], str]) -> list[Text]:
    """The word with its variables resolved; a value is text that holds no pattern (SHELL-7)."""
    return [Text(value_of(part), active=False) if isinstance(part, Variable) else part for part in word.parts]


class _Parser:
    __slots__ = ("_at", "_source")

    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0

    def sequence(self) -> list[Command]:
        """Commands, joined by operators; only an operator ends one, and a newline does not (SHELL-1)."""
        commands: list[Command] = []
        operator, operator_at = ";", 0
        while True:
            words = self._words()
            if not words:
                raise self._empty_command(operator_at, first=not commands)
            commands.append(Command(operator, words))
            if self._at == len(self._source):
                return commands
            operator_at = self._at
            operator = self._operator()
            self._at += len(operator)

    def _empty_command(self, operator_at: int, first: bool) -> Rejected:
        operator = self._operator()
        if first and not operator:
            return Rejected(0, "SHELL-30", "the command is empty", "write a command, or remove the task")
        way_out = "write a command on both sides of it, or remove it"
        if not operator:
            return Rejected(operator_at, "SHELL-29", "there is no command after this operator", way_out)
        return Rejected(self._at, "SHELL-29", "there is no command before this operator", way_out)

    def _operator(self) -> str:
        """The operator at this position, empty if there is none."""
        for operator in ("&&", "||", ";"):
            if self._source.startswith(operator, self._at):
                return operator
        return ""

    def _words(self) -> list[Word]:
        words: list[Word] = []
        while True:
            on_new_line = self._skip_blanks()
            if not self._peek() or self._operator():
                return words
            words.append(self._word(on_new_line))

    def _skip_blanks(self) -> bool:
        """Whether there was a newline among them."""
        start = self._at
        while self._peek() and self._peek() in _BLANKS:
            self._at += 1
        return "\n" in self._source[start : self._at]

    def _peek(self) -> str:
        """The character at this position, empty at the end."""
        return self._source[self._at : self._at + 1]

    def _word(self, on_new_line: bool) -> Word:
        """All parts up to the next blank or operator (SHELL-5); what has no meaning is text (SHELL-2)."""
        start = self._at
        parts: list[Text | Variable] = []
        braces = _Braces()
        while (character := self._peek()) and character not in _BLANKS and not self._operator():
            if character == "'":
                parts.append(self._single_quoted())
            elif character == '"':
                parts += self._double_quoted()
            elif character == "$":
                parts.append(self._dollar(active=True))
            else:
                self._refuse_unsupported(character)
                braces.see(character, self._at)
                parts.append(Text(character, active=True))
                self._at += 1
        return Word(_joined(parts), self._source[start : self._at], on_new_line)

    def _refuse_unsupported(self, character: str) -> None:
        if character not in _UNSUPPORTED:
            return
        two = self._source[self._at : self._at + 2]
        raise Rejected(self._at, *(_UNSUPPORTED.get(two) or _UNSUPPORTED[character]))

    def _single_quoted(self) -> Text:
        """Each character up to the next single quote is text (SHELL-3)."""
        end = self._source.find("'", self._at + 1)
        if end < 0:
            raise self._not_closed(self._at, "'")
        text = self._source[self._at + 1 : end]
        self._at = end + 1
        return Text(text, active=False)

    def _not_closed(self, start: int, quote: str) -> Rejected:
        escaped = f"\\{quote}" in self._source
        way_out = f"add the closing `{quote}`" + (f"; `\\{quote}` is no way to write one" if escaped else "")
        return Rejected(start, "SHELL-28", "this quote is not closed", way_out)

    def _double_quoted(self) -> list[Text | Variable]:
        """Variables, and text up to the next double quote (SHELL-4)."""
        start = self._at
        # An empty string is a part too: `""` is a word, and an empty one.
        parts: list[Text | Variable] = [Text("", active=False)]
        self._at += 1
        while (character := self._peek()) != '"':
            if not character:
                raise self._not_closed(start, '"')
            if character == "`":
                self._refuse_unsupported(character)
            if character == "$":
                parts.append(self._dollar(active=False))
            else:
                parts.append(Text(character, active=False))
                self._at += 1
        self._at += 1
        return parts

    def _dollar(self, active: bool) -> Text | Variable:
        """A reference, or the `$` itself where none begins."""
        start = self._at
        self._at += 1
        following = self._peek()
        if following == "(":
            raise Rejected(start, *_UNSUPPORTED["$("])
        if following == "{":
            return self._braced(start)
        if following in NAME_START:
            return Variable(self._name(), start)
        return Text("$", active)

    def _name(self) -> str:
        start = self._at
        while self._peek() in NAME:
            self._at += 1
        return self._source[start : self._at]

    def _braced(self, start: int) -> Variable:
        end = self._source.find("}", start)
        if end < 0:
            raise Rejected(start, "SHELL-28", "this `${` is not closed", "add the closing `}`")
        self._at = start + 2
        if self._at == end:
            raise Rejected(start, "SHELL-27", "`${}` names no variable", "write a name between the braces")
        if self._peek() not in NAME_START:
            raise self._not_a_name(start, end)
        name = self._name()
        if self._at != end:
            raise Rejected(
                start,
                "SHELL-27",
                f"only `${{{name}}}` is supported, no other form of parameter expansion",
                "set the value in the environment, or use a script",
            )
        self._at = end + 1
        return Variable(name, start)

    def _not_a_name(self, start: int, end: int) -> Rejected:
        inner = self._source[start + 2 : end]
        if inner.isdigit() or (len(inner) == 1 and inner in "@*#?$!-"):
            what = f"`${{{inner}}}` is a special parameter, and there are none"
            return Rejected(start, "SHELL-27", what, "put words after `--` to pass them to the last command")
        what = "this form of parameter expansion is not supported"
        return Rejected(start, "SHELL-27", what, "use `${NAME}` alone, or a script")


class _Braces:
    """Finds a brace expansion, a pair with a comma in it, in the unquoted text of a word."""

    __slots__ = ("_open",)

    def __init__(self) -> None:
        self._open: list[tuple[int, bool]] = []

    def see(self, character: str, at: int) -> None:
        if character == "{":
            self._open.append((at, False))
        elif character == "," and self._open:
            self._open[-1] = (self._open[-1][0], True)
        elif character == "}" and self._open:
            start, comma = self._open.pop()
            if comma:
                what = "brace expansion is not supported"
                raise Rejected(start, "SHELL-26", what, "write out the words, or quote the braces")


def _joined(parts: list[Text | Variable]) -> list[Text | Variable]:
    """The same parts with neighbouring text of one kind in one piece."""
    joined: list[Text | Variable] = []
    pieces: list[str] = []
    for part in parts:
        before = joined[-1] if joined else None
        if isinstance(part, Text) and isinstance(before, Text) and part.active == before.active:
            pieces.append(part.text)
            continue
        _finish(joined, pieces)
        joined.append(part)
        pieces = [part.text] if isinstance(part, Text) else []
    _finish(joined, pieces)
    return joined


def _finish(joined: list[Text | Variable], pieces: list[str]) -> None:
    if joined and isinstance(joined[-1], Text):
        joined[-1] = Text("".join(pieces), joined[-1].active)
