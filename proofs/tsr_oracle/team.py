"""The workers of a check: started, asked, and ended, whatever becomes of them."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import Any

from tsr_oracle.worker import Batch, Setting, Shrink, Smoke, Way, serve


class RefusedSubject(RuntimeError):
    """The subject is no `tsr`, or can't be run: says why, in a sentence."""


class WorkerError(RuntimeError):
    """A worker can't work, or has ended by itself: says what happened and what it was doing."""


@dataclass(slots=True)
class _Member:
    """One worker: its process, the way to it, and what it was asked last, unless it has answered."""

    number: int
    process: SpawnProcess
    connection: Any
    asked: object = None


class Team:
    """So many workers: a context manager that ends each of them, and waits until it has cleaned up.

    Raises WorkerError where one can't start. `confined` says how they are confined.
    """

    def __init__(self, setting: Setting, jobs: int) -> None:
        self.setting = setting
        self.jobs = jobs
        self.confined = ""
        self._members: list[_Member] = []

    def __enter__(self) -> Team:
        context = multiprocessing.get_context("spawn")
        resource_tracker.ensure_running()  # it unblocks signals when it is started, so it is started first
        before = _hold_signals()
        try:
            for number in range(self.jobs):
                ours, theirs = context.Pipe()
                process = context.Process(target=serve, args=(theirs, self.setting, number), daemon=True)
                process.start()
                theirs.close()
                self._members.append(_Member(number, process, ours, "to start"))
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        try:
            for member in self._members:
                self.confined = self._receive(member)
        except BaseException:
            self._end(at_once=True)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._end(at_once=kind is not None)

    def smoke(self, way: Way) -> str:
        """The version of the subject, if it is fit to be judged this way. Raises RefusedSubject, WorkerError."""
        self._send(self._members[0], Smoke(way))
        version: str = self._receive(self._members[0])
        return version

    def ask(self, questions: Iterable[Batch | Shrink]) -> Iterator[Any]:
        """The answers as they come; each worker gets the next question when it has answered the last.

        Raises RefusedSubject, WorkerError.
        """
        waiting = iter(questions)
        for member in self._members:
            self._send(member, next(waiting, None))
        while busy := {member.connection: member for member in self._members if member.asked is not None}:
            for connection in wait(list(busy)):
                member = busy[connection]
                answer = self._receive(member)
                self._send(member, next(waiting, None))
                yield answer

    def _send(self, member: _Member, question: object) -> None:
        member.asked = question
        if question is None:
            return
        try:
            member.connection.send(question)
        except OSError:
            raise WorkerError(_gone(member)) from None

    def _receive(self, member: _Member) -> Any:
        try:
            kind, answer = member.connection.recv()
        except (EOFError, OSError):
            raise WorkerError(_gone(member)) from None
        if kind == "refused":
            raise RefusedSubject(answer)
        if kind == "failed":
            raise WorkerError(answer)
        member.asked = None
        return answer

    def _end(self, *, at_once: bool) -> None:
        """Ends the workers; a Ctrl-C waits until they have cleaned up."""
        before = _hold_signals()
        try:
            for member in self._members:
                member.connection.close()
                if at_once:
                    member.process.terminate()
            for member in self._members:
                member.process.join(5)
                if member.process.is_alive():
                    member.process.terminate()
                    member.process.join(5)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _hold_signals() -> set[signal.Signals]:
    """Makes a Ctrl-C wait, also for the processes that are started meanwhile; what was held before."""
    held: set[signal.Signals] = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # type: ignore[assignment]
    return held


def _gone(member: _Member) -> str:
    """Of a worker that has ended by itself: how, and what it was asked."""
    member.process.join(5)
    code = member.process.exitcode
    if code is None:
        how = "does not answer any more"
    elif code < 0:
        how = f"was ended by {signal.Signals(-code).name}"
    else:
        how = f"has ended with {code}"
    return f"worker {member.number} {how} when it was asked {_in_words(member.asked)}; a subject may have done that"


def _in_words(asked: object) -> str:
    match asked:
        case Batch(source=source, way=way, indexes=indexes):
            return f"to judge the {source} cases {indexes.start} to {indexes.stop - 1} ({way})"
        case Smoke():
            return "for its version"
        case Shrink(judged=judged):
            return f"to make case {judged.case.id} smaller"
    return str(asked)
