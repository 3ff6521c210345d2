"""Draws the boundary around this process and becomes the command: confined, or not run (CONF-4).

The start is most of what a confined command costs, so little is imported, and Landlock only on the way.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # what `signal` is made of, and there without being loaded
import errno
import os

from tsr_impl.confinement.messages import printable, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Held: TypeAlias = Callable[[], list[str | int]]

NOT_CONFINED, NOT_EXECUTABLE, NOT_FOUND = 125, 126, 127

_CONFINED = '{"event": "confined"}'
_UNCONFINED = '{"event": "unconfined"}'
_FAILED = '{"event": "failed", "reason": "%s"}'
_DEFAULT_PATH = "/bin:/usr/bin"  # what `execvp` searches where PATH is not set
_GOES_ON = (errno.EACCES, errno.ENOENT, errno.ENOTDIR, errno.ESTALE, errno.ENODEV, errno.ETIMEDOUT)  # so does `execvp`
# Whether they were ignored before can't be known, so the command gets them as a shell would leave them.
_IGNORED_BY_PYTHON = (_signal.SIGPIPE, _signal.SIGXFSZ)
_COERCED = (b"C.UTF-8", b"C.utf8", b"UTF-8")


class NotConfined(Exception):
    """A step on the way to the boundary failed: says which and why."""


def become(words: list[str], roots: list[str] | Held, status: int | None = None) -> int:
    """Be the command from here on, which can write beneath the roots only; an exit code if that can't be.

    Roots are paths, or what opens them. `status` is a descriptor that is told what came of it, and that the command
    doesn't get. Nobody has to read it.
    """
    told = None
    try:
        _open_standard()
        if status is not None:
            _keep_to_itself(status)
            told = status
        _close_others(status)
        _restore_locale()
        import tsr_landlock

        tsr_landlock.restrict(roots if isinstance(roots, list) else roots())
        _tell(told, _CONFINED)
    except Exception as error:  # whatever it is: what is not confined is not run
        return _refuse(error, told)
    return _execute(words)


def become_unconfined(words: list[str], status: int | None = None) -> int:
    """Be the command where there is to be no boundary (CONF-1): it gets all that this process was started with.

    All but the status descriptor, which is told so.
    """
    told = None
    try:
        if status is not None:
            _keep_to_itself(status)
            told = status
        _restore_locale()
        _tell(told, _UNCONFINED)
    except Exception as error:  # who reads the status would not know what has become of the command
        return _refuse(error, told)
    return _execute(words)


def refuse(reason: str, clause: str, status: int | None = None) -> int:
    """Say why there is no command, to those who read standard error and the status; the exit code."""
    reason = printable(reason)
    say(f"the command was not run: {reason} ({clause})")
    try:
        if status is not None:
            _keep_to_itself(status)
            _tell(status, _FAILED % reason.replace("\\", "\\\\").replace('"', '\\"'))
    except NotConfined:  # then the line and the code have to do
        pass
    return NOT_CONFINED


def _open_standard() -> None:
    """Open what is closed of the standard three, so that nothing else gets its number."""
    for number in range(3):
        try:
            os.get_inheritable(number)
        except OSError:
            os.set_inheritable(os.open("/dev/null", os.O_RDWR), True)  # the lowest number that is free is this one


def _keep_to_itself(status: int) -> None:
    """See to it that the status descriptor ends where the command begins."""
    if status < 3:
        raise NotConfined(f"the status descriptor {status} is not above 2 — the command would have it")
    try:
        os.set_inheritable(status, False)
    except (OSError, OverflowError):
        raise NotConfined(f"the status descriptor {status} is not open — open it for whom you start") from None


def _close_others(status: int | None) -> None:
    """Close every descriptor but the standard three and the one of the status."""
    for name in os.listdir("/proc/self/fd"):
        number = int(name)
        if number > 2 and number != status:
            try:
                os.close(number)
            except OSError:  # the one that the list was read from
                pass


def _restore_locale() -> None:
    """Give LC_CTYPE back the value that Python takes from it in the C locale; the command has its own idea of it."""
    if os.environb.get(b"LC_CTYPE") not in _COERCED:
        return
    with open("/proc/self/environ", "rb") as started_with:
        given = [entry for entry in started_with.read().split(b"\0") if entry.startswith(b"LC_CTYPE=")]
    if given:
        os.environb[b"LC_CTYPE"] = given[0].partition(b"=")[2]
    else:
        del os.environb[b"LC_CTYPE"]


def _tell(status: int | None, line: str) -> None:
    """Write a line to the status descriptor, if there is one; nobody has to read it."""
    if status is None:
        return
    rest = line.encode("utf-8") + b"\n"
    try:
        while rest:
            rest = rest[os.write(status, rest) :]
    except BrokenPipeError:  # and no SIGPIPE, as that is still ignored
        pass
    except OSError as error:
        raise NotConfined(f"the status descriptor {status} can't be written: {error.strerror}") from error


def _refuse(error: Exception, status: int | None) -> int:
    """The same for a step on the way that failed; `status` is a descriptor that can be told."""
    return refuse(str(error) or type(error).__name__, "CONF-4", status)


def _execute(words: list[str]) -> int:
    """Be the command; the exit code if it can't be found or executed."""
    for number in _IGNORED_BY_PYTHON:
        _signal.signal(number, _signal.SIG_DFL)
    barred = _try_each(words)
    for number in _IGNORED_BY_PYTHON:  # what is left to say must not end in a signal
        _signal.signal(number, _signal.SIG_IGN)
    name = printable(repr(words[0]))
    if barred:
        say(f"{name} can't be executed: {os.strerror(barred)} — check its mode and its interpreter line (CONF-4)")
        return NOT_EXECUTABLE
    say(f"{name} was not found — install it, or check PATH (CONF-4)")
    return NOT_FOUND


def _try_each(words: list[str]) -> int:
    """Be the first that can be executed, in the order and up to the error of `execvp`; what bars one that is there.

    A directory of PATH that can't be looked into has no say, as with shells.
    """
    barred = 0
    for path in _candidates(words[0]):
        try:
            os.execv(path, words)
        except OSError as error:
            if error.errno not in _GOES_ON:
                return error.errno or errno.EIO
            if os.path.exists(path) or (error.errno == errno.EACCES and path == words[0]):
                barred = error.errno
    return barred


def _candidates(program: str) -> list[str]:
    if "/" in program:
        return [program]
    searched = os.environ.get("PATH", _DEFAULT_PATH)
    return [f"{directory or '.'}/{program}" for directory in searched.split(":")] if program else []
