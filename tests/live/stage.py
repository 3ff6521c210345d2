"""A stage: a workspace, a runner on it with or without a terminal, and actors that do what the test says.

The test is the only source of time. Everything here waits for an event (a connection, a report, a death, an end), and
one generous limit, `HANG`, says when something that is waited for will not come. A stage is used by one thread.
"""

from __future__ import annotations

import fcntl
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from actors import Actor, Gone
from processes import Process, descendants, pending, process

HANG = float(os.environ.get("TSR_LIVE_HANG", "90"))
"""Seconds after which something that is waited for is said not to come."""

GRACE = 2.0
"""TREE-2."""

HERE = Path(__file__).resolve().parent
LIBRARIES = HERE.parents[1] / "impl"


_SHOWN = {b"\x03": b"^C", b"\x1c": b"^\\", b"\x1a": b"^Z"}
"""How a terminal shows the keys for which it sends a signal."""


class Hang(AssertionError):
    """What was waited for did not come."""


@dataclass(frozen=True)
class Row:
    """A row of the table after a failure (OUT-3)."""

    mark: str
    label: str
    result: str
    timed: bool


class Stage:
    """One workspace and one run of the runner on it."""

    def __init__(self) -> None:
        self.base = Path(tempfile.mkdtemp(prefix="live-")).resolve()
        self.root = self.base / "ws"
        self.root.mkdir(mode=0o755)
        self.root.chmod(0o755)
        (self.base / "home").mkdir(mode=0o755)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listener.bind(str(self.base / "s"))
        self._listener.listen(64)
        self._listener.setblocking(False)
        self._program("actor")
        self._sources: dict[int, Callable[[], None]] = {self._listener.fileno(): self._connected}
        self._supervisor: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._owned: list[int] = []
        self._start = time.monotonic()
        self._story: list[str] = []
        self.actors: list[Actor] = []
        self._taken: set[int] = set()
        self.graces: list[float] = []
        """How long each grace was, as it was seen."""
        self.counts: dict[str, int] = {}
        """What else was played here, for the summary."""
        self.terminal = -1
        self.stdin = -1
        self.stdout = -1
        self.stderr = -1
        self.shell = self.runner = 0
        self._runner_handle = -1
        self._status: int | None = None
        self.ended: float | None = None
        self.stops_seen = 0
        self.confined: int | None = None
        self.orphans: dict[int, int] = {}
        self._printed = {"out": bytearray(), "err": bytearray(), "terminal": bytearray()}

    def __enter__(self) -> Stage:
        return self

    def __exit__(self, *_: object) -> None:
        self.strike()

    # What is on it.

    def _program(self, name: str) -> None:
        """A program of that name that is an actor; its one argument is its name on the stage."""
        bin = self.base / "bin"
        bin.mkdir(exist_ok=True)
        bin.chmod(0o755)
        text = (HERE / "actor_program.py").read_text("utf-8")
        (bin / name).write_text(f"#!{sys.executable} -IS\n{text}")
        (bin / name).chmod(0o755)

    def tasks(self, text: str) -> None:
        """The config. A program `actor NAME` is an actor; whatever is called `actor` here gets the stage's socket."""
        text = re.sub(r"\bactor (\w+)", rf"actor {self.base}/s \1", text)
        config = self.root / "tasks.toml"
        config.write_text(text, "utf-8")
        config.chmod(0o644)

    def run(self, command: str, **more: str) -> None:
        """A config of one task `t`."""
        self.tasks(
            "[tasks.t]\n" + f"run = '{command}'\n" + "".join(f"{key} = {value}\n" for key, value in more.items())
        )

    # The run.

    def start(
        self,
        *words: str,
        stdin: str = "null",
        stdout: str = "pipe",
        stderr: str = "pipe",
        foreground: bool = True,
        terminal: bool | None = None,
        ignored: str = "",
        blocked: str = "",
        reaps: bool = True,
        extra: int = -1,
    ) -> None:
        """Start `tsr WORDS`; its standard input is null, a pipe, the terminal, or closed.

        `terminal`: whether its session has one; by default where standard input is it. `stdout`: `pipe`, or `full` if
        nobody reads it. `stderr`: `pipe` or `terminal`. `foreground`: whether it is the terminal's job just now.
        `reaps`: whether orphans are reaped at once, as by most systems' first process. `extra`: a descriptor that it
        inherits beyond the first three.
        """
        own, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        slave = self._open_terminal() if stdin == "terminal" or terminal else -1
        given = {
            "ignored": ignored,
            "blocked": blocked,
            "reaps": "yes" if reaps else "",
            "foreground": "yes" if foreground else "",
            "control": theirs.fileno(),
            "terminal": slave,
            "root": self.base,
            "libraries": LIBRARIES,
            "closed": " ".join(str(number) for number in (theirs.fileno(), slave, 0 if stdin == "closed" else -1)),
        }
        settings = [f"{name}={value}" for name, value in given.items()]
        standard = (
            self._input(stdin, slave),
            self._pipe("out", read=stdout == "pipe"),
            slave if stderr == "terminal" else self._pipe("err", read=True),
        )
        self._start = time.monotonic()
        self.note("test", f"starts tsr {' '.join(words)} ({stdin})")
        self._supervisor = subprocess.Popen(
            [sys.executable, "-IS", HERE / "supervisor.py", *settings, "--", sys.executable, "-m", "tsr_impl", *words],
            cwd=self.root,
            env=self.environment(),
            stdin=standard[0],
            stdout=standard[1],
            stderr=standard[2],
            pass_fds=[descriptor for descriptor in (theirs.fileno(), slave, extra) if descriptor >= 0],
        )
        for descriptor in {*standard, slave} - {-1}:
            os.close(descriptor)
        theirs.close()
        own.setblocking(False)
        self._control = own
        self._sources[own.fileno()] = self._controlled
        self.wait(lambda: self.confined is not None or self._status is not None, "the runner to be started")

    def _open_terminal(self) -> int:
        """A terminal: the end that the runner has."""
        self.terminal, slave = os.openpty()
        self._owned.append(self.terminal)
        self._reads(self.terminal, "terminal")
        return slave

    def _input(self, stdin: str, slave: int) -> int:
        """What is to be its standard input; what is closed then is open so far."""
        if stdin == "pipe":
            reading, self.stdin = os.pipe()
            self._owned.append(self.stdin)
            return reading
        return slave if stdin == "terminal" else os.open(os.devnull, os.O_RDONLY)

    def environment(self) -> dict[str, str]:
        path = f"{self.base}/bin:{os.environ.get('PATH', '/usr/bin:/bin')}"
        return {
            "PATH": path,
            "HOME": str(self.base / "home"),
            "PYTHONPATH": str(LIBRARIES),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONWARNINGS": "error",
        }

    def _pipe(self, name: str, *, read: bool) -> int:
        """A pipe that the runner writes to: its end of it. `read`: what comes is read as it comes."""
        reading, writing = os.pipe()
        self._owned.append(reading)
        if name == "out":
            self.stdout = reading
        else:
            self.stderr = reading
        if read:
            self._reads(reading, name)
        return writing

    def _reads(self, descriptor: int, name: str) -> None:
        os.set_blocking(descriptor, False)

        def reads() -> None:
            try:
                text = os.read(descriptor, 65536)
            except BlockingIOError:
                return
            except OSError:  # a terminal that nobody has open
                text = b""
            if text:
                self._printed[name] += text
                self.note(name, repr(text)[1:])
            else:
                self._sources.pop(descriptor, None)

        self._sources[descriptor] = reads

    # What is sent.

    def signal(self, name: str) -> float:
        """Send the runner a signal, and say when, before it."""
        self.look()
        self.note("test → runner", f"SIG{name}")
        now = time.monotonic()
        try:
            signal.pidfd_send_signal(self._runner_handle, getattr(signal, f"SIG{name}"))
        except OSError:
            raise Gone(f"the runner has ended, and can't be sent SIG{name}\n{self.story()}") from None
        return now

    def types(self, keys: bytes) -> float:
        """Type at the terminal, and say when, before it.

        A key that makes the terminal send a signal has done so when it is shown, which may be a moment later.
        """
        self.note("test → terminal", repr(keys)[1:])
        shown, printed = _SHOWN.get(keys, b""), self._printed["terminal"]
        before, now = printed.count(shown), time.monotonic()
        os.write(self.terminal, keys)
        if shown and self.echoes():
            self.wait(lambda: printed.count(shown) > before, f"the terminal to show {shown!r}")
        return now

    def end_of_input(self) -> None:
        """Close the pipe that is its standard input."""
        self.note("test", "closes standard input")
        self._owned.remove(self.stdin)
        os.close(self.stdin)

    def stops_reading_errors(self) -> None:
        """Close the pipe that is its standard error."""
        self.note("test", "closes standard error")
        self._sources.pop(self.stderr)
        self._owned.remove(self.stderr)
        os.close(self.stderr)

    def continues(self) -> None:
        """What a shell does at `fg`."""
        self.note("test → job", "SIGCONT")
        os.killpg(self.runner, signal.SIGCONT)

    def is_stopped(self) -> None:
        """Wait until the runner is stopped, as its parent sees it."""
        self.wait(lambda: self.stops_seen > 0 or self._status is not None, "the runner to be stopped")
        assert self._status is None, self.story()

    def hangs_up(self) -> float:
        """The terminal goes away."""
        self.note("test", "hangs up")
        now = time.monotonic()
        self._sources.pop(self.terminal, None)
        self._owned.remove(self.terminal)
        os.close(self.terminal)
        return now

    def has_taken(self, name: str) -> None:
        """Wait until a signal that was sent to the runner's process is no longer on its way, so that another counts."""
        number = getattr(signal, f"SIG{name}")
        self.wait(lambda: not pending(self.runner) >> number - 1 & 1, f"the runner to take SIG{name}", poll=True)

    # What comes.

    def wait(self, until: Callable[[], bool], what: str, *, poll: bool = False) -> None:
        """Take in events until something is so. `poll`: it may become so without an event that is seen here."""
        limit = time.monotonic() + HANG
        while not until():
            left = limit - time.monotonic()
            if left <= 0:
                raise Hang(f"waited {HANG:.0f} s for {what}\n{self.story()}")
            self._take_in(min(left, 0.003) if poll else left)

    def look(self) -> None:
        """Take in what has come, and don't wait."""
        while self._take_in(0):
            pass

    def _take_in(self, seconds: float) -> bool:
        poller = select.poll()
        for descriptor in self._sources:
            poller.register(descriptor, select.POLLIN)
        ready = poller.poll(seconds * 1000)
        for descriptor, _ in ready:
            if descriptor in self._sources:
                self._sources[descriptor]()
        return bool(ready)

    def _connected(self) -> None:
        try:
            connection = self._listener.accept()[0]
        except BlockingIOError:
            return
        connection.setblocking(False)
        self._sources[connection.fileno()] = lambda: self._introduced(connection)

    def _introduced(self, connection: socket.socket) -> None:
        """A new actor's first message."""
        try:
            words = connection.recv(4096).decode().split()
        except BlockingIOError:
            return
        except ConnectionResetError:
            words = []
        if words[:1] != ["up"]:  # it was killed before it could say its name
            self._sources.pop(connection.fileno())
            connection.close()
            return
        actor = Actor(self, connection, words[1])
        self.note(repr(actor), "is up")
        self.actors.append(actor)
        self._sources[connection.fileno()] = lambda: self._said(actor)

    def _said(self, actor: Actor) -> None:
        try:
            text = actor.connection.recv(4096).decode()
        except BlockingIOError:
            return
        except ConnectionResetError:
            text = ""
        if text:
            self.note(repr(actor), text)
            actor.said.append(text)
        else:
            actor.died = time.monotonic()
            self.note(repr(actor), "is dead")
            self._sources.pop(actor.connection.fileno())
            actor.connection.close()

    def _controlled(self) -> None:
        assert self._control is not None
        try:
            words = self._control.recv(4096).decode().split()
        except BlockingIOError:
            return
        if not words:
            self._sources.pop(self._control.fileno())
            return
        self.note("supervisor", " ".join(words))
        numbers = [int(word) for word in words[1:]]
        if words[0] == "runner":
            self.shell, self.runner = numbers
            try:
                self._runner_handle = os.pidfd_open(self.runner)
                self._owned.append(self._runner_handle)
            except ProcessLookupError:  # it has ended already
                pass
        elif words[0] == "confined":
            self.confined = numbers[0]
        elif words[0] == "reaped":
            self.orphans[numbers[0]] = numbers[1]
        elif os.WIFSTOPPED(numbers[0]):
            self.stops_seen += 1
        else:
            self._status = numbers[0]
            self.ended = time.monotonic()

    def actor(self, name: str) -> Actor:
        """The next actor of that name that is up, once it is."""

        def nexts() -> list[Actor]:
            return [actor for actor in self.actors if actor.name == name and id(actor) not in self._taken]

        self.wait(lambda: bool(nexts()) or self._status is not None, f"an actor {name!r}")
        self.look()
        assert nexts(), f"the runner has ended, and no actor {name!r} was up\n{self.story()}"
        found = nexts()[0]
        self._taken.add(id(found))
        return found

    def runs(self, name: str) -> bool:
        """Whether an actor of that name was up so far."""
        self.look()
        return any(actor.name == name for actor in self.actors)

    # How it ends.

    def exit(self) -> int:
        """The runner's exit code, once it has ended; 128 + n by a signal."""
        self.wait(lambda: self._status is not None, "the runner to end")
        self.look()
        assert self._status is not None
        assert "Traceback" not in self.err, self.story()
        assert "internal error" not in self.err, self.story()
        code = os.waitstatus_to_exitcode(self._status)
        return code if code >= 0 else 128 - code

    def since(self, moment: float) -> float:
        """How long after a moment the runner's end was seen."""
        assert self.ended is not None
        return self.ended - moment

    @property
    def running(self) -> bool:
        self.look()
        return self._status is None

    @property
    def out(self) -> str:
        self.look()
        return self._printed["out"].decode("utf-8", "surrogateescape")

    @property
    def err(self) -> str:
        self.look()
        return self._printed["err"].decode("utf-8", "surrogateescape")

    def says(self, text: str) -> None:
        """Wait until the runner has said that on standard error."""
        self.wait(lambda: text.encode() in self._printed["err"] or self._status is not None, f"it to say {text!r}")
        assert text in self.err, self.story()

    def survivors(self) -> list[str]:
        """The names of actors that still live, and `pid N` for what is no actor. Zombies don't live."""
        assert self._status is not None, "survivors are those that live when the runner has ended"
        strangers: list[Process] = []
        patience = time.monotonic() + 5

        def is_settled() -> bool:
            """A process that was sent SIGKILL is given time to die, and one that is just starting, to say so."""
            known = {actor.pid for actor in self.actors}
            strangers[:] = [each for each in self.family() if each.lives and each.pid not in known]
            return not strangers or time.monotonic() > patience

        self.look()
        self.wait(is_settled, "what is no actor to end", poll=True)
        names = [actor.name for actor in self.actors if actor.survives()]
        return sorted(names) + [f"pid {each.pid}" for each in strangers]

    def family(self) -> list[Process]:
        """All that has come of the runner, and the runner."""
        assert self._supervisor is not None
        above = self._supervisor.pid
        return [each for each in descendants(above) if each.pid != self.shell]

    def table(self) -> tuple[list[Row], int | None]:
        """The table at the end of standard error, its rows and its exit code; (…, None) where there is none."""
        lines = self.err.splitlines()
        if not lines or not (last := re.fullmatch(r"exit code: (\d+)", lines[-1])):
            return [], None
        rows: list[Row] = []
        for line in reversed(lines[:-1]):
            row = re.fullmatch(r"([✓✗⊘]) (\S+) +(ok|skipped|stopped|exit \d+)(?: +\d+\.\d s)?", line)
            if row is None:
                break
            rows.insert(0, Row(row[1], row[2], row[3], line.endswith(" s")))
        return rows, int(last[1])

    def echoes(self) -> bool:
        """Whether the terminal shows what is typed."""
        return bool(termios.tcgetattr(self.terminal)[3] & termios.ECHO)

    def hides_what_is_typed(self) -> None:
        """As somebody else's program would."""
        modes = termios.tcgetattr(self.terminal)
        modes[3] &= ~termios.ECHO
        termios.tcsetattr(self.terminal, termios.TCSANOW, modes)

    def grace(self, since: float, actor: Actor) -> float:
        """The grace that an actor had, at least that of TREE-2, and by that it died.

        `since` is a time before the SIGTERM, and the death is seen after the SIGKILL: what is measured is never
        shorter than what was given, whatever the load. A bound from above would depend on the load.
        """
        seconds = actor.dies() - since
        self.graces.append(seconds)
        assert seconds >= GRACE, f"{actor!r} had {seconds:.3f} s\n{self.story()}"
        return seconds

    # The story, and the end of it.

    def note(self, who: str, what: str) -> None:
        self._story.append(f"{time.monotonic() - self._start:8.3f}  {who:<16} {what}")

    def story(self) -> str:
        """What has happened, for whoever reads a failure."""
        lines = [
            *self._story,
            "",
            (self.root / "tasks.toml").read_text("utf-8"),
            self._printed["err"].decode("utf-8", "replace"),
        ]
        if self._supervisor is not None:
            lines += [str(each) for each in descendants(self._supervisor.pid)]
        return "\n".join(lines)

    @staticmethod
    def now() -> float:
        """The time by which SIGTERM's arrival and deaths are told."""
        return time.monotonic()

    @staticmethod
    def gone(actor: Actor) -> bool:
        """Whether an actor has been reaped."""
        return process(actor.pid) is None

    def unread(self) -> int:
        """How many bytes of its standard output wait to be read."""
        return int.from_bytes(fcntl.ioctl(self.stdout, termios.FIONREAD, bytes(4)), sys.byteorder)

    def strike(self) -> None:
        """End everything and take the stage down."""
        if self._control is not None:
            self._control.close()
        if self._supervisor is not None:
            self._supervisor.wait()
        for actor in self.actors:
            actor.connection.close()
        self._listener.close()
        for descriptor in self._owned:
            os.close(descriptor)
        shutil.rmtree(self.base)
