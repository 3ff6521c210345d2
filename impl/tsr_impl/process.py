"""Spawning a command and waiting for it (SHELL-40 to SHELL-45, TREE, INT)."""

from __future__ import annotations

import errno
import signal
import stat
import time

from tsr_impl import calls, interrupts
from tsr_impl.report import Stop, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

GRACE = 2.0  # TREE-2: seconds between SIGTERM and SIGKILL
_LOOK_AGAIN = 0.02  # seconds between two looks at a group that is being torn down
_DEFAULT_PATH = "/usr/bin:/bin"
# Python ignores these for itself; a child gets them as a shell would leave them.
_DEFAULT_SIGNALS = (signal.SIGPIPE, signal.SIGXFSZ)

_SCRIPT = "put it into a script, and run that"
# What a reader who knows shells tries first, and the way out. `NAME=` is any assignment.
_HINTS = {
    "cd": "set the `dir` of the task",
    "export": "set the variable in the `env` of the task",
    "NAME=": "set the variable in the `env` of the task",
    "exit": "use `false` to fail, and `&&` to go no further",
    "source": _SCRIPT,
    "set": _SCRIPT,
    "if": _SCRIPT,
    "for": _SCRIPT,
}


def run(words: list[str], written: str, directory: int, environment: Mapping[bytes, bytes]) -> int:
    """Run a program in the directory that is open as `directory`, and wait for it.

    `written` is its name as the config has it, for messages.

    Returns its exit code (EXIT-2), or 128 + n when signal n killed it (EXIT-3). Raises `Stop` when
    it can't be found or run (EXIT-4), and `Interrupted` once the child is gone. Changes the working directory
    of this process, since a child can't be given one in any other way.
    """
    try:
        calls.change_directory(directory)
    except OSError as error:
        message = f"the directory of the task cannot be entered: {error.strerror}"
        raise Stop(f"{message} — check its permissions", "FENCE-15") from error
    child = _start(_find(words[0], written, environment), words, written, environment)
    interrupts.before_exit(child.kill)
    try:
        child.wait()
    except interrupts.Interrupted as interrupted:
        child.tear_down(interrupted.number)
        child.reap()
        raise
    finally:
        interrupts.before_exit(None)
    status = child.reap()
    return status if status >= 0 else 128 - status


def _find(program: str, written: str, environment: Mapping[bytes, bytes]) -> str:
    """The path of a program: the first in PATH that is a file and may be executed (SHELL-41).

    Messages show it as `written` in the config, since it may have come from a variable, as the
    directories of PATH have (OUT-1).
    """
    if not program:
        message = "the name of the program is empty — check the variable that it comes from"
        raise Stop(message, "SHELL-45")
    found = barred = False
    for path in _candidates(program, environment):
        try:
            if not stat.S_ISREG(calls.status_at(None, path, follow=True).st_mode):
                continue
        except PermissionError:
            barred = True
            continue
        except OSError:
            continue
        if calls.is_executable(path):
            return path
        found = True
    if found:
        message = f"the program {quoted(written)} is not executable — `chmod +x` it, or run another program"
        raise Stop(message, "SHELL-44")
    raise _not_found(written, barred)


def _not_found(program: str, barred: bool) -> Stop:
    """What to say about a program that is nowhere; if `barred` it may be somewhere out of sight."""
    what = f"the program {quoted(program)} was not found"
    way_out = "check the path" if "/" in program else "install it, or check PATH"
    hint = _HINTS.get("NAME=" if _is_assignment(program) else program)
    if hint:
        way_out = f"`run` is no shell: {hint}"
    elif barred and "/" in program:
        what = f"the program {quoted(program)} cannot be reached: Permission denied"
        way_out = "check the permissions of the directories on the way"
    elif barred:
        what += ", and not all directories of PATH can be looked at: Permission denied"
    return Stop(f"{what} — {way_out}", "SHELL-44")


def _is_assignment(program: str) -> bool:
    name, separator, _ = program.partition("=")
    return bool(separator) and name.isascii() and name.isidentifier()


def _candidates(program: str, environment: Mapping[bytes, bytes]) -> list[str]:
    if "/" in program:
        return [program]
    path = environment.get(b"PATH")
    searched = _DEFAULT_PATH if path is None else calls.decode(path)
    # An empty entry means the working directory; it was inherited, so it is the user's own.
    return [f"{entry or '.'}/{program}" for entry in searched.split(":")]


def _start(path: str, words: list[str], written: str, environment: Mapping[bytes, bytes]) -> _Child:
    # A variable without a name can't be passed on, and no program could ask for it.
    passed = {name: value for name, value in environment.items() if name}
    # TREE-1: a group of its own, unless that would cut the child off from the terminal.
    own_group = not calls.is_terminal(0)
    try:
        blocked = interrupts.inherited_mask()
        return _Child(calls.spawn(path, words, passed, _DEFAULT_SIGNALS, blocked, own_group), own_group)
    except OSError as error:
        what, way_out = error.strerror, "check the file and its interpreter line"
        if error.errno == errno.E2BIG:
            what, way_out = "the command line or the environment is too long", "pass fewer or shorter words"
        raise Stop(f"the program {quoted(written)} cannot be run: {what} — {way_out}", "SHELL-44") from error


class _Child:
    """A process that was started, and its process group if it has one of its own."""

    __slots__ = ("_id", "_own_group", "_reaped")

    def __init__(self, child: int, own_group: bool) -> None:
        self._id = child
        self._own_group = own_group
        self._reaped = False

    def wait(self) -> None:
        """Until the child has ended. Raises `Interrupted`."""
        while not calls.has_ended(self._id):
            interrupts.until_signal()

    def reap(self) -> int:
        """The exit code of the child, which has ended; minus n if signal n killed it."""
        # From here on the id may be used again, so nothing is sent to it any more.
        self._reaped = True
        return calls.reap(self._id)

    def kill(self) -> None:
        """SIGKILL to what is left of it."""
        self._send(signal.SIGKILL)

    def tear_down(self, number: int) -> None:
        """Make an end of it because signal `number` came in: SIGTERM, grace, SIGKILL (TREE-2)."""
        # INT-5: a Ctrl-C reached a child that shares the terminal, so it is stopping already.
        forewarned = number == signal.SIGINT and not self._own_group
        if not (forewarned and self._ends_within(GRACE)):
            self._send(signal.SIGTERM)
            self._send(signal.SIGCONT)
            if not self._ends_within(GRACE):
                self.kill()
        self.wait()

    def _ends_within(self, seconds: float) -> bool:
        """Whether the child, and the group if it has one, ends in that time (TREE-5)."""
        deadline = time.monotonic() + seconds
        while True:
            if calls.has_ended(self._id) and not (self._own_group and _lives(self._id)):
                return True
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            interrupts.until_signal(min(left, _LOOK_AGAIN))

    def _send(self, number: int) -> None:
        if self._reaped:
            return
        try:
            calls.send(self._id, number, self._own_group)
        except OSError:
            return  # it is gone, or is no longer ours to signal


def _lives(group: int) -> bool:
    """Whether a process of the group is left that is no zombie; yes where that can't be told."""
    try:
        processes = [name for name in calls.list_path("/proc", None) if name.isdigit()]
    except OSError:
        return True
    return not processes or any(_is_living_member(process, group) for process in processes)


def _is_living_member(process: str, group: int) -> bool:
    try:
        stat_file = calls.open_to_read(None, f"/proc/{process}/stat")
    except OSError:
        return False
    try:
        line = calls.read(stat_file)
    except OSError:
        return False
    finally:
        calls.close(stat_file)
    # The name of the program, in parentheses, may hold anything.
    state, _, its_group = line[line.rindex(b")") + 1 :].split()[:3]
    return int(its_group) == group and state not in (b"Z", b"X")
