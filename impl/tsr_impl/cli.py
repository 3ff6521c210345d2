"""From the words of the command line to an exit code (CLI, EXIT)."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.config import Config
    from tsr_impl.discovery import Found
    from tsr_impl.guards import Admission
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
    from tsr_impl import interrupts

    try:
        _open_standard_descriptors()
        try:
            interrupts.listen()
            return _listening(argv)
        except interrupts.Interrupted:
            return interrupts.exit_code(0)
        finally:
            interrupts.deafen(for_good=argv is None)
    except Exception as error:
        from tsr_impl import report

        report.stopped(report.as_stop(error))
        return report.RUNNER_LEVEL


def _open_standard_descriptors() -> None:
    from tsr_impl import calls

    try:
        calls.open_standard_descriptors()
    except OSError as error:
        from tsr_impl.report import Stop

        message = f"standard input, output or error is closed, and /dev/null can't be put there: {error.strerror}"
        raise Stop(f"{message} — run this with all three open") from error


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
    if asked.first.startswith("-"):
        from tsr_impl import alone

        return alone.serve(asked)
    from tsr_impl import discovery

    found = discovery.find(asked.strict)
    with found.root:
        return _run(asked, _planned(asked, found))


def _planned(asked: Request, found: Found) -> Admission:
    """The run that may begin. Raises `Stop`.

    Next to nothing of what a plan is made of becomes garbage, and to look for it again and again takes
    more time than all else where there is much of it.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        return _admitted(asked, found, _governing(asked, found))
    finally:
        if collects:
            gc.enable()


def _governing(asked: Request, found: Found) -> Config:
    """The config of a run: what was found, or the task alone (CLI-12)."""
    from tsr_impl import config

    if found.text is not None:
        return config.read(found.text)
    from tsr_impl import configless

    return configless.config(asked)


def _run(asked: Request, admitted: Admission) -> int:
    from tsr_impl import scheduler

    if asked.dry_run:  # all that is refused at load has been by now (PLAN-3)
        from tsr_impl import plan, report

        if admitted.boundary.described:
            report.say(admitted.boundary.described)
        return report.answer(plan.text(admitted.units, asked))
    if asked.reporter == "human" and asked.reporter_file is None:
        return scheduler.run(admitted)
    from tsr_impl import events, inputs

    if asked.reporter_file is not None:
        inputs.spare(asked.reporter_file, admitted)
    with events.Reporter(asked) as admitted.reporter:
        return scheduler.run(admitted)


def _admitted(asked: Request, found: Found, governing: Config) -> Admission:
    from tsr_impl import guards, report

    if governing.unknown:
        from tsr_impl import near

        near.warn_about(governing.unknown)
    try:
        return guards.admit(governing, asked, found.root, dict(os.environb))
    except report.ConfigFault as fault:
        if fault.place and found.text is not None:
            from tsr_impl import locate

            locate.point(fault, found.text)
        raise
