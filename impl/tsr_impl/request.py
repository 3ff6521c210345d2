"""The words of the command line, and the request that they make (CLI-1 to CLI-3, CLI-11, CLI-13, CLI-14)."""

from __future__ import annotations

from tsr_impl.report import Stop, quoted

USAGE = """\
usage: tsr TASK [OPTIONS] [-- ARGUMENTS…]
       tsr --list | --help | --version

  TASK         run the task of that name from the nearest tasks.toml
  ARGUMENTS    passed on to the last command of the task
  --list       show the tasks
  -h, --help   show this text
  -V, --version

options of a run
  --dry-run            show what would run, and run nothing
  --strict             hold the guards tighter
  --no-bail            run everything else after a failure, too
  --allow-unsafe-env   lift the guards on variables and on PATH
"""

_ALONE = ("--list", "--help", "-h", "--version", "-V")
_NOT_YET_ALONE = ("--init", "--config")
_OPTIONS = ("--dry-run", "--strict", "--no-bail", "--allow-unsafe-env")
_NOT_YET_AFTER_A_TASK = (
    "--since",
    "--resume-from",
    "--reporter",
    "--reporter-file",
    "--confine",
    "--no-confine",
    "--user-config",
)


class Request:
    """What was asked for: one of the words that stand alone, or a task, options and words to pass on."""

    __slots__ = ("allow_unsafe_env", "dry_run", "extra", "first", "no_bail", "strict")

    def __init__(self, first: str, options: set[str], extra: list[str]) -> None:
        self.first = first
        self.dry_run = "--dry-run" in options
        self.strict = "--strict" in options
        self.no_bail = "--no-bail" in options
        self.allow_unsafe_env = "--allow-unsafe-env" in options
        self.extra = extra


def parse(words: list[str]) -> Request:
    """The request that the words make. Raises `Stop` for misuse."""
    if not words:
        raise Stop("no task is named", "CLI-3", tuple(USAGE.splitlines()))
    first, rest = words[0], words[1:]
    if first in _ALONE:
        if rest:
            raise Stop(f"{quoted(rest[0])} can't follow {first} — {first} stands alone", "CLI-2")
        return Request(first, set(), [])
    if first in _NOT_YET_ALONE:
        raise Stop(f"{first} is not supported by this version yet — edit tasks.toml by hand", "CLI-11")
    if first.startswith("-"):
        raise Stop(f"{quoted(first)} is not an option here — the first word is a task, see --help", "CLI-3")
    options: set[str] = set()
    for at, word in enumerate(rest):
        if word == "--":
            return Request(first, options, rest[at + 1 :])
        if word not in _OPTIONS:
            raise _misuse(first, word)
        options.add(word)
    return Request(first, options, [])


def _misuse(first: str, word: str) -> Stop:
    """What to say about a word behind the task `first` that can't stand there."""
    option = word.partition("=")[0]
    if option in _NOT_YET_AFTER_A_TASK:
        return Stop(f"{option} is not supported by this version yet — leave it out", "CLI-11")
    if option in _OPTIONS:
        return Stop(f"{option} takes no value — write {option} alone", "CLI-13")
    message = f"{quoted(word)} is not an option of tsr"
    if not word.startswith("-"):
        message = f"{quoted(word)} can't follow {quoted(first)}: one task is named at a time"
    return Stop(f"{message} — put it behind `--` to pass it on to the command", "CLI-3")
