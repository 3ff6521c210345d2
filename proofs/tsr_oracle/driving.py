"""What happens while a subject runs: its programs are heard and answered, signals are sent, keys are typed.

The subject host uses this too and is forked for each case, so nothing large is imported here.
"""

from __future__ import annotations

import fcntl
import os
import select
import signal
import stat
import termios
import time
from collections.abc import Callable, Collection, Sequence

from tsr_oracle import survivors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from tsr_oracle.recorder import Line
    from tsr_oracle.survivors import Left

    Meanwhile: TypeAlias = tuple[bytes, list[tuple[bytes, str]], bytes | None]
    """Where the programs of the world speak, empty where none has anything to say; which mark is answered by which
    signal to the subject, or by which key; what stands ready at the terminal, None where there is none."""

TICK = 0.02
"""Seconds after which a program that waits may look whether a signal came just before it began to wait."""
CLEANING = 1.0
"""Seconds that a program needs which cleans up slowly."""
_LOOK = 0.001
_MANY = b"\n" * 1024


def drive(
    start: Callable[[int], int],
    meanwhile: Meanwhile,
    limit: float,
    known: Collection[int] = (),
) -> tuple[int | None, Left, list[Line]]:
    """Start a subject and see it through: its wait status (None: it ran out of time), who was left, what was said.

    `start` is given the terminal that is to be its standard input, -1 where it gets none, and returns its number.
    """
    records, signals, typed = meanwhile
    master, slave = (-1, -1) if typed is None else os.openpty()
    try:
        driver = Driver(records, signals, master)
        try:
            if typed:
                os.write(master, typed)
            status = None
            try:
                status = driver.wait(start(slave), limit)
            finally:
                left = survivors.end_all(known, driver.heard, survivors.patience(status))
            driver.listen()
            return status, left, driver.lines
        finally:
            driver.close()
    finally:
        for handle in (master, slave):
            if handle >= 0:
                os.close(handle)


def take_terminal(terminal: int) -> None:
    """Make it standard input, and the controlling terminal of the session that this process leads."""
    os.dup2(terminal, 0)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Driver:
    """Hears what programs say, and answers. `lines`: when, what, who by number and by name; signals sent as well."""

    def __init__(self, records: bytes, signals: Sequence[tuple[bytes, str]], master: int) -> None:
        self.lines: list[Line] = []
        self.heard: set[int] = set()
        self._since = time.monotonic()
        self._wanted = list(signals)
        self._marks: list[bytes] = []  # those that were not answered yet
        self._answered: bytes | None = None  # the last that was: it may have several answers in a row
        self._master = master
        self._rest = b""
        self._living: dict[int, int] = {}
        self._stopping: list[tuple[int, bytes]] = []
        self._cleaning: list[tuple[float, int]] = []
        self._ending: dict[int, bytes] = {}
        self._ended: list[tuple[float, bytes]] = []
        self._poller = select.poll()
        self._fifos = _fifos(records) if records else {}
        self._subject = 0
        self._said = self._fifos.get(b"said", -1)
        for handle in (self._said, master):
            if handle >= 0:
                os.set_blocking(handle, False)
                self._poller.register(handle, select.POLLIN)

    def close(self) -> None:
        """Let go of everything: whoever reads from here reads the end."""
        for handle in (*self._fifos.values(), *self._living.values()):
            os.close(handle)

    # --- the subject -----------------------------------------------------------------------------------------------

    def wait(self, pid: int, limit: float) -> int | None:
        """The wait status of the subject; None where `limit` seconds were not enough, and then it was killed."""
        self._subject, subject = pid, survivors.handle_of(pid)
        try:
            self._poller.register(subject, select.POLLIN)
            deadline = self._since + limit
            while (now := time.monotonic()) < deadline:
                ready = {handle for handle, _ in self._poller.poll(self._pause(deadline - now) * 1000)}
                self._hear(ready)
                if subject in ready:
                    return survivors.reap(pid)
                self._answer()
            survivors.kill(pid)
            return None
        finally:
            self._poller.unregister(subject)
            os.close(subject)

    def _pause(self, left: float) -> float:
        """How long nothing has to be done, if nothing happens."""
        pauses = [left]
        if self._stopping:
            pauses.append(_LOOK)
        if self.heard:
            pauses.append(TICK)
        return min(pauses)

    # --- what is heard ---------------------------------------------------------------------------------------------

    def _hear(self, ready: set[int]) -> None:
        if self._master in ready:
            self._drain()
        if self._said in ready:
            self.listen()
        for pid in [pid for pid, handle in self._living.items() if handle in ready]:
            self._bury(pid)

    def _drain(self) -> None:
        """Take what was written to the terminal, so that nobody waits until it is read."""
        try:
            while os.read(self._master, 65536):
                pass
        except BlockingIOError:
            pass
        except OSError:  # the session is over
            self._poller.unregister(self._master)
            self._master = -1

    def listen(self) -> None:
        """Take in all that was said until now."""
        if self._said < 0:
            return
        text = self._rest
        try:
            while piece := os.read(self._said, 65536):
                text += piece
        except BlockingIOError:
            pass
        *whole, self._rest = text.split(b"\0")
        for line in whole:
            what, _, more = line.partition(b" ")
            number, _, name = more.partition(b" ")
            if number.isdigit():
                self._take(what, int(number), name)

    def _take(self, what: bytes, pid: int, name: bytes) -> None:
        self._watch(pid)
        if what == b"stops":
            self._stopping.append((pid, name))
        elif what == b"cleans":
            self._cleaning.append((time.monotonic() + CLEANING, pid))
        else:
            self._note(what, pid, name)
        if what == b"up":
            self._write(b"up-" + name, _MANY)

    def _note(self, what: bytes, pid: int, name: bytes) -> None:
        self.lines.append((time.monotonic() - self._since, what, pid, name))
        if what == b"end" and pid in self._living:
            self._ending[pid] = name
        elif name:
            self._marks.append(name + b" " + what)

    # --- what is answered ------------------------------------------------------------------------------------------

    def _answer(self) -> None:
        """Whatever is due by now."""
        for pid, name in self._stopping[:]:
            if pid not in self._living or _is_stopped(pid):
                self._stopping.remove((pid, name))
                if pid in self._living:
                    self._note(b"up", pid, name)
                    self._write(b"up-" + name, _MANY)
        for due, pid in self._cleaning[:]:
            if due <= time.monotonic():
                self._cleaning.remove((due, pid))
                if pid in self._living:
                    self._write(b"second", b"\n")
        while self._ended and self._ended[0][0] <= time.monotonic():
            self._marks.append(self._ended.pop(0)[1] + b" end")
        if self.heard:
            self._write(b"tick", b"\n" * 2 * len(self._living))
        while self._wanted and (self._wanted[0][0] in self._marks or self._wanted[0][0] == self._answered):
            mark, what = self._wanted.pop(0)
            if mark != self._answered:
                self._marks.remove(mark)
            self._answered = mark
            self._send(what)

    def _send(self, what: str) -> None:
        """Send the signal to the subject alone, or type the key."""
        self._note(b"sent " + what.encode(), 0, b"")
        if not what.startswith("^"):
            os.kill(self._subject, signal.Signals[f"SIG{what}"])
        elif self._master >= 0:
            os.write(self._master, bytes([ord(what[1]) & 0x1F]))

    def _write(self, fifo: bytes, text: bytes) -> None:
        try:
            if fifo in self._fifos and text:
                os.write(self._fifos[fifo], text)
        except BlockingIOError:
            pass  # there is enough in it

    # --- who lives -------------------------------------------------------------------------------------------------

    def _watch(self, pid: int) -> None:
        self.heard.add(pid)
        if pid in self._living:
            return
        try:
            handle = survivors.handle_of(pid)
        except ProcessLookupError:
            return
        self._living[pid] = handle
        self._poller.register(handle, select.POLLIN)

    def _bury(self, pid: int) -> None:
        """One that has ended; if its parent has too, it is for this process to see it off, as for any init."""
        handle = self._living.pop(pid)
        if pid in self._ending:  # its end is answered when the subject can have gone on to what comes next
            self._ended.append((time.monotonic() + TICK, self._ending.pop(pid)))
        self._poller.unregister(handle)
        os.close(handle)
        try:
            if pid != self._subject:
                os.waitpid(pid, os.WNOHANG)
        except ChildProcessError:
            pass


def _fifos(records: bytes) -> dict[bytes, int]:
    """The FIFOs of a world, each open to be read and written, so that it never ends while this process is there."""
    with os.scandir(records) as entries:
        names = [entry.name for entry in entries if stat.S_ISFIFO(entry.stat(follow_symlinks=False).st_mode)]
    return {name: os.open(records + b"/" + name, os.O_RDWR | os.O_NONBLOCK) for name in names}


def _is_stopped(pid: int) -> bool:
    try:
        return survivors.state_of(pid) in b"Tt"
    except OSError:
        return False
