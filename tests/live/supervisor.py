"""Starts a runner as an interactive shell would, tells how it ends, takes in its orphans, and ends whatever is left.

    supervisor          a subreaper: nothing of the tree beneath can get away from it, not even by `setsid`
    └ shell             leads a session, owns its terminal, and only waits
      └ the runner      in a process group of its own, in the terminal's foreground, confined by Landlock

Started with words NAME=VALUE, then `--` and the runner's command line. It says over the control socket:

    runner PID PID      the shell, and the runner, which is about to be started
    status N            it was stopped or has ended, N as of wait(2)
    reaped PID N        an orphan has ended
    confined ABI        what it is confined by; 0: by nothing

and when that socket is closed, or `end` comes, it kills everything beneath it, each by its pid.
"""

from __future__ import annotations

import _socket
import ctypes
import fcntl
import os
import signal
import sys
import termios

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_CATCHABLE = sorted(signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP})


def names(words: str) -> list[int]:
    """`INT HUP` as the numbers of these signals."""
    return [getattr(signal, f"SIG{word}") for word in words.split()]


def confine(root: str, libraries: str) -> int:
    """Take from this process every write outside `root`, and every signal to a process that it has not started."""
    sys.path.insert(0, libraries)
    from tsr_landlock import LandlockError, restrict

    try:
        return restrict([root])
    except LandlockError:
        return 0


def become_the_runner(given: dict[str, str], command: list[str], control: _socket.socket, go: int) -> None:
    """What a process is to the program that it becomes: its signals, its mask, its descriptors, its rights."""
    os.setpgid(0, 0)
    os.read(go, 1)
    for each in _CATCHABLE:
        signal.signal(each, signal.SIG_DFL)
    for number in names(given["ignored"]):
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_SETMASK, names(given["blocked"]))
    control.send(f"confined {confine(given['root'], given['libraries'])}".encode())
    for descriptor in map(int, given["closed"].split()):
        if descriptor >= 0:
            os.close(descriptor)
    os.execv(command[0], command)


def let_go_of(*descriptors: int) -> None:
    """So that nobody but the runner and its children holds these open."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in descriptors:
        os.dup2(nothing, descriptor)
    os.close(nothing)


def be_the_shell(given: dict[str, str], command: list[str], control: _socket.socket) -> None:
    """Lead a session, put the runner in its foreground, say how it ends, and stay, so that the session does.

    When the terminal goes away it is the one that hears of it, and passes it on to its job, as shells do.
    """
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGKILL), 0, 0, 0)
    os.setsid()
    for name in ("HUP", "INT", "QUIT", "TERM", "TSTP", "TTIN", "TTOU"):
        signal.signal(getattr(signal, f"SIG{name}"), signal.SIG_IGN)
    terminal = int(given["terminal"])
    if terminal >= 0:
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    wait, go = os.pipe()
    runner = os.fork()
    if runner == 0:
        try:
            become_the_runner(given, command, control, wait)
        finally:
            os._exit(127)
    os.close(wait)
    os.setpgid(runner, runner)
    if terminal >= 0 and given["foreground"]:
        os.tcsetpgrp(terminal, runner)
    let_go_of(0, 1, 2)
    signal.signal(signal.SIGHUP, lambda *_: os.killpg(runner, signal.SIGHUP))
    control.send(f"runner {os.getpid()} {runner}".encode())
    os.write(go, b"!")
    while True:
        os.waitid(os.P_PID, runner, os.WEXITED | os.WSTOPPED | os.WNOWAIT)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGHUP])
        status = os.waitpid(runner, os.WUNTRACED)[1]
        control.send(f"status {status}".encode())
        if not os.WIFSTOPPED(status):
            break
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGHUP])
    while True:
        signal.pause()


def end_all(shell: int) -> None:
    """Kill every child, reap it, and go on with those that it leaves. No pid here is free before it is reaped."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    found = [shell] * is_child(shell)
    while True:
        for pid in found:
            os.kill(pid, signal.SIGKILL)
        try:
            for _ in found:
                os.wait()
            os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return
        found = children()


def is_child(pid: int) -> bool:
    """Whether this is a child that has not been reaped."""
    try:
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def children() -> list[int]:
    """The pids of this process's children, zombies included."""
    found = []
    own = str(os.getpid())
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    parent = file.read().rpartition(")")[2].split()[1]
            except OSError:
                continue
            if parent == own:
                found.append(int(name))
    return found


def main() -> None:
    bar = sys.argv.index("--")
    given = dict(word.split("=", 1) for word in sys.argv[1:bar])
    control = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET, 0, int(given["control"]))
    os.set_inheritable(control.fileno(), False)
    if ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, ctypes.c_ulong(1), 0, 0, 0):
        raise OSError("no subreaper can be had")
    shell = os.fork()
    if shell == 0:
        be_the_shell(given, sys.argv[bar + 1 :], control)

    def reap(*_: object) -> None:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            try:
                control.send(f"reaped {pid} {status}".encode())
            except OSError:  # the test is at its end
                pass

    try:
        if given["reaps"]:
            signal.signal(signal.SIGCHLD, reap)
        let_go_of(0, 1, 2, *([int(given["terminal"])] if given["terminal"] != "-1" else []))
        control.recv(64)
    finally:
        end_all(shell)


main()
