"""Diagnostics: what the runner says, always on standard error, always in UTF-8.

A diagnostic names what was refused, the clause, and what to do next. It is best effort: nobody
may be reading, and that never changes an exit code.
"""

from __future__ import annotations

import errno

from tsr_impl import calls, streams

RUNNER_LEVEL = 64  # EXIT: the exit code of everything that is not a command's own failure

_SCARCITY = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)
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
    """A `Stop` for which the config is at fault."""

    heading = "config error"


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
    return f"'{printable(_short(text, at_most))}'"


def one_word(text: str) -> str:
    """A name as a word of a command that a message proposes: a shell takes it for that name (EXIT-9)."""
    inner = printable(_short(text, AS_TYPED)).replace("'", "'\"'\"'")
    return f"'{inner}'"


def _short(text: str, at_most: int) -> str:
    if len(text) <= at_most:
        return text
    half = (at_most - 1) // 2
    return f"{text[:half]}…{text[-half:]}"


def caret(text: str, at: int) -> tuple[str, str]:
    """The line of `text` that holds the offset `at`, and a line that points there."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = text[start : end if end >= 0 else len(text)]
    return "    " + printable(line), "    " + " " * len(printable(line[: at - start])) + "^"


def is_scarcity(error: BaseException | None) -> bool:
    """Whether the system has no more to give at the moment, as the error, or what it came of, has it."""
    while error is not None:
        if getattr(error, "errno", None) in _SCARCITY or getattr(error, "number", None) in _SCARCITY:
            return True
        error = error.__cause__
    return False


def as_stop(error: Exception) -> Stop:
    """What ends the run and may not have been foreseen: a sentence, and never a traceback (EXIT-7)."""
    if isinstance(error, Stop):
        return error
    if isinstance(error, OSError) and is_scarcity(error):
        return Stop(f"the system has no more to give: {error.strerror} — raise its limits, see `ulimit -a`")
    # The text of a system error holds a path, and that may be the value of a variable (OUT-1).
    what = (error.strerror or "") if isinstance(error, OSError) else str(error)
    return Stop(f"internal error: {type(error).__name__}: {printable(what)}")


def in_task(error: Exception, name: str) -> Stop:
    """The same for what came up in a task: it is named."""
    stop, where = as_stop(error), f"task {quoted(name)}: "
    if not stop.message.startswith(where):
        stop.message = where + stop.message
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
