"""A program that does what a test tells it over a socket, and nothing else: what the tasks of a stage run.

    actor_program.py SOCKET NAME

It says `up NAME` when it can be told things, `! SIGNAL SECONDS` when a signal has arrived, and `= …` when what it was
told is done. Its death is the end of the connection. A descendant has a connection of its own.
"""

from __future__ import annotations

import _socket
import os
import signal
import stat
import sys
import termios
import time

_HEARD = ("HUP", "INT", "QUIT", "TERM", "CONT", "USR1")


class Line:
    """The connection to the test."""

    def __init__(self, path: str, name: str) -> None:
        self.socket = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
        self.socket.connect(path)
        self.say(f"up {name}")

    def say(self, text: str) -> None:
        self.socket.send(text.encode())

    def hear(self) -> list[str]:
        return self.socket.recv(4096).decode().split()


def number_of(name: str) -> int:
    return int(getattr(signal, f"SIG{name}"))


def kind_of(descriptor: int) -> str:
    """What a descriptor leads to."""
    try:
        mode = os.fstat(descriptor).st_mode
    except OSError:
        return "closed"
    if os.isatty(descriptor):
        return "terminal"
    if stat.S_ISCHR(mode):
        return "null" if os.fstat(descriptor).st_rdev == os.stat(os.devnull).st_rdev else "device"
    return "pipe" if stat.S_ISFIFO(mode) else "file"


class Actor:
    """A process, and what it can be told."""

    def __init__(self, path: str, name: str) -> None:
        self.path = path
        self.line = Line(path, name)

    def obey(self) -> None:
        """Until it is told to end, or nobody is there any more."""
        while True:
            words = self.line.hear()
            if not words:
                os._exit(99)
            try:
                said = getattr(self, f"do_{words[0]}")(*words[1:])
            except OSError as error:
                said = f"error {error.errno}"
            except termios.error as error:
                said = f"error {error.args[0]}"
            self.line.say(f"= {said or 'done'}")

    def do_exit(self, status: str) -> None:
        os._exit(int(status))

    def do_raise(self, name: str) -> None:
        """End by a signal of its own."""
        if name != "KILL":
            signal.signal(number_of(name), signal.SIG_DFL)
        os.kill(os.getpid(), number_of(name))

    def do_on(self, name: str, what: str, status: str = "0") -> None:
        """What a signal does from now on: its default, nothing, be reported, end this."""
        if what == "default":
            signal.signal(number_of(name), signal.SIG_DFL)
        elif what == "ignored":
            signal.signal(number_of(name), signal.SIG_IGN)
        elif what == "reported":
            signal.signal(number_of(name), lambda *_: self.line.say(f"! {name} {time.monotonic()}"))
        else:
            signal.signal(number_of(name), lambda *_: os._exit(int(status)))

    def do_fork(self, name: str) -> None:
        """A descendant, in this group. It is never waited for."""
        signal.pthread_sigmask(signal.SIG_BLOCK, map(number_of, _HEARD))
        if os.fork() == 0:
            self.line.socket.close()
            self.line = Line(self.path, name)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, map(number_of, _HEARD))
            self.obey()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, map(number_of, _HEARD))

    def do_setsid(self) -> None:
        os.setsid()

    def do_setpgid(self) -> None:
        os.setpgid(0, 0)

    def do_stop(self) -> None:
        os.kill(os.getpid(), signal.SIGSTOP)

    def do_signal_group(self, name: str) -> None:
        os.killpg(0, number_of(name))

    def do_read(self) -> str:
        """A line of standard input."""
        return f"read {os.read(0, 100)!r}"

    def do_tty(self) -> str:
        """A line of the controlling terminal."""
        terminal = os.open("/dev/tty", os.O_RDWR)
        try:
            return f"read {os.read(terminal, 100)!r}"
        finally:
            os.close(terminal)

    def do_noecho(self) -> None:
        """Leave the terminal on standard input without echo, as a program that asks for a password does."""
        modes = termios.tcgetattr(0)
        modes[3] &= ~termios.ECHO
        termios.tcsetattr(0, termios.TCSANOW, modes)

    def do_ping(self) -> str:
        return "pong"

    def do_report(self) -> str:
        """What it was given by whoever started it."""
        found = {"pid": os.getpid(), "parent": os.getppid(), "group": os.getpgrp(), "session": os.getsid(0)}
        with open("/proc/self/status", encoding="utf-8") as file:
            masks = dict(line.split(":\t") for line in file.read().splitlines() if line.startswith("Sig"))
        listed = [int(name) for name in os.listdir("/proc/self/fd") if int(name) != self.line.socket.fileno()]
        opened = ",".join(str(number) for number in sorted(listed) if kind_of(number) != "closed")
        return (
            " ".join(f"{name}={value}" for name, value in found.items())
            + f" stdin={kind_of(0)} blocked={masks['SigBlk']} ignored={masks['SigIgn']} descriptors={opened}"
        )


if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
Actor(*sys.argv[1:3]).obey()
