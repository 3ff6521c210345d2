"""Teams on several machines, each behind a gateway of `execnet`: one coordinator hands out cases and puts together
what comes back, so that findings and corpus are those of one machine."""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from queue import SimpleQueue
from types import TracebackType
from typing import TYPE_CHECKING, Any

from tsr_oracle.fuzz.messages import cases_to_json, judged_from_json, judged_to_json, message, read
from tsr_oracle.fuzz.players import MOST_WAITING, SIZE, HostError, Smaller
from tsr_oracle.fuzz.version import version
from tsr_oracle.programs import is_patient
from tsr_oracle.team import RefusedSubject, WorkerError
from tsr_oracle.worker import Judged, Setting, Way
from tsr_spec.case import Case, CaseError

if TYPE_CHECKING:
    import execnet

_PROGRAM = "from tsr_oracle.fuzz.far_end import serve\nserve(channel)\n"
_PATIENCE = 10.0
"""Seconds that a gateway has to end in."""


@dataclass(slots=True)
class _Host:
    """A gateway, its channel, how many workers it has, what it was asked and has not answered, how much it has done."""

    name: str
    gateway: execnet.Gateway
    channel: Any
    jobs: int = 0
    cases: dict[str, Case] = field(default_factory=dict)
    shrinking: dict[str, Judged] = field(default_factory=dict)
    slow: int = 0
    done: int = 0


class Cluster:
    """The players of these hosts, with so many workers on each, or one a processor."""

    def __init__(self, setting: Setting, way: Way, jobs: int | None, specifications: list[str]) -> None:
        self._setting, self._way, self._jobs, self._specifications = setting, way, jobs, specifications
        self._came: SimpleQueue[tuple[_Host, str | None]] = SimpleQueue()
        self._hosts: list[_Host] = []
        self._lost: list[_Host] = []
        self._again: deque[Case] = deque()
        self._slow: deque[Judged] = deque()
        self._began = 0.0
        self.version = self.confined = ""
        self._group = _execnet().Group()

    def __enter__(self) -> Cluster:
        try:
            for specification in self._specifications:
                self._hosts.append(self._begin(specification))
            for _ in self._hosts:
                self._greet()
        except BaseException:
            self._end()
            raise
        self._began = time.monotonic()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end()

    # --- begun and ended -----------------------------------------------------------------------------------------

    def _begin(self, specification: str) -> _Host:
        """A gateway, greeted. Raises HostError."""
        try:
            gateway = self._group.makegateway(specification)
            channel = gateway.remote_exec(_PROGRAM)
            host = _Host(f"{gateway.id} ({specification})", gateway, channel)
            channel.send(message("hello", version(), asdict(self._setting), self._way, self._jobs))
            channel.setcallback(lambda text: self._came.put((host, text)), endmarker=None)
        except Exception as error:  # it documents none of those that it raises
            why = str(error) or type(error).__name__
            raise HostError(f"--hosts {specification}: no gateway can be made: {why}") from None
        return host

    def _greet(self) -> None:
        """What one of them says to the greeting. Raises HostError, RefusedSubject, WorkerError."""
        host, text = self._came.get()
        kind, values = ("gone", [_why(host)]) if text is None else read(text)
        if kind == "ready":
            self.version, self.confined = values[:2]
            host.jobs = int(values[2])
        elif kind == "differs":
            raise HostError(
                f"{host.name}: another tsr-reference is installed there, {values[0]}, and here it is {version()}: "
                "they would make and judge other cases; install the same one"
            )
        elif kind == "refused":
            raise RefusedSubject(f"{host.name}: {values[0]}")
        elif kind == "failed":
            raise WorkerError(f"{host.name}: {values[0]}")
        else:
            raise HostError(f"{host.name}: no tsr-reference can be started there: {values[0]}")

    def _end(self) -> None:
        self._group.terminate(timeout=_PATIENCE)

    # --- asked ---------------------------------------------------------------------------------------------------

    def play(self, cases: Iterable[Case]) -> Iterator[Judged | Smaller]:
        """What came of each case, as it comes. Raises RefusedSubject, WorkerError where no host is left."""
        source = iter(cases)
        while True:
            for host in self._hosts:
                self._ask(host, source)
            if not any(host.cases or host.shrinking for host in self._hosts):
                return
            host, text = self._came.get()
            if text is None:
                self._lose(host)
            elif host in self._hosts:
                yield from self._heard(host, text)

    def make_smaller(self, judged: Judged) -> None:
        """Ask the next that has time."""
        self._slow.append(judged)

    def drop(self) -> None:
        """Nothing more is asked; what the hosts have been sent they do."""
        self._again.clear()
        self._slow.clear()

    def report(self) -> list[str]:
        """What each has done."""
        took = max(time.monotonic() - self._began, 0.001)
        lines = []
        for host in (*self._hosts, *self._lost):
            gone = "; it went away" if host in self._lost else ""
            lines.append(f"{host.name}: {host.done:,} cases, {host.done / took:,.0f}/s with {host.jobs} workers{gone}")
        return lines

    def _ask(self, host: _Host, source: Iterator[Case]) -> None:
        """Sees to it that each of its workers has something to do, and something to go on with."""
        if self._slow and len(host.shrinking) < host.jobs:
            judged = self._slow.popleft()
            host.shrinking[judged.case.title] = judged
            self._send(host, "shrink", judged_to_json(judged, whole=True))
        while len(host.cases) - min(host.slow, MOST_WAITING) < 2 * host.jobs * SIZE[self._way]:
            piece = self._piece(source)
            if not piece:
                return
            host.slow += sum(is_patient(case.given) for case in piece)
            host.cases.update((case.title, case) for case in piece)
            self._send(host, "cases", cases_to_json(piece))

    def _piece(self, source: Iterator[Case]) -> list[Case]:
        piece: list[Case] = []
        while len(piece) < SIZE[self._way]:
            case = self._again.popleft() if self._again else next(source, None)
            if case is None:
                break
            piece.append(case)
        return piece

    def _send(self, host: _Host, kind: str, value: Any) -> None:
        try:
            host.channel.send(message(kind, value))
        except OSError:
            pass  # it has gone, and is about to be heard of

    # --- heard ---------------------------------------------------------------------------------------------------

    def _heard(self, host: _Host, text: str) -> Iterator[Judged | Smaller]:
        try:
            kind, values = read(text)
            if kind == "judged":
                case = host.cases[values[0]["title"]]
                judged = judged_from_json(values[0], case)
                del host.cases[case.title]
                host.slow -= is_patient(case.given)
                host.done += 1
                yield judged
            elif kind == "smaller":
                before = host.shrinking.pop(values[0])
                yield Smaller(before, judged_from_json(values[1], before.case))
            elif kind in ("refused", "failed"):
                self._lose(host, values[0])
        except (CaseError, ValueError, KeyError, TypeError) as error:
            self._lose(host, f"it said what nobody understands: {type(error).__name__}: {error}")

    def _lose(self, host: _Host, why: str | None = None) -> None:
        """The others do what it was asked. Raises WorkerError where there are none."""
        if host not in self._hosts:
            return
        self._hosts.remove(host)
        self._lost.append(host)
        host.channel.close()
        told = f"{host.name} has gone: {why or _why(host)}"
        if not self._hosts:
            raise WorkerError(f"{told}; no host is left")
        asked = len(host.cases)
        print(f"tsr-oracle: {told}; the {asked} cases that it was asked go to the others", file=sys.stderr, flush=True)
        self._again.extend(host.cases.values())
        self._slow.extend(host.shrinking.values())
        host.cases, host.shrinking, host.slow = {}, {}, 0


def _why(host: _Host) -> str:
    """Why a channel has ended, in a line."""
    try:
        host.channel.waitclose(timeout=1)
    except Exception as error:
        return (str(error).strip().splitlines() or [type(error).__name__])[-1]
    return "it has ended"


def specifications(words: list[str]) -> list[str]:
    """The specifications of gateways that the words name; a file has one a line. Raises HostError."""
    _execnet()
    found: list[str] = []
    for word in words:
        if os.path.isfile(word):
            with open(word, encoding="utf-8") as file:
                lines = (line.partition("#")[0].strip() for line in file)
                found += [line for line in lines if line]
        else:
            found.append(word)
    if not found:
        raise HostError(f"--hosts {' '.join(words)}: names no host")
    return found


def _execnet() -> Any:
    try:
        import execnet
    except ImportError:
        raise HostError(
            "--hosts needs execnet, which is not installed: pip install 'tsr-reference[cluster]' brings it"
        ) from None
    return execnet
