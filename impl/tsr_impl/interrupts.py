"""Signals that end a run (INT), as a flag that is looked at where stopping is safe.

This is the only state that belongs to the process and not to a value. A handler only notes the
signal; work stops at the next `check`, and a wait for a descriptor or a child is cut short. The
thread that listens hears of a signal; a thread that works for it hears that it is to stop.
"""

from __future__ import annotations

import _thread
import errno
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

_received: list[int] = []
_raised: bool = False
_last_resort: Callable[[], None] | None = None
_followers: Callable[[int], None] | None = None
_replaced: dict[int, object] = {}
_inherited_mask: set[int] = set()
_listener: int = 0
_bell: tuple[int, int] | None = None
_stop: tuple[int, int] | None = None
_stopping: bool = False
_at_once: bool = False


class Interrupted(BaseException):
    """The run was told to stop; raised once, at the first safe point."""


class ToldToStop(BaseException):
    """The run is being torn down; raised in each thread that works for it, at every safe point."""


def listen() -> None:
    """Handle the signals from now on. One that is ignored at entry stays ignored (INT-4).

    One that was blocked by whoever started the runner would never come in, and so is let through.
    """
    global _bell, _inherited_mask, _listener
    _listener = _thread.get_ident()
    _inherited_mask = {*signal.pthread_sigmask(signal.SIG_BLOCK, ())}
    for number in _EXIT_CODES:
        if signal.getsignal(number) is not signal.SIG_IGN:
            _replaced[number] = signal.signal(number, _note)
    _replaced[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, _ring_only)
    # A signal that comes just before a wait must still end it, so each one leaves a byte in a
    # pipe, and every wait watches that pipe too.
    _bell = _pipe()
    signal.set_wakeup_fd(_bell[1], warn_on_full_buffer=False)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _replaced)


def inherited_mask() -> set[int]:
    """The signals that were blocked at entry: what a child gets, as a shell would leave it."""
    return _inherited_mask


def deafen(for_good: bool) -> None:
    """Undo `listen`. `for_good`: the process is about to end, and no signal changes its exit code any more."""
    global _bell, _stop, _stopping, _inherited_mask, _raised, _followers
    while _replaced:
        number, handler = _replaced.popitem()
        signal.signal(number, signal.SIG_IGN if for_good and number in _EXIT_CODES else handler)  # type: ignore[arg-type]
    signal.pthread_sigmask(signal.SIG_SETMASK, _inherited_mask)
    if _bell is not None:
        signal.set_wakeup_fd(-1)
    pipes, _bell, _stop = (_bell, _stop), None, None
    for descriptor in [end for pipe in pipes for end in pipe or ()]:
        _close(descriptor)
    _inherited_mask, _raised, _stopping = set(), False, False
    _received.clear()
    before_exit(None)
    _followers = None


def _pipe() -> tuple[int, int]:
    ends = os.pipe()
    for descriptor in ends:
        os.set_blocking(descriptor, False)
    return ends


def _close(descriptor: int) -> None:
    """Nothing is lost with it, whatever the system says of it."""
    try:
        os.close(descriptor)
    except OSError:
        return


def _note(number: int, frame: FrameType | None) -> None:
    # Another signal may come in at any point in here. To append is one step, so one of the two
    # finds that it is the second.
    _received.append(number)
    if len(_received) == 1:
        if _at_once:
            raise Interrupted
        return
    # INT-2: the second signal ends the run at once, with the first one's code.
    if _last_resort is not None:
        _last_resort()
    os._exit(exit_code(0))


def _ring_only(number: int, frame: FrameType | None) -> None:
    """A child changed its state: the byte in the pipe says all there is to say."""


class Held:
    """Within, no signal is handled: what is done there is done whole, as far as a handler can see."""

    __slots__ = ("_mask",)

    def __enter__(self) -> None:
        # A handler that is due runs before this returns.
        self._mask = signal.pthread_sigmask(signal.SIG_BLOCK, [*_EXIT_CODES, signal.SIGTSTP])

    def __exit__(self, *error: object) -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, self._mask)


class AtOnce:
    """Within, each point is a safe one: for long work of a library that holds nothing and leaves nothing half done."""

    __slots__ = ()

    def __enter__(self) -> None:
        global _at_once
        check()
        _at_once = True

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        global _at_once
        _at_once = False
        if kind is Interrupted:  # else what was raised got lost on its way, and is raised at the next safe point
            acknowledge()


def check() -> None:
    """A safe point (INT-3): raises `Interrupted` if the run was told to stop, and did not know it yet.

    In a thread that works for it, raises `ToldToStop` when it is being torn down.
    """
    global _raised
    if not (_received or _stopping):
        return
    if _is_worker():
        if _stopping:
            raise ToldToStop
    elif _received and not _raised:
        _raised = True
        raise Interrupted


def acknowledge() -> None:
    """The run knows of a signal that came, if one did: no safe point raises for it any more."""
    global _raised
    _raised = _raised or bool(_received)


def was_heeded() -> bool:
    """Whether this thread is the listener, and knows of an interrupt: from then on it waits for nobody's sake."""
    return _raised and not _is_worker()


def first() -> int:
    """The signal that interrupted the run, 0 if none did."""
    return _received[0] if _received else 0


def exit_code(otherwise: int) -> int:
    """The exit code of the run: an interrupt outranks everything else (EXIT-6)."""
    return _EXIT_CODES[signal.Signals(first())] if first() else otherwise


def before_exit(action: Callable[[], None] | None) -> None:
    """What a second signal does before the runner exits (INT-2)."""
    global _last_resort
    _last_resort = action


def stop_together(send: Callable[[int], None]) -> None:
    """From now on a stop that is asked for (SIGTSTP, Ctrl-Z) is passed on with `send`, and so is its end (TREE-11)."""
    global _followers
    _followers = send
    if signal.getsignal(signal.SIGTSTP) is not signal.SIG_IGN:
        _replaced[signal.SIGTSTP] = signal.signal(signal.SIGTSTP, _pause)


def _pause(number: int, frame: FrameType | None) -> None:
    if _followers is not None:
        _followers(signal.SIGTSTP)
    # As the system would: it decides whether this stops the process, which then goes on below.
    signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    signal.raise_signal(signal.SIGTSTP)
    signal.signal(signal.SIGTSTP, _pause)
    if _followers is not None:
        _followers(signal.SIGCONT)


# Threads that work for the one that listens ---------------------------------------------------


def begin_work(work: Callable[[], None]) -> None:
    """Do `work` in a thread of its own. Raises `OSError` when there can be no more of them.

    No signal is delivered there, so that each one cuts the wait of the listener short.
    """
    global _stop
    _stop = _stop or _pipe()
    with Held():
        try:
            _thread.start_new_thread(work, ())
        except RuntimeError as error:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN)) from error


def ring() -> None:
    """Cut the wait of the listener short."""
    try:
        if _bell is not None:
            os.write(_bell[1], b"\0")
    except BlockingIOError:
        return  # there is enough in the pipe to do so


def stop_work() -> None:
    """From now on every safe point in a thread that works raises `ToldToStop`, and every wait ends."""
    global _stopping
    _stopping = True
    if _stop is not None:
        os.write(_stop[1], b"\0")  # is never read, so that all of them see it


def _is_worker() -> bool:
    return _thread.get_ident() != _listener


# Waits ----------------------------------------------------------------------------------------


def until_readable(*descriptors: int) -> list[int]:
    """Wait until a read from one of them does not block; which those are."""
    while not (ready := _wait(descriptors, select.POLLIN, None)):
        continue
    return ready


def until_writable(descriptor: int) -> None:
    """Wait until a small write does not block."""
    while not _wait((descriptor,), select.POLLOUT, None):
        continue


def is_readable(descriptor: int) -> bool:
    """Whether a read does not block. A safe point."""
    return bool(_wait((descriptor,), select.POLLIN, 0))


def is_writable(descriptor: int) -> bool:
    """Whether a small write does not block. A safe point."""
    return bool(_wait((descriptor,), select.POLLOUT, 0))


def until_news(seconds: float | None = None) -> None:
    """Wait until a signal came in (a child that ended sends one), it rang, or `seconds` have passed."""
    _wait((), 0, seconds)


def _wait(descriptors: tuple[int, ...], event: int, seconds: float | None) -> list[int]:
    """Those of the descriptors that are ready (or in error, which the next call on them will tell)."""
    check()
    poll = select.poll()
    for descriptor in descriptors:
        poll.register(descriptor, event)
    watched = _stop if _is_worker() else _bell
    if watched is not None:
        poll.register(watched[0], select.POLLIN)
    ready = [fd for fd, _ in poll.poll(None if seconds is None else seconds * 1000)]
    if watched is not None and watched is _bell and watched[0] in ready:
        _empty(watched[0])
    check()
    return [descriptor for descriptor in descriptors if descriptor in ready]


def _empty(descriptor: int) -> None:
    try:
        while os.read(descriptor, 512):
            continue
    except BlockingIOError:
        return
