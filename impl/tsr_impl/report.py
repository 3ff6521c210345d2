"""Diagnostics: what the runner says, always on standard error, always in UTF-8.

A diagnostic names what was refused, the clause, and what to do next. It is best effort: nobody
may be reading, and that never changes an exit code.
"""

from __future__ import annotations

from tsr_impl import streams

RUNNER_LEVEL = 64  # EXIT: the exit code of everything that is not a command's own failure


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
    r"""`text` with control characters and DEL as `\xNN`; every other byte as it is."""
    return "".join(c if " " <= c != "\x7f" else f"\\x{ord(c):02x}" for c in text)


def quoted(text: str) -> str:
    """A name as it stands in a message."""
    return f"'{printable(text)}'"


def caret(text: str, at: int) -> tuple[str, str]:
    """The line of `text` that holds the offset `at`, and a line that points there."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = text[start : end if end >= 0 else len(text)]
    return "    " + printable(line), "    " + " " * len(printable(line[: at - start])) + "^"


def stopped(stop: Stop) -> None:
    """Print the diagnostic that ends a run."""
    clause = f" [{stop.clause}]" if stop.clause else ""
    say("\n".join((f"✗ {stop.heading}: {stop.message}{clause}", *stop.detail)))


def warn(message: str, clause: str) -> None:
    """Print something that does not end the run."""
    say(f"! warning: {message} [{clause}]")


def say(text: str) -> None:
    """Print a line on standard error, or lose it."""
    try:
        streams.write_text(2, text + "\n")
    except OSError:
        return
