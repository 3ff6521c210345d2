"""What `tsr-confine` says: one line on standard error, or an answer on standard output."""

from __future__ import annotations

import os


def say(sentence: str) -> None:
    """One line on standard error, with the marker of CONF-4: the command is not run."""
    _write(f"tsr-confine: {sentence}\n")


def remark(sentence: str, clause: str) -> None:
    """The same of a command that is run; without the marker, as the exit code may be that of CONF-4 by chance."""
    _write(f"! tsr-confine: {printable(sentence)} ({clause})\n")


def _write(line: str) -> None:
    try:
        os.write(2, line.encode())
    except OSError:  # nobody listens there; the exit code remains
        pass


def answer(text: str) -> int:
    """Print what was asked for; the exit code."""
    rest = text.encode()
    try:
        while rest:
            rest = rest[os.write(1, rest) :]
    except OSError as error:
        say(f"standard output can't be written: {error.strerror} — send it somewhere else")
        return 1
    return 0


def printable(text: str) -> str:
    """The text as one line, in which no character does anything."""
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)
