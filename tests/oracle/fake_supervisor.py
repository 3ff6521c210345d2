"""A stand-in for a runner that has a child and is interrupted: its first word says how it goes about it.

`right HOW NAME…`: runs the programs one after another, each as HOW has it (`group`: in a group of its own, `shared`);
at a signal it tears down what runs (SIGTERM, SIGCONT, two seconds of grace, SIGKILL), at a second one it kills it.
`deserter`: ends at the signal and leaves everything behind. `leader`: ends the child only, whatever is in its group.
`zombies`: ends the group, and prints once nothing is left of it. `both HOW NAME…`: starts all at once and waits for
them. `chatter`: writes much to the terminal. `exec NAME`: becomes the program. `show`: prints which signals are
ignored and what standard input is.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time

_GRACE = 2.0


class _Interrupted(Exception):
    pass


_received: list[int] = []


def _interrupt(number: int, frame: object) -> None:
    _received.append(number)


def _start(how: str, name: str) -> int:
    pid = os.fork()
    if pid == 0:
        try:
            if how == "group":
                os.setpgid(0, 0)
            for number in (signal.SIGINT, signal.SIGTERM):
                if _is_heard(number):
                    signal.signal(number, signal.SIG_DFL)
            os.execvp(name, [name])
        finally:
            os._exit(126)
    if how == "group":
        try:
            os.setpgid(pid, pid)
        except OSError:
            pass
    return pid


def _wait(pid: int) -> int:
    """Wait for the end of the child, which stays unreaped. Raises _Interrupted where a signal comes first.

    They are blocked meanwhile: one that came just before the wait would not end it, and the wait would be for ever.
    """
    waited = {signal.SIGCHLD, *(each for each in (signal.SIGINT, signal.SIGTERM) if _is_heard(each))}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, waited)
    try:
        while not _received and os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
            number = signal.sigwait(waited)
            if number != signal.SIGCHLD:
                _received.append(number)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    if _received:
        raise _Interrupted
    return pid


def _is_heard(number: int) -> bool:
    return signal.getsignal(number) is _interrupt


def _send(how: str, pid: int, *numbers: int) -> None:
    for number in numbers:
        (os.killpg if how == "group" else os.kill)(pid, number)


def _lives(how: str, pid: int) -> bool:
    """Whether the child, or anything in its group, is there and no zombie."""
    for name in os.listdir("/proc") if how == "group" else [str(pid)]:
        try:
            with open(f"/proc/{int(name)}/stat", "rb") as stat:
                state, _, group = stat.read().rpartition(b")")[2].split()[:3]
        except (ValueError, OSError):
            continue
        if (how != "group" or int(group) == pid) and state not in b"ZX":
            return True
    return False


def _tear_down(how: str, pid: int) -> None:
    _send(how, pid, signal.SIGTERM, signal.SIGCONT)
    until = time.monotonic() + _GRACE
    while _lives(how, pid) and time.monotonic() < until and len(_received) < 2:
        select.select([], [], [], 0.005)
    _send(how, pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def _right(words: list[str]) -> int:
    how, *names = words
    for name in names:
        pid = _start(how, name)
        try:
            _wait(pid)
        except _Interrupted:
            _tear_down(how, pid)
            return 130
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return status & 0xFF


def _deserter(words: list[str]) -> int:
    try:
        return _wait(_start(*words))
    except _Interrupted:
        return 130


def _leader(words: list[str]) -> int:
    pid = _start(*words)
    try:
        _wait(pid)
    except _Interrupted:
        os.kill(pid, signal.SIGTERM)
    os.waitpid(pid, 0)
    return 130


def _zombies(words: list[str]) -> int:
    pid = _start(*words)
    try:
        _wait(pid)
    except _Interrupted:
        os.killpg(pid, signal.SIGTERM)
    os.waitpid(pid, 0)
    until = time.monotonic() + 5
    while time.monotonic() < until:
        try:
            os.killpg(pid, 0)
        except ProcessLookupError:
            print("no zombie")
            return 0
        select.select([], [], [], 0.005)
    return 1


def _chatter(words: list[str]) -> int:
    with open("/dev/tty", "w") as terminal:
        terminal.write("x" * 1_000_000)
    return 0


def _both(words: list[str]) -> int:
    how, *names = words
    for pid in [_start(how, name) for name in names]:
        os.waitpid(pid, 0)
    return 0


def _exec(words: list[str]) -> int:
    os.execvp(words[0], words)


def _show(words: list[str]) -> int:
    names = [s.name for s in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM) if signal.getsignal(s) is signal.SIG_IGN]
    tty = os.isatty(0)
    own = tty and os.getsid(0) == os.getpid() == os.tcgetpgrp(0)  # only its session's own terminal tells it
    there = tty and os.stat("/proc/self/fd/0").st_rdev == os.stat(os.ttyname(0)).st_rdev
    print(names, tty, own, there, os.isatty(1), os.isatty(2), repr(sys.stdin.readline()) if words else "")
    return 0


_VERBS = {
    "right": _right,
    "deserter": _deserter,
    "leader": _leader,
    "both": _both,
    "zombies": _zombies,
    "chatter": _chatter,
    "exec": _exec,
    "show": _show,
}


def main(argv: list[str]) -> int:
    """What `tsr_impl.cli.main` is for the real one."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _interrupt)
    return _VERBS[argv[0]](argv[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
