"""One worker of a team, seen from outside: its process is started, asked, watched, replaced, and ended."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnProcess
from multiprocessing.sharedctypes import RawArray
from typing import Any, TypeAlias

from tsr_oracle.keeper import LEAVE
from tsr_oracle.worker import Batch, Post, Pulse, Setting, Shrink

Serve: TypeAlias = Callable[[Post, Setting, int], None]
"""What a worker does: it answers at its post, with the setting, as the worker of that number."""

START = "to start"
"""What a worker has been asked that has just been made."""

SILENCE = 60.0
"""Seconds beside the time limit of a case after which a worker that has begun no other is given up."""

_LOOK = 1.0


class Lost(RuntimeError):
    """A worker that has ended by itself, or says nothing any more: says how."""

    def __init__(self, how: str, *, silent: bool = False) -> None:
        super().__init__(how)
        self.silent = silent


class Member:
    """One worker: its process, the way to it, and what it was asked last, unless it has answered."""

    def __init__(self, number: int, serve: Serve, setting: Setting) -> None:
        self.number = number
        self.asked: object = None
        self._serve = serve
        self.start(setting)

    def start(self, setting: Setting) -> None:
        """Make its process, in place of the last; it says how it is confined when it is ready."""
        context = multiprocessing.get_context("spawn")
        self._pulse: Pulse = RawArray("q", 2)
        with holding_signals():
            self.connection, theirs = context.Pipe()
            words = Post(theirs, self._pulse), setting, self.number
            self.process: SpawnProcess = context.Process(target=self._serve, args=words, daemon=True)
            self.process.start()
            theirs.close()
        self._limit = setting.limit
        self._asking(START)

    def send(self, question: object) -> None:
        """Ask it something; None: it has nothing to do. Raises Lost."""
        self._asking(question)
        try:
            if question is not None:
                self.connection.send(question)
        except OSError:
            raise Lost(self._how()) from None

    def _asking(self, question: object) -> None:
        self.asked = question
        self._begun, self._since = self._pulse[0], time.monotonic()
        self._seen = self._begun

    def receive(self) -> tuple[str, Any]:
        """The kind of its answer, and the answer. Raises Lost."""
        while not self.connection.poll(_LOOK):
            self.check()
        try:
            kind, answer = self.connection.recv()
        except (EOFError, OSError):
            raise Lost(self._how()) from None
        self.asked = None
        return kind, answer

    @property
    def at(self) -> int | None:
        """The index of the case that it is at, None where it has not begun any since it was asked."""
        return self._pulse[1] if self._pulse[0] != self._begun else None

    def check(self) -> None:
        """Whether it gets on. Raises Lost where it has not for too long, and then it is no more."""
        now = time.monotonic()
        if self._seen != self._pulse[0]:
            self._seen, self._since = self._pulse[0], now
        if isinstance(self.asked, Batch | Shrink) and now - self._since > self._limit + SILENCE:
            self.end()
            raise Lost(f"gave no sign of life for {now - self._since:.0f} s", silent=True)

    def _how(self) -> str:
        """How it has ended, once all that it left is cleaned up."""
        self.process.join(LEAVE)
        code = self.process.exitcode
        if code is None:
            self.end()
            return "did not answer any more"
        return f"was ended by {_signal_name(-code)}" if code < 0 else f"has ended with {code}"

    def dismiss(self, *, at_once: bool) -> None:
        """Let it end when it has answered, or at once. It is not waited for."""
        self.connection.close()
        if at_once:
            self.process.terminate()

    def end(self) -> None:
        """Have it end, whatever it is doing, and wait until it has."""
        self.process.join(0 if self.asked else LEAVE)
        for stop in (self.process.terminate, self.process.kill):
            if self.process.is_alive():
                _go_on(self.process)
                stop()
                self.process.join(2 * LEAVE)


def _go_on(process: SpawnProcess) -> None:
    """One that was stopped hears nothing."""
    try:
        os.kill(process.pid or 0, signal.SIGCONT)
    except OSError:
        pass


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


@contextmanager
def holding_signals() -> Iterator[None]:
    """A Ctrl-C waits meanwhile, also for the processes that are started."""
    resource_tracker.ensure_running()  # it unblocks signals when it is started, so it is started first
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
