"""The implementation under test: any command, or the bundled runner hosted in a warm process. Both are sealed alike.

A subject gets: a session of its own, the case's directory and umask, an environment of HOME, PATH and what the case
says, descriptors 0, 1, 2 and no other, every signal at its default but for what the case has ignored, the session's
terminal where the case asks for one, a time limit. Whatever it leaves behind is found and ended.

Hosted and command differ in what the interpreter does before the runner: a hosted runner has not seen variables that
speak to Python or the locale (`PYTHON…`, `LC_…`), nor has the interpreter added one.
"""

from __future__ import annotations

import errno
import fcntl
import os
import select
import shutil
import signal
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from tsr_oracle import subject_host, survivors
from tsr_oracle.driving import drive, take_terminal
from tsr_oracle.launching import launch
from tsr_oracle.programs import is_driven
from tsr_oracle.recorder import Line
from tsr_oracle.scratch import Area, World
from tsr_spec.case import Given, process_environment

if TYPE_CHECKING:
    from tsr_oracle.driving import Meanwhile
    from tsr_oracle.survivors import Left

LIMIT = 10.0
"""Seconds that a subject has for one case."""

_EVERY_SIGNAL = signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}


class SubjectError(RuntimeError):
    """The subject can't be run at all: says why. Not a verdict about it."""


class HostEnded(SubjectError):
    """The subject has ended, or stopped, the process that it was forked from: says how that was noticed."""


@dataclass(frozen=True, slots=True)
class Survivor:
    """A process that was still alive after the subject had ended: its number and its command line.

    `name` is that of the program that has said that the process is its own, "" where none has.
    """

    pid: int
    command: tuple[str, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a subject ended: its exit code or the signal, unless the time limit came first. Seconds, wall clock.

    `said` is what was heard of the programs meanwhile, and what was sent to the subject, where the case is driven.
    """

    exit: int | None
    signal: int | None
    timed_out: bool
    survivors: tuple[Survivor, ...]
    duration: float
    said: tuple[Line, ...] = ()


class Subject(Protocol):
    """Something that can be run on a case."""

    def run(self, given: Given, world: World, area: Area, limit: float = LIMIT) -> Ended:
        """Run it in the world that was made for the case. Raises SubjectError where it can't be started."""

    def close(self) -> None:
        """End what was kept running."""


@dataclass(frozen=True, slots=True)
class _Start:
    """What both kinds of subject are started with, real places in it."""

    argv: list[bytes]
    env: dict[bytes, bytes]
    cwd: bytes
    umask: int
    has_stdin: bool
    ignored: list[int]


def _start(given: Given, world: World, area: Area) -> _Start:
    """The start that the case asks for, once descriptors 0, 1, 2 are ready for it."""
    for output in (area.stdout, area.stderr):
        os.ftruncate(output, 0)
        fcntl.fcntl(output, fcntl.F_SETFL, os.O_APPEND)  # the last one that had it may have changed that
    if given.stdin:
        os.ftruncate(area.stdin, 0)
        os.pwrite(area.stdin, world.real(given.stdin), 0)
        os.lseek(area.stdin, 0, os.SEEK_SET)
    env = {world.real(name): world.real(value) for name, value in process_environment(given).items()}
    return _Start(
        [world.real(word) for word in given.argv],
        env,
        world.place(given.cwd),
        given.umask,
        bool(given.stdin),
        [int(signal.Signals[f"SIG{name}"]) for name in given.ignored],
    )


def _meanwhile(given: Given, world: World) -> Meanwhile | None:
    """What `drive` is to do while the subject runs, None where there is nothing."""
    driven = is_driven(given)
    if not driven and not given.terminal:
        return None
    signals = [(mark.encode("utf-8", "surrogateescape"), what) for mark, what in given.signals]
    return world.records if driven else b"", signals, world.real(given.stdin) if given.terminal else None


def _ended(status: int | None, left: Left, said: Iterable[Line], since: float) -> Ended:
    code = None if status is None else os.waitstatus_to_exitcode(status)
    return Ended(
        exit=code if code is not None and code >= 0 else None,
        signal=-code if code is not None and code < 0 else None,
        timed_out=status is None,
        survivors=tuple(Survivor(pid, command) for pid, command in left),
        duration=time.perf_counter() - since,
        said=tuple(said),
    )


# --- any command ---------------------------------------------------------------------------------------------------


class Command:
    """A subject that is a command line: the case's arguments are put behind its words.

    The program is looked up once, with the PATH and the directory of this moment, and so is each word that is the
    path of a file there (`node dist/cli.js`). A script that asks `env` for its interpreter won't find it under the
    case's PATH: name the interpreter in the command line then. If this process is itself killed while a case runs,
    the command goes on without its time limit.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._words = [os.fsencode(_program(words[0] if words else "")), *map(_word, words[1:])]
        survivors.become_subreaper()
        for name in os.listdir("/proc/self/fd"):  # what this process was itself handed is not for the subject
            _close_on_exec(int(name))

    def run(self, given: Given, world: World, area: Area, limit: float = LIMIT) -> Ended:
        """Run the command. Raises SubjectError where it can't be started."""
        start = _start(given, world, area)
        known = survivors.children()
        since = time.perf_counter()
        meanwhile = _meanwhile(given, world)
        if meanwhile is not None:
            driven = drive(lambda terminal: self._spawn(start, area, terminal), meanwhile, limit, known)
            return _ended(*driven, since)
        status = None
        try:
            status = survivors.wait(self._spawn(start, area), limit)
        finally:
            left = survivors.end_all(known, patience=survivors.patience(status))
        return _ended(status, left, (), since)

    def close(self) -> None:
        """Nothing is kept running."""

    def _spawn(self, start: _Start, area: Area, terminal: int = -1) -> int:
        here = os.open(".", os.O_PATH | os.O_DIRECTORY)
        umask = os.umask(start.umask)
        try:
            os.chdir(start.cwd)
            return _spawn(self._words + start.argv, start.env, _stdio(area, start.has_stdin), start.ignored, terminal)
        except OSError as error:
            hint = " (perhaps the interpreter that its first line names)" if error.errno == errno.ENOENT else ""
            raise SubjectError(f"{os.fsdecode(self._words[0])} can't be started: {error.strerror}{hint}") from None
        finally:
            os.fchdir(here)
            os.umask(umask)
            os.close(here)


def _program(name: str) -> str:
    """The absolute path of the program. Raises SubjectError, with what is wrong and what may be meant."""
    program = shutil.which(name)
    if program is not None:
        return os.path.abspath(program)
    if os.path.isdir(name):
        raise SubjectError(f"no program to run: {name!r} is a directory")
    if os.path.exists(name) and "/" in name:
        raise SubjectError(f"no program to run: {name!r} is not executable; make it so, or put its interpreter first")
    raise SubjectError(f"no program to run: {name!r} was not found")


def _word(word: str) -> bytes:
    """A further word: in full where it is the path of a file that is there, since a case starts elsewhere."""
    return os.fsencode(os.path.abspath(word) if os.path.isfile(word) else word)


def _spawn(
    words: list[bytes],
    env: dict[bytes, bytes],
    stdio: tuple[int, ...],
    ignored: Collection[int] = (),
    terminal: int = -1,
) -> int:
    """Start a program, and say its number: in its own session, with these descriptors, every signal at its default.

    But for those that are `ignored`. A `terminal` takes the place of descriptor 0 and is the session's.
    """
    actions: list[Any] = [(os.POSIX_SPAWN_DUP2, handle, number) for number, handle in enumerate(stdio)]
    if terminal >= 0:  # the first terminal that the leader of a session opens becomes the session's
        actions[0] = (os.POSIX_SPAWN_OPEN, 0, os.ttyname(terminal), os.O_RDWR, 0)
    default = _EVERY_SIGNAL - set(ignored)
    try:
        with _ignoring(ignored):
            return launch(words, env, file_actions=actions, setsid=True, setsigmask=(), setsigdef=default)
    except NotImplementedError:  # a Python that was built on a system without POSIX_SPAWN_SETSID
        return _fork(words, env, stdio, ignored, terminal)


@contextmanager
def _ignoring(numbers: Collection[int]) -> Iterator[None]:
    """What is started meanwhile has these signals ignored. One that comes meanwhile is held."""
    held = signal.pthread_sigmask(signal.SIG_BLOCK, numbers) if numbers else set()
    before = [(number, signal.signal(number, signal.SIG_IGN)) for number in numbers]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)
        if numbers:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)


def _fork(
    words: list[bytes], env: dict[bytes, bytes], stdio: tuple[int, ...], ignored: Collection[int], terminal: int
) -> int:
    pid = os.fork()
    if pid:
        return pid
    try:
        os.setsid()
        for each in _EVERY_SIGNAL:
            signal.signal(each, signal.SIG_IGN if each in ignored else signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        for number, handle in enumerate(stdio):
            os.dup2(handle, number)
        if terminal >= 0:
            take_terminal(terminal)
        os.execve(words[0], words, env)
    finally:
        os._exit(127)


def _close_on_exec(handle: int) -> None:
    try:
        if handle > 2:
            os.set_inheritable(handle, False)
    except OSError:
        pass  # it was the listing's own


def _stdio(area: Area, has_stdin: bool) -> tuple[int, int, int]:
    return (area.stdin if has_stdin else area.null, area.stdout, area.stderr)


# --- the bundled runner, in a warm process -------------------------------------------------------------------------


class Hosted:
    """The bundled runner, forked for each case from a process that has it imported: the subject host.

    `fault` names a module of `tsr_oracle.faults` that is applied to the runner first; `runner` the module whose
    `main` it is. The host is started with the first case, under whatever confinement the worker is by then.
    """

    def __init__(self, fault: str | None = None, runner: str = "tsr_impl.cli") -> None:
        self._words = [runner, *([fault] if fault else [])]
        self._host: _Host | None = None
        survivors.become_subreaper()

    def run(self, given: Given, world: World, area: Area, limit: float = LIMIT) -> Ended:
        """Run the runner. Raises SubjectError where it can't be imported, HostEnded where it has ended its own host."""
        if self._host is None or self._host.area is not area:
            self.close()
            self._host = _Host(self._words, area)
        start = _start(given, world, area)
        since = time.perf_counter()
        try:
            answer = self._host.ask((astuple(start), _meanwhile(given, world), limit), limit)
        except BaseException:
            self.close()
            raise
        return _ended(*answer, since)

    def processor(self) -> float:
        """Seconds of the processor that the host and what it has run have taken so far."""
        return self._host.processor() if self._host is not None else 0.0

    def close(self) -> None:
        """End the host and whatever it may have been running."""
        if self._host is not None:
            self._host.end()
            self._host = None

    def __enter__(self) -> Hosted:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


_BOOT = "import sys; sys.path[:] = sys.argv.pop(1).split(':'); from tsr_oracle.subject_host import main; main(sys.argv)"


class _Host:
    """The host's process and the two pipes to it."""

    _living: ClassVar[set[int]] = set()

    def __init__(self, words: list[str], area: Area) -> None:
        self.area = area
        self._others = survivors.children()
        os.ftruncate(area.stderr, 0)  # what it says there until it is ready is why it isn't
        theirs_in, self._requests = os.pipe()
        self._replies, theirs_out = os.pipe()
        # First out of the way, so that none is overwritten before it is copied to its place.
        wished = (area.null, area.null, area.stderr, theirs_in, theirs_out, area.stdin, area.stdout)
        stdio = tuple(fcntl.fcntl(handle, fcntl.F_DUPFD_CLOEXEC, 64) for handle in wished)
        command = [sys.executable, "-I", "-S", "-c", _BOOT, ":".join(sys.path), *words]
        try:
            self._pid = _spawn([os.fsencode(word) for word in command], {}, stdio)
        finally:
            for handle in (*stdio, theirs_in, theirs_out):
                os.close(handle)
        self._living.add(self._pid)
        try:
            self._require(self._answer(30.0) is not None, SubjectError)
        except BaseException:
            self.end()
            raise

    def ask(self, request: tuple[Any, ...], limit: float) -> tuple[int | None, Left, list[Line]]:
        """The runner's wait status (None: it ran out of time), who was left, and what was said. Raises HostEnded."""
        try:
            subject_host.send(self._requests, request)
        except BrokenPipeError:
            raise HostEnded("the process that the subject is forked from has ended") from None
        answer = self._answer(limit + 10.0)
        self._require(answer is not None, HostEnded)
        status, left, said = answer
        return status, left, said

    def _answer(self, limit: float) -> Any:
        """Its next message, or None where none comes: it has ended, or the time is over."""
        poller = select.poll()
        poller.register(self._replies, select.POLLIN)
        return subject_host.receive(self._replies) if poller.poll(limit * 1000) else None

    def _require(self, answered: bool, kind: type[SubjectError]) -> None:
        if not answered:
            said = os.pread(self.area.stderr, 4000, 0).decode(errors="replace").strip().splitlines()
            raise kind(f"the subject host gave no answer; it said: {said[-1] if said else 'nothing'}")

    def processor(self) -> float:
        """Seconds of the processor for it and for what it has waited for, in steps of the system's clock."""
        with open(f"/proc/{self._pid}/stat", "rb") as file:
            after_name = file.read().rpartition(b")")[2].split()
        return sum(map(int, after_name[11:15])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        """Kill the host and what it was running, whose parent is this process then."""
        os.close(self._requests)
        os.close(self._replies)
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        self._living.discard(self._pid)
        survivors.end_all(self._others | self._living)
