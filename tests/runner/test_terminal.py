"""Children and the terminal (TREE-1, TREE-3, TREE-7 to TREE-9, INT-5)."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
from typing import TYPE_CHECKING

import pytest
from conftest import Workspace

if TYPE_CHECKING:
    from collections.abc import Iterator

# What a child finds: a group of its own or not, and a terminal as input or not.
LOOK = f"{sys.executable} -c 'import os; print(os.getpgid(0) == os.getpid(), os.isatty(0), os.read(0, 0))'"
FLAGS = 3  # where the local modes are among those of a terminal


# What appears is lost when the process ends that the terminal was opened for, so that is not the runner.
SHELL = 'trap : INT QUIT; "$@"; echo "code $?"; read end'


class Terminal:
    """The runner in the foreground of a terminal, and what appears there."""

    def __init__(self, ws: Workspace, *words: str) -> None:
        self.shown = b""
        self.child, self.master = pty.fork()
        if self.child == 0:
            os.chdir(ws.root)
            command = ["sh", "-c", SHELL, "sh", sys.executable, "-m", "tsr_impl", *words]
            os.execve("/bin/sh", command, ws.environment())

    def until(self, pattern: bytes) -> re.Match[bytes]:
        """Until what matches the pattern has appeared."""
        while not (found := re.search(pattern, self.shown)):
            assert select.select([self.master], [], [], 60)[0], self.shown
            self.shown += os.read(self.master, 1000)
        return found

    def end(self) -> tuple[int, str]:
        """The exit code, and all that appeared before."""
        code = self.until(rb"code (\d+)\r?\n")
        return int(code[1]), self.shown[: code.start()].decode()

    def close(self) -> None:
        os.close(self.master)
        os.waitpid(self.child, 0)

    def local_modes(self) -> int:
        return int(termios.tcgetattr(self.master)[FLAGS])

    def press(self, key: bytes) -> None:
        os.write(self.master, key)


@pytest.fixture
def terminals(ws: Workspace) -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def started(terminals: list[Terminal], ws: Workspace, *words: str) -> Terminal:
    terminals.append(Terminal(ws, *words))
    return terminals[-1]


def test_one_after_the_other_they_share_the_terminal(ws: Workspace, terminals: list[Terminal]) -> None:
    """TREE-1: and the runner's group."""
    ws.config(f"[tasks.t]\ndeps = ['a']\nrun = '''{LOOK}'''\n[tasks.a]\nrun = '''{LOOK}'''\n")
    assert started(terminals, ws, "t").end() == (0, "False True b''\r\n" * 2)


@pytest.mark.parametrize(
    "config",
    [
        "[tasks.t]\nparallel = true\nrun = '''{}'''\n",
        "[tasks.t]\ndeps = ['a']\n[tasks.a]\nparallel = true\ndeps = ['b']\n[tasks.b]\nrun = '''{}'''\n",
    ],
)
def test_in_a_parallel_run_they_do_not(ws: Workspace, terminals: list[Terminal], config: str) -> None:
    """TREE-1, TREE-7: whichever task of the reach it is, its own deps or not; the input is empty."""
    ws.config(config.format(LOOK))
    assert started(terminals, ws, "t").end() == (0, "True False b''\r\n")


def test_other_input_is_handed_on_to_a_group_of_its_own(ws: Workspace) -> None:
    """TREE-7: only a terminal is not."""
    ws.config("[tasks.t]\nparallel = true\nrun = '/bin/cat'\n")
    assert ws.tsr("t", stdin=b"handed on").out == "handed on"


def test_a_closed_input_is_no_terminal(ws: Workspace) -> None:
    """TREE-1."""
    ws.config(f"[tasks.t]\nrun = '''{LOOK}'''\n")
    command = f"exec '{sys.executable}' -m tsr_impl t <&-"
    done = subprocess.run(["sh", "-c", command], cwd=ws.root, env=ws.environment(), capture_output=True, check=True)
    assert done.stdout == b"True False b''\n"


READS = 'sh -c "echo up; exec 3</dev/tty; read x <&3; read x <&3"'


def test_one_that_the_terminal_stops_is_talked_about_once(ws: Workspace, terminals: list[Terminal]) -> None:
    """TREE-8: the run waits; and Ctrl-C ends it."""
    ws.config(f"[tasks.t]\nparallel = true\nrun = '''{READS}'''\n")
    terminal = started(terminals, ws, "t")
    terminal.until(rb"\[TREE-8\]")
    terminal.press(b"\x03")
    code, shown = terminal.end()
    assert code == 130
    assert shown.count("warning") == 1
    assert (
        "! warning: task 't': 'sh' was stopped, since it uses the terminal from the background"
        " — run it alone with a terminal as standard input, or press Ctrl-C [TREE-8]\r\n"
    ) in shown


def test_one_that_stops_itself_is_not(ws: Workspace, terminals: list[Terminal]) -> None:
    """TREE-8: only the terminal is meant."""
    (ws.root / "a").write_text("echo $$ >up; kill -STOP $$\n")
    (ws.root / "b").write_text("read p <up; until grep -q 'State:.T' /proc/$p/status; do :; done; kill -CONT $p\n")
    ws.config("[tasks.t]\nparallel = true\ndeps = ['a', 'b']\n[tasks.a]\nrun = 'sh a'\n[tasks.b]\nrun = 'sh b'\n")
    os.mkfifo(ws.root / "up")
    assert started(terminals, ws, "t").end() == (0, "")


RAW = "stty -icanon -echo"


@pytest.mark.parametrize(
    ("run", "restored"),
    [
        (f"sh -c '{RAW}; kill -KILL $$'", True),
        (f"sh -c '{RAW}; exit 3'", False),
        (f"sh -c '{RAW}'", False),
        (f"sh -c '{RAW}' ; sh -c 'kill -TERM $$'", True),
    ],
)
def test_the_terminal_gets_its_modes_back(ws: Workspace, terminals: list[Terminal], run: str, restored: bool) -> None:
    """TREE-9: after a child that a signal ended, and after no other."""
    ws.config(f"[tasks.t]\nrun = '''{run}'''\n")
    terminal = started(terminals, ws, "t")
    before = terminal.local_modes()
    terminal.end()
    assert (terminal.local_modes() == before) == restored


# Sets other modes and waits; with a word behind it, it says what would have ended it.
SETS_MODES = """
import signal, sys, termios
both = {signal.SIGINT, signal.SIGTERM}
signal.pthread_sigmask(signal.SIG_BLOCK, both if sys.argv[1:] else ())
signal.signal(signal.SIGINT, signal.SIG_DFL)
modes = termios.tcgetattr(0)
modes[3] &= ~(termios.ICANON | termios.ECHO)
termios.tcsetattr(0, termios.TCSANOW, modes)
print("up", flush=True)
while True:
    signal.sigwait(both) if sys.argv[1:] else signal.pause()
    print("caught", flush=True)
"""


@pytest.mark.parametrize("keys", [1, 2])
def test_and_after_a_tear_down(ws: Workspace, terminals: list[Terminal], keys: int) -> None:
    """TREE-9, INT-2: also when a second Ctrl-C ends the run at once."""
    (ws.root / "sets-modes").write_text(SETS_MODES)
    ws.config(f"[tasks.t]\nrun = '{sys.executable} sets-modes {'on' * (keys - 1)}'\n")
    terminal = started(terminals, ws, "t")
    before = terminal.local_modes()
    terminal.until(b"up")
    assert terminal.local_modes() != before
    for _ in range(keys):
        terminal.press(b"\x03")
        if keys == 2:
            terminal.until(b"caught")
    assert terminal.end()[0] == 130
    assert terminal.local_modes() == before


# Takes the terminal for its own group, and never gives it back.
GRABS = """
import os, signal, sys, tty
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTTOU])
if sys.argv[1:]:
    signal.signal(signal.SIGTERM, lambda number, frame: print("TERM.", flush=True))
terminal = os.open("/dev/tty", os.O_RDWR)
os.tcsetpgrp(terminal, os.getpgrp())
tty.setraw(terminal)
print(f"up {os.getppid()}.", flush=True)
while True:
    signal.pause()
"""


# Takes a second over a SIGINT, in which a SIGTERM would be heard.
CLEANS_UP = """
import signal, sys
both = {signal.SIGINT, signal.SIGTERM}
signal.pthread_sigmask(signal.SIG_BLOCK, both)
print("up", flush=True)
print(signal.Signals(signal.sigwait(both)).name[3:], flush=True)
print("TERM" if signal.sigtimedwait({signal.SIGTERM}, 1) else "clean", flush=True)
sys.exit(3)
"""


@pytest.mark.parametrize("signals", [1, 2])
def test_the_terminal_is_taken_back_after_a_tear_down(ws: Workspace, terminals: list[Terminal], signals: int) -> None:
    """TREE-9: from a group that was torn down, and then it gets its modes; also at a second signal (INT-2)."""
    (ws.root / "grabs").write_text(GRABS)
    ws.config(f"[tasks.t]\nparallel = true\nrun = '{sys.executable} grabs {'on' * (signals - 1)}'\n")
    terminal = started(terminals, ws, "t")
    before = terminal.local_modes()
    runner = int(terminal.until(rb"up (\d+)\.")[1])
    assert os.tcgetpgrp(terminal.master) != os.getpgid(runner)
    os.kill(runner, signal.SIGTERM)
    if signals == 2:
        terminal.until(rb"TERM\.")
        os.kill(runner, signal.SIGHUP)
    assert terminal.end()[0] == 130
    assert os.tcgetpgrp(terminal.master) == os.getpgid(terminal.child)
    assert terminal.local_modes() == before


def test_after_a_typed_interrupt_there_is_time_before_sigterm(ws: Workspace, terminals: list[Terminal]) -> None:
    """INT-5: a child that cleans up because of Ctrl-C gets no SIGTERM meanwhile; and what ended by it is no failure."""
    (ws.root / "cleans").write_text(CLEANS_UP)
    ws.config(f"[tasks.t]\nrun = '{sys.executable} cleans || echo on'\n")
    terminal = started(terminals, ws, "t")
    terminal.until(b"up")
    terminal.press(b"\x03")
    code, shown = terminal.end()
    assert (code, shown.replace("^C", "")) == (130, "up\r\nINT\r\nclean\r\n")


def test_only_the_child_is_signalled_in_a_shared_group(ws: Workspace, terminals: list[Terminal]) -> None:
    """TREE-3: the group is the runner's, and the terminal's."""
    (ws.root / "leads").write_text(
        "(trap 'echo other' TERM; read x <go; echo alive) &\n"
        "trap 'echo TERM; wait; exit 0' TERM\necho up $PPID.\nwait\n"
    )
    ws.config("[tasks.t]\nrun = 'sh leads'\n")
    os.mkfifo(ws.root / "go")
    terminal = started(terminals, ws, "t")
    runner = int(terminal.until(rb"up (\d+)\.")[1])
    os.kill(runner, signal.SIGTERM)
    terminal.until(b"TERM")
    (ws.root / "go").write_text("\n")
    assert terminal.end() == (130, f"up {runner}.\r\nTERM\r\nalive\r\n")
