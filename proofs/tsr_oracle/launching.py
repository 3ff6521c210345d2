"""Starts what a worker runs, where the kernel can from a thread that has given up the right to signal the worker.

Landlock confines thread by thread, and what a thread starts is confined as it is. So one thread of a worker is confined
a step further than the worker itself: whatever it starts can signal what it has started itself, and neither its parent
nor other subjects' processes, as `kill(-1)` or a mistaken process group would. (The thread itself can be reached by who
looks for its number; the keeper and the team are there for that.)
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

import tsr_landlock


def launch(words: list[bytes], env: dict[bytes, bytes], **how: Any) -> int:
    """`os.posix_spawn` of the words, from the thread that is kept apart where there is one."""

    def start() -> int:
        return os.posix_spawn(words[0], words, env, **how)

    return start() if _apart is None else _apart.call(start)


def keep_apart() -> None:
    """From now on what this process launches can't signal it, where the kernel has a way. Raises LandlockError."""
    global _apart
    if _apart is None and tsr_landlock.abi() >= tsr_landlock.SCOPES_SIGNALS:
        apart = _Thread()
        apart.call(tsr_landlock.scope_signals)
        _apart = apart


class _Thread:
    """A thread that calls what it is asked to, one at a time. Exceptions are those of whoever asks."""

    def __init__(self) -> None:
        self._asked, self._answered = threading.Lock(), threading.Lock()
        for lock in (self._asked, self._answered):  # each is released by the other side
            lock.acquire()
        self._action: Callable[[], Any] = int
        self._result: Any = None
        self._error: BaseException | None = None
        threading.Thread(target=self._serve, daemon=True).start()

    def call(self, action: Callable[[], Any]) -> Any:
        """What the action returns there."""
        self._action = action
        self._asked.release()
        self._answered.acquire()
        if self._error is not None:
            raise self._error
        return self._result

    def _serve(self) -> None:
        while True:
            self._asked.acquire()
            self._result, self._error = None, None
            try:
                self._result = self._action()
            except BaseException as error:
                self._error = error
            self._answered.release()


_apart: _Thread | None = None
