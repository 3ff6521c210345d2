"""The command `tsr-confine`: a verb, and what it takes."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # what `signal` is made of, and there without being loaded
import sys

from tsr_impl.confinement.messages import answer, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

MISUSE = 64

# Each is a module with `run(words) -> int` and `USAGE`; only the one that is asked for is loaded.
VERBS = {"exec": "exec_command", "run": "run_command", "status": "status_command"}


class Misuse(Exception):
    """The command line can't be understood; says why."""


def main(argv: list[str] | None = None) -> int:
    """Do what the words ask for; the exit code, unless this process has become the command."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)  # a Ctrl-C ends it without a word, as it does the command
    words = sys.argv[1:] if argv is None else argv
    try:
        return _serve(words)
    except Misuse as error:
        say(f"{error} — see `tsr-confine --help`")
        return MISUSE


def _serve(words: list[str]) -> int:
    verb = words[0] if words else ""
    if verb in ("--help", "-h"):
        return answer(_help())
    if verb not in VERBS:
        raise Misuse(f"{verb!r} is no verb" if verb else "a verb is missing")
    module = _module(verb)
    if words[1:2] in (["--help"], ["-h"]):
        return answer(module.USAGE)
    return int(module.run(words[1:]))


def _module(verb: str) -> ModuleType:
    """Where a verb lives."""
    return __import__(f"tsr_impl.confinement.{VERBS[verb]}", fromlist=["run"])


def _help() -> str:
    usages = (_module(verb).USAGE for verb in VERBS)
    return "Runs commands that can write beneath some roots and nowhere else.\n\n" + "\n".join(usages)
