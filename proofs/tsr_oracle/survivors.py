"""A process and all that it leaves behind: waited for with a limit, found, named, and ended.

Whoever runs a subject makes itself the *subreaper*: a process whose parent has ended becomes its child, whatever
session or group it fled to. So what is left of a run are simply the children that were not there before it, and when
those are ended one by one, theirs follow. Nothing that the subject started can be missed, but for what it had started
on its behalf by a process that was there before (a system service, say).

The subject host uses this too and is forked for each case, so nothing large is imported here.
"""

from __future__ import annotations

import errno
import os
import select
import signal
import sys
import time
from collections.abc import Collection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Left: TypeAlias = list[tuple[int, tuple[str, ...]]]

_PR_SET_CHILD_SUBREAPER = 36
_PIDFD_OPEN = 434
_EXITING = 4  # PF_EXITING in the kernel's flags of a process
_KILL_PENDING = 1 << (signal.SIGKILL - 1)
SETTLE = 0.005
"""Seconds that a process which may just be dying gets before it counts as a survivor."""
PATIENCE = 0.5
"""The same for one that has not said who it is: it may be what a program runs while it starts, and end by itself."""
MANY, AGAIN = 100, 20
"""More at once, or more often, don't just happen to be left: they get no patience, and are ended group by group."""
ENDLESS = 20.0
"""Seconds after which those that still come to light are let be."""


def become_subreaper() -> None:
    """From now on orphans beneath this process become its children. Raises OSError where the kernel can't."""
    import ctypes

    if sys.platform != "linux":
        raise OSError("the oracle runs subjects on Linux only")
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_CHILD_SUBREAPER, *(ctypes.c_ulong(value) for value in (1, 0, 0, 0))) != 0:
        raise OSError(ctypes.get_errno(), "this process can't become the subreaper")


def wait(pid: int, limit: float) -> int | None:
    """The wait status of the child; None where `limit` seconds were not enough, and then it was killed."""
    if _has_ended(pid, limit):
        return reap(pid)
    kill(pid)
    return None


def patience(status: int | None) -> float:
    """How long those that are left may take to end by themselves: no time where the subject itself did not end."""
    return 0.0 if status is None else PATIENCE


def reap(pid: int) -> int | None:
    """The wait status of a child that has ended. None where whoever traces it has not let go of it yet."""
    ended, status = os.waitpid(pid, os.WNOHANG)
    return status if ended else None


def kill(pid: int) -> None:
    """Kill the child and reap it, unless whoever traces it has to go first: then it is found by `end_all`."""
    os.kill(pid, signal.SIGKILL)
    if _has_ended(pid, PATIENCE):
        reap(pid)


def children() -> frozenset[int]:
    """The children of this process, zombies too."""
    if _is_childless():
        return frozenset()
    try:
        found: list[bytes] = []
        for thread in os.listdir("/proc/self/task"):
            with open(f"/proc/self/task/{thread}/children", "rb", buffering=0) as listing:
                found += listing.read().split()
        return frozenset(map(int, found))
    except FileNotFoundError:  # a kernel without CONFIG_PROC_CHILDREN
        return _children_by_search()


def end_all(known: Collection[int] = (), heard: Collection[int] = (), patience: float = PATIENCE) -> Left:
    """End every child that is not one of the known, and what they leave behind in turn.

    The number and the command line of each that was still alive, in the order in which they were found. `heard` are
    those that have said who they are; the others have that many seconds to end by themselves.
    """
    lived: dict[int, tuple[str, ...]] = {}
    endless, rounds = time.monotonic() + ENDLESS, 0
    while (left := sorted(children() - frozenset(known))) and time.monotonic() < endless:
        rounds += 1
        if rounds > AGAIN or len(left) > MANY:
            lived |= {pid: _command(pid) for pid in left[:MANY] if not _is_doomed(pid)}
            _kill_groups(left)
        else:
            lived |= _kill_living(left, heard, patience)
        for pid in left:
            if _has_ended(pid, SETTLE):
                reap(pid)
    return list(lived.items())


def _kill_living(left: list[int], heard: Collection[int], patience: float) -> dict[int, tuple[str, ...]]:
    """Kill those that don't end by themselves; who they were."""
    lived = {}
    deadline = time.monotonic() + patience
    for pid in left:
        settle = SETTLE if pid in heard else max(0.0, deadline - time.monotonic())
        if not _is_dying(pid, settle):
            lived[pid] = _command(pid)
            os.kill(pid, signal.SIGKILL)
    return lived


def _kill_groups(left: list[int]) -> None:
    """Kill all with their groups: nobody in a group that is killed as a whole can fork in time.

    No subject gets into the group of whoever runs it, since that is in another session.
    """
    groups = {os.getpgid(pid) for pid in left} - {os.getpgrp()}
    for pid in (*(-group for group in groups), *left):
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass  # a group of which nobody is left, or with somebody in it who may not be killed


def _is_childless() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return True
    return False


def _has_ended(pid: int, limit: float) -> bool:
    handle = handle_of(pid)
    try:
        poller = select.poll()
        poller.register(handle, select.POLLIN)
        return bool(poller.poll(limit * 1000))
    finally:
        os.close(handle)


def handle_of(pid: int) -> int:
    """A handle of the process that can be read once it has ended. Raises ProcessLookupError."""
    if hasattr(os, "pidfd_open"):
        return os.pidfd_open(pid)
    import ctypes  # for a Python that was built on an old system

    handle = int(ctypes.CDLL(None, use_errno=True).syscall(_PIDFD_OPEN, pid, 0))
    if handle < 0:
        number = ctypes.get_errno()
        raise OSError(
            number, os.strerror(number) if number == errno.ESRCH else "this kernel has no handles for processes"
        )
    return handle


def _is_dying(pid: int, settle: float) -> bool:
    return _is_doomed(pid) or _has_ended(pid, settle) or _is_doomed(pid)


def state_of(pid: int) -> bytes:
    """The letter that the kernel has for the state of a process. Raises OSError where there is none."""
    return _stat(pid)[0]


def _is_doomed(pid: int) -> bool:
    """Whether it is a zombie, on its way there, or has a SIGKILL that it can't refuse."""
    state, flags = _stat(pid)
    if state in b"ZX" or flags & _EXITING:
        return True
    with open(f"/proc/{pid}/status", "rb") as status:
        pending = [line.split()[1] for line in status if line.startswith((b"SigPnd:", b"ShdPnd:"))]
    return any(int(mask, 16) & _KILL_PENDING for mask in pending)


def _stat(pid: int) -> tuple[bytes, int]:
    """The state's letter and the kernel's flags."""
    with open(f"/proc/{pid}/stat", "rb") as stat:
        fields = stat.read().rpartition(b")")[2].split()
    return fields[0], int(fields[6])


def _command(pid: int) -> tuple[str, ...]:
    with open(f"/proc/{pid}/cmdline", "rb") as line:
        words = line.read().removesuffix(b"\0").split(b"\0")
    return tuple(word.decode("utf-8", "surrogateescape") for word in words)


def _children_by_search() -> frozenset[int]:
    found = set()
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{int(name)}/stat", "rb") as stat:
                parent = int(stat.read().rpartition(b")")[2].split()[1])
        except (ValueError, OSError):
            continue
        if parent == os.getpid():
            found.add(int(name))
    return frozenset(found)
