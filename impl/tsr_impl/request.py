"""The words of the command line, and the request that they make (CLI-1 to CLI-3, CLI-11, CLI-13, CLI-14, CLI-18)."""

from __future__ import annotations

from tsr_impl.report import Stop, printable, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tsr_impl.config import Task

USAGE = """\
usage: tsr TASK [OPTIONS] [-- ARGUMENTS…]
       tsr --list [--json] | --init | --config | --help | --version

  TASK                  run the task of that name from the nearest tasks.toml, or without
                        one what the project at hand calls so (npm, bun, cargo, go, uv)
  ARGUMENTS             passed on to the last command of the task

  --list [--json]       show the tasks, with --json for programs
  --init                write a tasks.toml to begin with into the working directory
  --config              edit the tasks.toml in the terminal; needs the extra `edit`
  --help, -h            show this text
  --version, -V         show the version

options of a run
  --dry-run             show what would run, and run nothing
  --since REF           run in the packages that changes since the commit REF affect
  --resume-from PKG     count the packages that are ordered before PKG as done
  --no-bail             run everything else after a failure, too
  --reporter KIND       what to tell of the run: human (as without it), or ndjson
  --reporter-file PATH  write what ndjson tells into a file, too
  --strict              hold the guards tighter
  --allow-unsafe-env    lift the guards on variables and on PATH
  --confine             let commands write beneath the workspace and some roots only
  --no-confine          let them write anywhere, whatever your own file or the project's says
  --user-config FILE    read this in place of ~/.config/tsr/config.toml
"""

ALONE = ("--list", "--init", "--config", "--help", "-h", "--version", "-V")
_FLAGS = ("--dry-run", "--strict", "--no-bail", "--allow-unsafe-env", "--confine", "--no-confine")
_WITH_A_VALUE = ("--since", "--resume-from", "--reporter", "--reporter-file", "--user-config")
_SHORT = {"-n": "--dry-run"}  # what some know from other tools
_VERBS = ("run", "task", "exec")  # the same, in front of a task
_REPORTERS = ("human", "ndjson")
# Why a value may not be empty, and by which clause.
_EMPTY = {
    "--since": ("no commit has an empty name — name one, as in `--since main`", "GIT-2"),
    "--resume-from": ("no package has an empty name — name one, or its path", "PKG-12"),
    "--reporter-file": ("no file has an empty name — write a path", "EVENT-2"),
    "--user-config": ("no file has an empty name — write a path", "CLI-11"),
}


class Request:
    """What was asked for: one of the words that stand alone, or a task, options and words to pass on.

    `options` has each option that was given, with its value, which is empty for those that take none.
    `json` belongs to `--list`.
    """

    __slots__ = (
        "allow_unsafe_env",
        "confine",
        "dry_run",
        "extra",
        "first",
        "json",
        "no_bail",
        "reporter",
        "reporter_file",
        "resume_from",
        "since",
        "strict",
        "user_config",
    )

    def __init__(self, first: str, options: dict[str, str], extra: list[str]) -> None:
        self.first = first
        self.json = "--json" in options
        self.dry_run = "--dry-run" in options
        self.strict = "--strict" in options
        self.no_bail = "--no-bail" in options
        self.allow_unsafe_env = "--allow-unsafe-env" in options
        self.confine = True if "--confine" in options else False if "--no-confine" in options else None
        self.user_config = options.get("--user-config")
        self.since = options.get("--since")
        self.resume_from = options.get("--resume-from")
        self.reporter = options.get("--reporter", "human")
        self.reporter_file = options.get("--reporter-file")
        self.extra = extra

    def last_words(self, task: Task) -> list[str]:
        """What goes to the last command of a task: what is written, and typed for the named one (CLI-4, GRAPH-9)."""
        return [*task.args, *(self.extra if task.name == self.first else [])]


def parse(words: list[str]) -> Request:
    """The request that the words make. Raises `Stop` for misuse."""
    if not words:
        raise Stop("no task is named", "CLI-3", tuple(USAGE.splitlines()))
    first, rest = words[0], words[1:]
    if first in ALONE:
        return _alone(first, rest)
    if first.startswith("-"):
        way_out = _way_out(first, ALONE, "see --help: the first word is a task")
        raise Stop(f"{quoted(first)} is not an option here{way_out}", "CLI-3")
    options: dict[str, str] = {}
    pending = iter(rest)
    for word in pending:
        if word == "--":
            break
        option, value = _option(first, word, pending)
        if option in options and option in _WITH_A_VALUE:
            raise Stop(f"{option} is given twice — leave one of them out", "CLI-18")
        options[option] = value
    _refuse_what_is_no_value(options)
    return Request(first, options, [*pending])


def _alone(first: str, rest: list[str]) -> Request:
    """The request that a word makes which stands alone (CLI-2)."""
    if first == "--list" and rest[:1] == ["--json"]:
        first, rest = "--list --json", rest[1:]
    if rest:
        raise Stop(f"{quoted(rest[0])} can't follow {first} — {first} stands alone", "CLI-2")
    word, _, json = first.partition(" ")
    return Request(word, {json: ""} if json else {}, [])


def _option(first: str, word: str, pending: Iterator[str]) -> tuple[str, str]:
    """The option that a word behind the task `first` is, and its value, taken from what follows if need be."""
    if word in _FLAGS:
        return word, ""
    option, equals, value = word.partition("=")
    if option not in _WITH_A_VALUE:
        raise _misuse(first, word)
    if equals:
        return option, value
    following = next(pending, None)
    if following is None or following == "--":
        raise Stop(f"{option} has no value — write `{option} VALUE` or `{option}=VALUE`", "CLI-18")
    if following.startswith("-"):
        message = f"{option} is followed by {quoted(following)}, which begins like an option"
        raise Stop(f"{message} — write `{option}=VALUE` if that is its value", "CLI-18")
    return option, following


def _refuse_what_is_no_value(options: dict[str, str]) -> None:
    """What can be said of the values by themselves."""
    if "--confine" in options and "--no-confine" in options:
        raise Stop("--confine and --no-confine can't both be meant — leave one of them out", "CLI-11")
    for option, (reason, clause) in _EMPTY.items():
        if options.get(option) == "":
            raise Stop(f"{option} is empty, and {reason}", clause)
    since = options.get("--since", "")
    if since.startswith("-"):
        message = f"--since: {quoted(since)} can't be a commit, since it begins like an option"
        raise Stop(f"{message} — name one, as in `--since main`", "GIT-2")
    reporter = options.get("--reporter", "human")
    if reporter not in _REPORTERS:
        way_out = _way_out(reporter, _REPORTERS, "write one of these")
        raise Stop(f"--reporter takes `human` or `ndjson`, not {quoted(reporter)}{way_out}", "EVENT-1")


def _misuse(first: str, word: str) -> Stop:
    """What to say about a word behind the task `first` that can't stand there."""
    option = word.partition("=")[0]
    if option in _FLAGS:
        return Stop(f"{option} takes no value — write {option} alone", "CLI-13")
    behind = "put it behind `--` to pass it on to the command"
    way_out = f" — {behind}"
    if option in ALONE:
        message = f"{option} stands alone, and can't follow {quoted(first)}"
        way_out = f" — write `tsr {option}`, or {behind}"
    elif option in _SHORT:
        message = f"{quoted(word)} is not an option of tsr"
        way_out = f" — write {_SHORT[option]}, or {behind}"
    elif word.startswith("-"):
        message = f"{quoted(word)} is not an option of tsr"
        way_out = _way_out(option, (*_FLAGS, *_WITH_A_VALUE), behind)
    else:
        message = f"{quoted(word)} can't follow {quoted(first)}: one task is named at a time"
        if first in _VERBS:
            way_out = f" — write `tsr {printable(word)}`, or {behind}"
    return Stop(f"{message}{way_out}", "CLI-3")


def _way_out(word: str, known: Iterable[str], otherwise: str) -> str:
    from tsr_impl import near

    return near.way_out(word, known, otherwise)
