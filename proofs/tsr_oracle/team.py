"""The workers of a check: started, asked, and ended, whatever becomes of them."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, TypeAlias

from tsr_oracle.worker import Batch, Setting, Shrink, Smoke, Way, serve

Serve: TypeAlias = Callable[[Connection, Setting, int], None]
"""What a worker does: it answers over the connection, with the setting, as the worker of that number."""


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

    Raises WorkerError where one can't start. `confined` says how they are confined. Beside those `jobs` there are
    `patient` ones, which are asked only what takes time without taking a processor.
    """

    def __init__(self, setting: Setting, jobs: int, patient: int = 0, serve: Serve = serve) -> None:
        self.setting = setting
        self._serve = serve
        self.jobs = jobs
        self.patient = patient
        self.confined = ""
        self._members: list[_Member] = []

    def __enter__(self) -> Team:
        context = multiprocessing.get_context("spawn")
        resource_tracker.ensure_running()  # it unblocks signals when it is started, so it is started first
        before = _hold_signals()
        try:
            for number in range(self.jobs + self.patient):
                ours, theirs = context.Pipe()
                process = context.Process(target=self._serve, args=(theirs, self.setting, number), daemon=True)
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

    def turn_to(self, setting: Setting) -> None:
        """Have every worker judge another subject from now on. Raises WorkerError."""
        for member in self._members:
            self._send(member, setting)
        for member in self._members:
            self._receive(member)
        self.setting = setting

    def ask(self, questions: Iterable[object], patient: deque[Batch] | None = None) -> Iterator[Any]:
        """The answers as they come; each worker gets the next question when it has answered the last.

        The `patient` questions go to the patient workers, and to the others once these have no more of their own; what
        is added to them meanwhile is asked too. Raises RefusedSubject, WorkerError.
        """
        waiting, slow = iter(questions), patient if patient is not None else deque()

        def go_on(member: _Member) -> None:
            own = next(waiting, None) if member.number < self.jobs else None
            self._send(member, own or (slow.popleft() if slow else None))

        while True:
            for member in self._members:
                if member.asked is None:
                    go_on(member)
            busy = {member.connection: member for member in self._members if member.asked is not None}
            if not busy:
                return
            for connection in wait(list(busy)):
                answer = self._receive(busy[connection])
                go_on(busy[connection])
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
        case Setting():
            return "to judge another subject"
    return str(asked)
