"""Whoever stays behind while a worker works: whatever becomes of the worker, nothing of it is left.

A worker gives up the right to remove its own scratch, and a subject may end it at any time. So the process that made
the scratch forks: the child goes on as the worker, and the parent stays behind as its *keeper*. What a worker that has
ended leaves behind is handed on to the keeper, which ends it, removes the scratch, and ends as the worker did.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from typing import NoReturn

from tsr_oracle import survivors

LEAVE = 10.0
"""Seconds that a worker has to clean up once it was asked to end."""
_LOOK = 1.0
_WATCHED = {signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP}


def stay_behind(clean: Callable[[], None], *, with_parent: bool = False) -> None:
    """Go on in a child, while this process becomes its keeper, which cleans up in the end and says why if it can't.

    The worker is asked to end (SIGTERM) when the keeper is, and, `with_parent`, when the keeper's own parent has
    ended. To be called with one thread. Raises OSError where orphans can't be handed on to it.
    """
    survivors.become_subreaper()
    parent = os.getppid() if with_parent else None
    held = signal.pthread_sigmask(signal.SIG_BLOCK, _WATCHED)
    worker = os.fork()
    if worker == 0:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
        return
    status = 1 << 8
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        status = _watch(worker, parent)
        survivors.end_all(patience=0.0)
        clean()
    except Exception as error:
        print(f"tsr-oracle: not everything could be cleaned up: {error}", file=sys.stderr, flush=True)
    finally:
        _end_like(status)


def _watch(worker: int, parent: int | None) -> int:
    """The wait status of the worker. One that was stopped goes on: nobody else would see to that."""
    deadline: float | None = None
    while True:
        pid, status = os.waitpid(worker, os.WNOHANG | os.WUNTRACED)
        if pid and not os.WIFSTOPPED(status):
            return status
        if pid:
            os.kill(worker, signal.SIGCONT)
        elif deadline is not None and time.monotonic() >= deadline:
            os.kill(worker, signal.SIGKILL)
        heard = signal.sigtimedwait(_WATCHED, _LOOK)
        asked = heard is not None and heard.si_signo != signal.SIGCHLD
        if deadline is None and (asked or (parent is not None and os.getppid() != parent)):
            os.kill(worker, signal.SIGTERM)
            deadline = time.monotonic() + LEAVE


def _end_like(status: int) -> NoReturn:
    code = os.waitstatus_to_exitcode(status)
    try:
        if code < 0:
            if -code not in (signal.SIGKILL, signal.SIGSTOP):
                signal.signal(-code, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {-code})
            os.kill(os.getpid(), -code)
    finally:
        os._exit(code if code >= 0 else 1)
