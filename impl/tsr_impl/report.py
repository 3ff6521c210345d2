"""Diagnostics: what the runner says, always on standard error, always in UTF-8.

A diagnostic names what was refused, the clause, and what to do next. It is best effort: nobody
may be reading, and that never changes an exit code.
"""

from __future__ import annotations

import errno
import os

from tsr_impl import calls, streams

RUNNER_LEVEL = 64  # EXIT: the exit code of everything that is not a command's own failure

_SCARCITY = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)
_MISSING = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG)
_DENIED = (errno.EACCES, errno.EPERM)
_WIDTH = 96  # characters of a line of a file, or of a command, around the place that a message is about
_LONG = 200  # characters of a name, beyond which its middle says nothing to a reader
AS_TYPED = 4096  # the same for what has to be complete as long as it can be a path (FENCE-10, BUILTIN-3)
# Beside control characters: what a terminal may take for the end of a line, and what turns the
# direction of writing, so that a name is read in another order than it has.
_MISLEADING = frozenset("\u2028\u2029\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Stop(Exception):
    """Ends the run with 64.

    `message` says what is wrong and the way out, `clause` is the id of the rule, `detail` holds
    lines to be shown below.
    """

    heading = "error"

    def __init__(self, message: str, clause: str = "", detail: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.clause = clause
        self.detail = detail


class ConfigFault(Stop):
    """A `Stop` for which the config is at fault.

    `place` is the path of keys to what is wrong in the file, if that is known, and `item` the string
    there that is (CLI-19).
    """

    heading = "config error"
    place: tuple[str, ...] = ()
    item: str | None = None

    def at(self, *place: str, item: str | None = None) -> ConfigFault:
        """The fault itself, once it knows its place."""
        self.place = place
        self.item = item
        return self


def printable(text: str) -> str:
    r"""`text` with the bytes of what could mislead its reader as `\xNN`; every other byte as it is (EXIT-8)."""
    # Two halves of one character can come from two variables, and are whole when they are printed.
    whole = calls.decode(calls.encode(text))
    return "".join(_escaped(c) if _misleads(c) else c for c in whole)


def _misleads(character: str) -> bool:
    return character < " " or "\x7f" <= character <= "\x9f" or character in _MISLEADING


def _escaped(character: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in calls.encode(character))


def quoted(text: str, at_most: int = _LONG) -> str:
    """A name as it stands in a message, without its middle if it has more than `at_most` characters."""
    return f"'{printable(shortened(text, at_most))}'"


def one_word(text: str) -> str:
    """A name as a word of a command that a message proposes: a shell takes it for that name (EXIT-9)."""
    inner = printable(shortened(text, AS_TYPED)).replace("'", "'\"'\"'")
    return f"'{inner}'"


def shortened(text: str, at_most: int = _LONG) -> str:
    """A text without its middle if it has more than `at_most` characters."""
    if len(text) <= at_most:
        return text
    half = (at_most - 1) // 2
    return f"{text[:half]}…{text[-half:]}"


def caret(text: str, at: int, numbered: bool = False) -> tuple[str, str]:
    """The line of `text` that holds the offset `at`, and a line that points there; `numbered` as one of a file.

    A long line is cut around the place.
    """
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line, column = text[start : end if end >= 0 else len(text)], at - start
    first = max(0, column - _WIDTH // 2) if len(line) > _WIDTH else 0
    before = ("…" if first else "") + printable(line[first:column])
    behind = printable(line[column : first + _WIDTH]) + ("…" if len(line) > first + _WIDTH else "")
    margin = f"    {text.count(chr(10), 0, at) + 1} | " if numbered else "    "
    blank = f"    {' ' * (len(margin) - 7)} | " if numbered else "    "
    return f"{margin}{before}{behind}", f"{blank}{' ' * len(before)}^"


def is_scarcity(error: BaseException | None) -> bool:
    """Whether the system has no more to give at the moment, as the error, or what it came of, has it."""
    return bool(_number(error, _SCARCITY))


def is_missing(error: BaseException) -> bool:
    """The same of a name that leads to nothing: there is no such entry, nor can there be."""
    return bool(_number(error, _MISSING))


def denial(error: BaseException) -> str:
    """The system's words where permissions hide whether it is there; empty for any other error."""
    number = _number(error, _DENIED)
    return os.strerror(number) if number else ""


def _number(error: BaseException | None, wanted: tuple[int, ...]) -> int:
    """The first errno of an error, and of what it came of, that is one of those; else 0."""
    while error is not None:
        for number in (getattr(error, "errno", None), getattr(error, "number", None)):
            if number in wanted:
                return int(number)
        error = error.__cause__
    return 0


def as_stop(error: Exception) -> Stop:
    """What ends the run and may not have been foreseen: a sentence, and never a traceback (EXIT-7)."""
    if is_scarcity(error) and (isinstance(error, ConfigFault) or not isinstance(error, Stop)):
        # Whatever it was met with: no config can be at fault for that.
        scarce = os.strerror(_number(error, _SCARCITY))
        return Stop(f"the system has no more to give: {scarce} — raise its limits, see `ulimit -a`")
    if isinstance(error, Stop):
        return error
    if isinstance(error, OSError):
        # The path of a system error is not shown: it may be the value of a variable (OUT-1).
        what = printable(error.strerror or type(error).__name__)
        return Stop(f"the system refused what the runner itself needs: {what} — look at its log, and try again")
    if isinstance(error, ImportError):  # what Python makes of a module that it can't look at
        part = quoted(error.name or "")
        return Stop(f"a part of the runner, {part}, cannot be loaded — see that it is there, and may be read")
    return Stop(f"internal error: {type(error).__name__}: {printable(str(error))}")


def in_task(error: Exception, name: str) -> Stop:
    """The same for what came up in a task: it is named."""
    stop = as_stop(error)
    if not stop.message.startswith("task '"):  # else it names the task already, if not the package
        stop.message = f"task {quoted(name)}: {stop.message}"
    return stop


def stopped(stop: Stop) -> None:
    """Print the diagnostic that ends a run."""
    clause = f" [{stop.clause}]" if stop.clause else ""
    say("\n".join((f"✗ {stop.heading}: {stop.message}{clause}", *stop.detail)))


def warn(message: str, clause: str) -> None:
    """Print something that does not end the run."""
    say(f"! warning: {message} [{clause}]")


def say(text: str) -> None:
    """Print a line on standard error, or lose it; that changes no exit code (EXIT-11)."""
    try:
        streams.write_text(2, text + "\n")
    except OSError:
        return


def answer(text: str) -> int:
    """Print what was asked for on standard output: 0, or 64 if nobody reads it any more (EXIT-11).

    Raises `Stop` if it can't be written.
    """
    try:
        streams.write_text(1, text)
    except BrokenPipeError:  # a reader that left knows why
        return RUNNER_LEVEL
    except OSError as error:
        message = f"standard output cannot be written: {error.strerror} — send it somewhere else"
        raise Stop(message, "EXIT-11") from error
    return 0
