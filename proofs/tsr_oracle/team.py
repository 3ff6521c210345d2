"""The workers of a check: started, asked, replaced where a subject has ended one, and ended, whatever becomes of them.

A subject may end or silence the worker that runs it. Then another takes its place, the case that did it gets its
verdict without being run again, and the others of its batch are asked once more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from multiprocessing.connection import wait
from typing import Any

from tsr_oracle.member import START, Lost, Member, Serve, holding_signals
from tsr_oracle.worker import Batch, Blame, Setting, Shrink, Smoke, Way, serve

MOST_LOST = 20
"""How many workers a subject may take along before it is given up."""

_LOOK = 1.0


class RefusedSubject(RuntimeError):
    """The subject is no `tsr`, or can't be run: says why, in a sentence."""


class WorkerError(RuntimeError):
    """A worker can't work, or too many have ended by themselves: says what happened and what they were doing."""


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
        self._lost = 0
        self._members: list[Member] = []
        self._again: deque[object] = deque()

    def __enter__(self) -> Team:
        try:
            with holding_signals():
                for number in range(self.jobs + self.patient):
                    self._members.append(Member(number, self._serve, self.setting))
            for member in self._members:
                self._receive_or_fail(member)
        except BaseException:
            self._end(at_once=True)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._end(at_once=kind is not None)

    def smoke(self, way: Way) -> str:
        """The version of the subject, if it is fit to be judged this way. Raises RefusedSubject, WorkerError."""
        member = self._members[0]
        try:
            member.send(Smoke(way))
            version: str = self._receive(member)
        except Lost as lost:
            raise RefusedSubject(f"the process that runs it {lost} when it was asked for its version") from None
        return version

    def turn_to(self, setting: Setting) -> None:
        """Have every worker judge another subject from now on. Raises WorkerError."""
        self.setting = setting
        for member in self._members:
            try:
                member.send(setting)
            except Lost:
                member.start(setting)
        for member in self._members:
            self._receive_or_fail(member)

    def ask(self, questions: Iterable[object], patient: deque[Batch] | None = None) -> Iterator[Any]:
        """The answers as they come; each worker gets the next question when it has answered the last.

        The `patient` questions go to the patient workers, and to the others once these have no more of their own; what
        is added to them meanwhile is asked too. A batch with a case that ends its worker is answered in pieces. Raises
        RefusedSubject, WorkerError.
        """
        waiting, slow = iter(questions), patient if patient is not None else deque()

        def following(member: Member) -> object:
            if self._again:
                return self._again.popleft()
            own = next(waiting, None) if member.number < self.jobs else None
            return own or (slow.popleft() if slow else None)

        while True:
            for member in self._members:
                if member.asked is None:
                    self._send(member, following(member))
            busy = {member.connection: member for member in self._members if member.asked is not None}
            if not busy and not self._again:
                return
            ready = wait(list(busy), _LOOK)
            for connection, member in busy.items():
                try:
                    if connection not in ready:
                        member.check()
                        continue
                    started, answer = member.asked == START, self._receive(member)
                    if started:
                        continue
                except Lost as lost:
                    answers = self._replace(member, lost)
                else:
                    self._send(member, following(member))
                    answers = (answer,)
                yield from answers

    def _send(self, member: Member, question: object) -> None:
        try:
            member.send(question)
        except Lost:  # before it was asked, so the question is for another
            self._again.append(question)
            self._count(f"worker {member.number} has ended while it had nothing to do")
            member.start(self.setting)

    def _receive(self, member: Member) -> Any:
        """Its answer. Raises Lost, RefusedSubject, WorkerError."""
        kind, answer = member.receive()
        if kind == "refused":
            raise RefusedSubject(answer)
        if kind == "failed":
            raise WorkerError(answer)
        if kind == "confined":
            self.confined = answer
        return answer

    def _receive_or_fail(self, member: Member) -> None:
        """Raises WorkerError where it is lost too."""
        asked = member.asked
        try:
            self._receive(member)
        except Lost as lost:
            raise WorkerError(f"worker {member.number} {lost} when it was asked {_in_words(asked)}") from None

    # --- one is lost -------------------------------------------------------------------------------------------------

    def _replace(self, member: Member, lost: Lost) -> tuple[Any, ...]:
        """Put another in its place, and see to it that what it was asked is answered: the answers so far."""
        asked, at = member.asked, member.at
        told = f"worker {member.number} {lost} when it was asked {_in_words(asked)}"
        if isinstance(asked, Shrink):  # so it stays as it is; this happens at most once for each
            member.start(self.setting)
            return ((asked.judged, asked.judged),)
        if not isinstance(asked, Batch):
            raise WorkerError(told)
        self._count(told)
        self._again.extend([asked] if at is None else _without(asked, at, lost))
        member.start(self.setting)
        return ()

    def _count(self, told: str) -> None:
        """Count one that was lost. Raises WorkerError where it is one too many."""
        self._lost += 1
        if self._lost > MOST_LOST:
            raise WorkerError(f"{told}; this subject has ended {self._lost} of them, so it is given up")

    def _end(self, *, at_once: bool) -> None:
        """Ends the workers; a Ctrl-C waits until they have cleaned up."""
        with holding_signals():
            for member in self._members:
                member.dismiss(at_once=at_once)
            for member in self._members:
                member.end()


def _without(batch: Batch, at: int, lost: Lost) -> Iterator[object]:
    """The batch once more, without the case that its worker was lost at: that one gets its verdict."""
    why = f"the process that runs it {lost}"
    yield Blame(batch, at, "hang" if lost.silent else "crash", why)
    before, after = range(batch.indexes.start, at), range(at + 1, batch.indexes.stop)
    yield from (replace(batch, indexes=indexes) for indexes in (before, after) if indexes)


def _in_words(asked: object) -> str:
    match asked:
        case Batch(source=source, way=way, indexes=indexes):
            return f"to judge the {source} cases {indexes.start} to {indexes.stop - 1} ({way})"
        case Smoke():
            return "for its version"
        case Shrink(judged=judged):
            return f"to make case {judged.case.id} smaller"
        case Blame():
            return "what another was lost at"
        case Setting():
            return "to judge another subject"
    return str(asked)
