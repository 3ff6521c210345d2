"""From the words of the command line to an exit code (CLI, EXIT)."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.config import Config, Task
    from tsr_impl.discovery import Found
    from tsr_impl.request import Request


def main(argv: list[bytes | str] | None = None) -> int:
    """Run `tsr` with the words `argv` (those of this process if None); the exit code (EXIT).

    Reads the working directory, the environment and the descriptors 0 to 2 when it is called,
    and may leave another working directory behind. Raises nothing.
    """
    if os.name != "posix":
        sys.stderr.write("tsr: this version does not run on Windows yet\n")
        return 64
    try:
        return _guarded(argv)
    except KeyboardInterrupt:  # before `listen`, behind `deafen`
        return 130


def _guarded(argv: list[bytes | str] | None) -> int:
    """`main`, but for a Ctrl-C while nobody listens yet, or any more. Raises `KeyboardInterrupt`."""
    from tsr_impl import calls, interrupts

    try:
        calls.open_standard_descriptors()
        try:
            interrupts.listen()
            return _listening(argv)
        except interrupts.Interrupted:
            return interrupts.exit_code(0)
        finally:
            interrupts.deafen(for_good=argv is None)
    except OSError as error:
        from tsr_impl import report

        report.stopped(report.as_stop(error))
        return report.RUNNER_LEVEL


def _listening(argv: list[bytes | str] | None) -> int:
    # `report` is needed most when a module can't be opened any more, so it is loaded now.
    from tsr_impl import calls, interrupts, report  # noqa: F401

    if argv is None:
        _forget_coerced_locale()
        argv = [*sys.argv[1:]]
    return interrupts.exit_code(_reported([calls.decode(os.fsencode(word)) for word in argv]))


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
    """Serve the words; what stops the run is a diagnostic and 64 (EXIT-4)."""
    from tsr_impl import report, request

    try:
        return _serve(request.parse(words))
    except Exception as error:
        report.stopped(report.as_stop(error))
    return report.RUNNER_LEVEL


def _serve(asked: Request) -> int:
    from tsr_impl import __version__

    if asked.first in ("--help", "-h"):
        from tsr_impl.request import USAGE

        return _print(USAGE)
    if asked.first in ("--version", "-V"):
        return _print(f"tsr {__version__} (tsr-reference)\n")
    from tsr_impl import config, discovery

    found = discovery.find(asked.strict)
    with found.root:
        checked = config.read(found.text)
        if asked.first == "--list":
            return _print("".join(_listed(task) for task in checked.tasks.values()))
        return _run(asked, found, checked)


def _run(asked: Request, found: Found, checked: Config) -> int:
    from tsr_impl import guards, scheduler

    admitted = guards.admit(checked, asked, found.root, dict(os.environb))
    if asked.dry_run:  # all that is refused at load has been by now (PLAN-3)
        from tsr_impl import plan

        return _print(plan.text(admitted.tasks, asked))
    return scheduler.run(admitted)


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
    """Print what was asked for on standard output: 0, or 64 if that can't be done (EXIT-11)."""
    from tsr_impl import report, streams

    try:
        streams.write_text(1, text)
    except BrokenPipeError:  # a reader that left knows why
        return report.RUNNER_LEVEL
    except OSError as error:
        message = f"standard output cannot be written: {error.strerror} — send it somewhere else"
        raise report.Stop(message, "EXIT-11") from error
    return 0
