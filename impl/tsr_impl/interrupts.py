"""Signals that end a run (INT), as a flag that is looked at where stopping is safe.

This is the only state that belongs to the process and not to a value. A handler only notes the
signal; work stops at the next `check`, and a wait for a descriptor or a child is cut short.
"""

from __future__ import annotations

import os
import select
import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

# INT-1: 130 for both of the usual ways to stop a run; INT-4: 128+n for the others.
_EXIT_CODES = {
    signal.SIGINT: 130,
    signal.SIGTERM: 130,
    signal.SIGHUP: 128 + signal.SIGHUP,
    signal.SIGQUIT: 128 + signal.SIGQUIT,
}

_received: int = 0
_raised: bool = False
_last_resort: Callable[[], None] | None = None
_replaced: dict[int, object] = {}
_inherited_mask: set[int] = set()
_bell: tuple[int, int] | None = None


class Interrupted(BaseException):
    """The run was told to stop; raised once, at the first safe point. `code` is its exit code."""

    def __init__(self, code: int, number: int) -> None:
        super().__init__(code)
        self.code = code
        self.number = number


def listen() -> None:
    """Handle the signals from now on. One that is ignored at entry stays ignored (INT-4).

    One that was blocked by whoever started the runner would never come in, and so is let through.
    """
    global _bell, _inherited_mask
    _inherited_mask = {*signal.pthread_sigmask(signal.SIG_BLOCK, ())}
    for number in _EXIT_CODES:
        if signal.getsignal(number) is not signal.SIG_IGN:
            _replaced[number] = signal.signal(number, _note)
    _replaced[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, _ring_only)
    # A signal that comes just before a wait must still end it, so each one leaves a byte in a
    # pipe, and every wait watches that pipe too.
    _bell = os.pipe()
    for descriptor in _bell:
        os.set_blocking(descriptor, False)
    signal.set_wakeup_fd(_bell[1], warn_on_full_buffer=False)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _replaced)


def inherited_mask() -> set[int]:
    """The signals that were blocked at entry: what a child gets, as a shell would leave it."""
    return _inherited_mask


def deafen() -> None:
    """Undo `listen`."""
    global _bell, _inherited_mask, _received, _raised
    signal.pthread_sigmask(signal.SIG_SETMASK, _inherited_mask)
    while _replaced:
        number, handler = _replaced.popitem()
        signal.signal(number, handler)  # type: ignore[arg-type]
    if _bell is not None:
        signal.set_wakeup_fd(-1)
        for descriptor in _bell:
            os.close(descriptor)
    _bell, _inherited_mask, _received, _raised = None, set(), 0, False


def _note(number: int, frame: FrameType | None) -> None:
    global _received
    if not _received:
        _received = number
        return
    # INT-2: the second signal ends the run at once, with the first one's code.
    if _last_resort is not None:
        _last_resort()
    os._exit(_EXIT_CODES[signal.Signals(_received)])


def _ring_only(number: int, frame: FrameType | None) -> None:
    """A child changed its state: the byte in the pipe says all there is to say."""


def check() -> None:
    """A safe point: raises `Interrupted` if the run was told to stop, and did not know it yet."""
    global _raised
    if _received and not _raised:
        _raised = True
        raise Interrupted(_EXIT_CODES[signal.Signals(_received)], _received)


def exit_code(otherwise: int) -> int:
    """The exit code of the run: an interrupt outranks everything else (EXIT-6)."""
    return _EXIT_CODES[signal.Signals(_received)] if _received else otherwise


def before_exit(action: Callable[[], None] | None) -> None:
    """What a second signal does before the runner exits (INT-2)."""
    global _last_resort
    _last_resort = action


def until_readable(descriptor: int) -> None:
    """Wait until a read does not block."""
    while not _wait(descriptor, select.POLLIN, None):
        continue


def until_writable(descriptor: int) -> None:
    """Wait until a small write does not block."""
    while not _wait(descriptor, select.POLLOUT, None):
        continue


def until_signal(seconds: float | None = None) -> None:
    """Wait until a signal came in (a child that ended sends one), or `seconds` have passed."""
    _wait(None, 0, seconds)


def _wait(descriptor: int | None, event: int, seconds: float | None) -> bool:
    """Whether `descriptor` is ready (or in error, which the next call on it will tell)."""
    check()
    poll = select.poll()
    if descriptor is not None:
        poll.register(descriptor, event)
    if _bell is not None:
        poll.register(_bell[0], select.POLLIN)
    ready = [fd for fd, _ in poll.poll(None if seconds is None else seconds * 1000)]
    if _bell is not None and _bell[0] in ready:
        _empty(_bell[0])
    check()
    return descriptor in ready


def _empty(descriptor: int) -> None:
    try:
        while os.read(descriptor, 512):
            continue
    except BlockingIOError:
        return
