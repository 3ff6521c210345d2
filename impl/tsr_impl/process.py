"""Finding a program and starting it (SHELL-40 to SHELL-45)."""

from __future__ import annotations

import errno
import signal
import stat

from tsr_impl import calls, interrupts
from tsr_impl.report import Stop, denial, is_missing, is_scarcity, printable, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tsr_impl.units import Step

DEFAULT_PATH = "/usr/bin:/bin"  # what is searched where PATH is not set (SHELL-41)
# Python ignores these for itself; a child gets them as a shell would leave them.
DEFAULT_SIGNALS = (signal.SIGPIPE, signal.SIGXFSZ)


class Program:
    """A program that was found, and what it is to be started with."""

    __slots__ = ("_environment", "_path", "_words", "_written")

    def __init__(self, path: str, words: list[str], written: str, environment: Mapping[bytes, bytes]) -> None:
        self._path = path
        self._words = words
        self._written = written
        # A variable without a name can't be passed on, and no program could ask for it.
        self._environment = {name: value for name, value in environment.items() if name}

    def start(self, own_group: bool, no_input: bool) -> int:
        """Its process id. Raises `Stop` when the system can't run it (EXIT-4)."""
        blocked = interrupts.inherited_mask()
        try:
            return calls.spawn(
                self._path, self._words, self._environment, DEFAULT_SIGNALS, blocked, own_group, no_input
            )
        except OSError as error:
            what, way_out = error.strerror, "check the file and its interpreter line"
            if error.errno == errno.E2BIG:
                what, way_out = "the command line or the environment is too long", "pass fewer or shorter words"
            elif is_scarcity(error):
                way_out = "the system has no more to give: raise its limits, see `ulimit -a`"
            message = f"the program {quoted(self._written)} cannot be run: {what} — {way_out}"
            raise Stop(message, "SHELL-44") from error


def found(words: list[str], step: Step, directory: int, environment: Mapping[bytes, bytes]) -> Program:
    """The program that is to run in the directory that is open as `directory`.

    `step` is what `words` have come of. Raises `Stop` when it can't be found
    (EXIT-4). Changes the working directory of this process, since a child can't be given one in
    any other way.
    """
    try:
        calls.change_directory(directory)
    except OSError as error:
        message = f"the directory of the task cannot be entered: {error.strerror}"
        raise Stop(f"{message} — check its permissions", "FENCE-15") from error
    return Program(_find(words[0], step, environment), words, step.program, environment)


def _find(program: str, step: Step, environment: Mapping[bytes, bytes]) -> str:
    """The path of a program: the first in PATH that is a file and may be executed (SHELL-41).

    Messages show it as it is written in the config, since it may have come from a variable, as the
    directories of PATH have (OUT-1).
    """
    if not program:
        message = "the name of the program is empty — check the variable that it comes from"
        raise Stop(message, "SHELL-45")
    found, barred = False, ""
    for path in _candidates(program, environment):
        try:
            if not stat.S_ISREG(calls.status_at(None, path, follow=True).st_mode):
                continue
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            if not (is_missing(error) or denial(error)):
                raise _unseen(step, error) from error
            barred = str(error.strerror)
            continue
        if calls.is_executable(path):
            return path
        found = True
    if found:
        message = f"the program {quoted(step.program)} is not executable — `chmod +x` it, or run another program"
        raise Stop(message, "SHELL-44")
    raise _not_found(step, barred)


def _unseen(step: Step, error: OSError) -> Stop:
    """What to say where one may be the first: as with `execvp`, no other one is run in its place."""
    what = f"the program {quoted(step.program)} cannot be looked at: {error.strerror}"
    return Stop(f"{what} — repair what stands first in PATH, or write its whole path", "SHELL-44")


def _not_found(step: Step, barred: str) -> Stop:
    """What to say about a program that is nowhere; with the reason `barred` it may be somewhere out of sight."""
    program = step.program
    what = f"the program {quoted(program)} was not found"
    way_out = "check the path" if "/" in program else "install it, or check PATH"
    meant = _what_was_meant(step)
    if meant:
        way_out = meant
    elif barred and "/" in program:
        what = f"the program {quoted(program)} cannot be reached: {barred}"
        way_out = "check the directories on the way, and their permissions"
    elif barred:
        what += f", and not all directories of PATH can be looked at: {barred}"
    return Stop(f"{what} — {way_out}", "SHELL-44")


def _what_was_meant(step: Step) -> str | None:
    """The way out if what stands for a program is likely to be something else."""
    if step.native:
        name, *rest = step.program.split(" ")
        if not (name and rest):
            return None
        example = f'{{ bin = "{printable(name)}", args = ["…"] }}'
        return f"if it is {quoted(name)}, write its other words into `args`, as in `delegate = {example}`"
    from tsr_impl import habits

    hint = habits.way_out(step.program)
    if hint:
        return f"`run` is no shell: {hint}"
    return "it is a task: name it in `deps`" if step.is_task else None


def _candidates(program: str, environment: Mapping[bytes, bytes]) -> list[str]:
    if "/" in program:
        return [program]
    path = environment.get(b"PATH")
    searched = DEFAULT_PATH if path is None else calls.decode(path)
    # An empty entry means the working directory; it was inherited, so it is the user's own.
    return [f"{entry or '.'}/{program}" for entry in searched.split(":")]
