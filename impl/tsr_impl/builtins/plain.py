"""The builtins that touch no files: `echo`, `pwd`, `true`, `false` (BUILTIN-17 to BUILTIN-19)."""

from __future__ import annotations

from tsr_impl.builtins import DONE, FAILED, Call


def echo(call: Call) -> int:
    """Print the words; with leading `-n` words, without a newline."""
    words, end = call.words, "\n"
    while words and words[0] == "-n":
        words, end = words[1:], ""
    call.print(" ".join(words) + end)
    return call.status()


def pwd(call: Call) -> int:
    """Print the physical directory of the task."""
    if call.words:
        return call.misused("takes no operands and no options")
    call.print(call.directory.place.path() + "\n")
    return call.status()


def true(call: Call) -> int:
    """Succeed."""
    return DONE


def false(call: Call) -> int:
    """Fail."""
    return FAILED


BUILTINS = {"echo": echo, "pwd": pwd, "true": true, "false": false}
