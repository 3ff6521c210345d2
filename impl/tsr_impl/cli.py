"""The command line: from words to a request, and from a request to an exit code (CLI-1 to CLI-4, CLI-11)."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.config import Config, Task
    from tsr_impl.discovery import Found

_USAGE = """\
usage: tsr TASK [-- ARGUMENTS…]
       tsr --list | --help | --version

  TASK         run the task of that name from the nearest tasks.toml
  ARGUMENTS    passed on to the last command of the task
  --list       show the tasks
  -h, --help   show this text
  -V, --version
"""

_ALONE = ("--list", "--help", "-h", "--version", "-V")
_NOT_YET_ALONE = ("--init", "--config")
_NOT_YET_AFTER_A_TASK = (
    "--since",
    "--resume-from",
    "--no-bail",
    "--dry-run",
    "--allow-unsafe-env",
    "--reporter",
    "--reporter-file",
    "--strict",
    "--confine",
    "--no-confine",
    "--user-config",
)


class Request:
    """What was asked for: one of the words that stand alone, or a task and words to pass on."""

    __slots__ = ("extra", "first")

    def __init__(self, first: str, extra: list[str]) -> None:
        self.first = first
        self.extra = extra


def main(argv: list[bytes | str] | None = None) -> int:
    """Run `tsr` with the words `argv` (those of this process if None); the exit code (EXIT).

    Reads the working directory, the environment and the descriptors 0 to 2 when it is called,
    and may leave another working directory behind. Raises nothing.
    """
    if os.name != "posix":
        sys.stderr.write("tsr: this version does not run on Windows yet\n")
        return 64
    # `report` is needed most when a module can't be opened any more, so it is loaded now.
    from tsr_impl import calls, interrupts, report

    try:
        calls.open_standard_descriptors()
        try:
            interrupts.listen()
            if argv is None:
                _forget_coerced_locale()
                argv = [*sys.argv[1:]]
            words = [calls.decode(os.fsencode(word)) for word in argv]
            return interrupts.exit_code(_reported(words))
        finally:
            interrupts.deafen()
    except interrupts.Interrupted as interrupted:
        return interrupted.code
    except OSError as error:
        report.unforeseen(error)
        return report.RUNNER_LEVEL
    except KeyboardInterrupt:
        return 130


def _forget_coerced_locale() -> None:
    """Take back the LC_CTYPE that Python puts into its own environment in the C locale.

    A child gets the environment that the user gave, and nothing else.
    """
    if os.environb.get(b"LC_CTYPE") not in (b"C.UTF-8", b"C.utf8", b"UTF-8"):
        return
    from tsr_impl import calls

    try:
        given = calls.initial_environment().split(b"\0")
    except OSError:
        return
    if not any(variable.startswith(b"LC_CTYPE=") for variable in given):
        del os.environb[b"LC_CTYPE"]


def _reported(words: list[str]) -> int:
    """Serve the words; what stops the run is a diagnostic and 64."""
    from tsr_impl import report

    try:
        return _serve(_parse(words))
    except report.Stop as stop:
        report.stopped(stop)
    except Exception as error:
        report.unforeseen(error)
    return report.RUNNER_LEVEL


def _parse(words: list[str]) -> Request:
    """The request that the words make. Raises `Stop` for misuse."""
    from tsr_impl.report import Stop, quoted

    if not words:
        raise Stop("no task is named", "CLI-3", tuple(_USAGE.splitlines()))
    first, rest = words[0], words[1:]
    if first in _ALONE:
        if rest:
            raise Stop(f"{quoted(rest[0])} can't follow {first} — {first} stands alone", "CLI-2")
        return Request(first, [])
    if first in _NOT_YET_ALONE:
        raise Stop(f"{first} is not supported by this version yet — edit tasks.toml by hand", "CLI-11")
    if first.startswith("-"):
        raise Stop(f"{quoted(first)} is not an option here — the first word is a task, see --help", "CLI-3")
    for at, word in enumerate(rest):
        if word == "--":
            return Request(first, rest[at + 1 :])
        if word.partition("=")[0] in _NOT_YET_AFTER_A_TASK:
            option = word.partition("=")[0]
            raise Stop(f"{option} is not supported by this version yet — leave it out", "CLI-11")
        message = f"{quoted(word)} is not an option of tsr"
        if not word.startswith("-"):
            message = f"{quoted(word)} can't follow {quoted(first)}: one task runs at a time"
        raise Stop(f"{message} — put it behind `--` to pass it on to the command", "CLI-3")
    return Request(first, [])


def _serve(request: Request) -> int:
    from tsr_impl import __version__

    if request.first in ("--help", "-h"):
        return _print(_USAGE)
    if request.first in ("--version", "-V"):
        return _print(f"tsr {__version__} (tsr-reference)\n")
    from tsr_impl import config, discovery

    found = discovery.find()
    with found.root:
        checked = config.read(found.text)
        if request.first == "--list":
            return _print("".join(_listed(task) for task in checked.tasks.values()))
        return _run(request, found, checked)


def _run(request: Request, found: Found, checked: Config) -> int:
    from tsr_impl import guards, sequence
    from tsr_impl.report import Stop, quoted

    task = checked.tasks.get(request.first)
    if task is None:
        where = quoted(found.root.place.path())
        message = f"there is no task {quoted(request.first)} in the tasks.toml of {where}"
        raise Stop(f"{message} — `tsr --list` shows those that there are", "CLI-1")
    environment = dict(os.environb)
    plan = guards.admit(checked, task, found.root, environment, request.extra)
    return sequence.run(plan, environment)


def _listed(task: Task) -> str:
    """The line of `--list` for a task."""
    from tsr_impl.report import printable

    fields = {
        "run": task.run,
        "delegate": task.delegate,
        "packages": " ".join(task.packages or []),
        "deps": " ".join(task.deps),
        "dir": task.directory,
    }
    described = [f"{field}: {value}" for field, value in fields.items() if value]
    if task.parallel:
        described.append("parallel")
    return printable("  ".join([task.name, *described])) + "\n"


def _print(text: str) -> int:
    """Print on standard output: 0, or 1 if nobody can read it."""
    from tsr_impl import report, streams

    try:
        streams.write_text(1, text)
    except BrokenPipeError:
        return 1
    except OSError as error:
        report.say(f"✗ error: standard output: {error.strerror}")
        return 1
    return 0
