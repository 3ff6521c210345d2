"""The far end of a cluster: a team on another machine, which judges what it is sent until the other side has gone.

It is begun through a channel of `execnet`, in the main thread; what comes through the channel is put into a queue by a
thread of its own. When the channel ends, whatever the team is doing is ended too.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Any, Protocol

from tsr_oracle.fuzz.messages import cases_from_json, judged_from_json, judged_to_json, message, read, setting_from_json
from tsr_oracle.fuzz.players import Local, Smaller
from tsr_oracle.fuzz.version import version
from tsr_oracle.team import RefusedSubject, WorkerError
from tsr_spec.case import Case
from tsr_spec.read_json import case_from_json


class Channel(Protocol):
    """What is asked of a channel."""

    def send(self, item: str) -> None:
        """Send a text."""

    def setcallback(self, callback: Any, endmarker: Any) -> None:
        """Call this with each text, and with the end marker at last."""


class _Gone(BaseException):
    """The other side has gone."""


def serve(channel: Channel) -> None:
    """Answers until the other side has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the other side, which ends this one then
    signal.signal(signal.SIGTERM, _leave)
    came: SimpleQueue[str] = SimpleQueue()
    channel.setcallback(_receiver(came), endmarker=None)
    try:
        _work(channel, came)
    except _Gone:
        pass
    except (RefusedSubject, WorkerError) as error:
        channel.send(message("refused" if isinstance(error, RefusedSubject) else "failed", str(error)))
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _receiver(came: SimpleQueue[str]) -> Any:
    """What is called with each text, and with None when the channel has ended."""

    def receive(text: str | None) -> None:
        if text is None:
            os.kill(os.getpid(), signal.SIGTERM)
        else:
            came.put(text)

    return receive


def _leave(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise _Gone


def _work(channel: Channel, came: SimpleQueue[str]) -> None:
    _, (theirs, setting, way, jobs) = read(came.get())
    if theirs != version():
        channel.send(message("differs", version()))
        return
    with Local(setting_from_json(setting), way, jobs) as local:
        channel.send(message("ready", local.version, local.confined, local.jobs))
        at_hand = _AtHand(local, came)
        while True:
            at_hand.wait()
            for answer in local.play(at_hand):
                if isinstance(answer, Smaller):
                    small = judged_to_json(answer.small, whole=True)
                    channel.send(message("smaller", answer.judged.case.title, small))
                else:
                    channel.send(message("judged", judged_to_json(answer, whole=False)))


class _AtHand:
    """The cases that have come and were not played yet. What is to be made smaller is handed on."""

    def __init__(self, local: Local, came: SimpleQueue[str]) -> None:
        self._local, self._came = local, came
        self._cases: deque[Case] = deque()

    def __iter__(self) -> Iterator[Case]:
        return self

    def __next__(self) -> Case:
        while not self._cases:
            try:
                self._take(self._came.get_nowait())
            except Empty:
                raise StopIteration from None
        return self._cases.popleft()

    def wait(self) -> None:
        """Wait until there is something to do."""
        self._take(self._came.get())

    def _take(self, text: str) -> None:
        kind, values = read(text)
        if kind == "cases":
            self._cases.extend(cases_from_json(values[0]))
        elif kind == "shrink":
            self._local.make_smaller(judged_from_json(values[0], case_from_json(values[0]["case"])))
