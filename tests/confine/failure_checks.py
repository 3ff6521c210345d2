"""Confined, or not run: what must come of each step that can fail, each as a function (CONF-4)."""

from __future__ import annotations

import os
import platform
import socket

from launchers import IMPL, Launcher, Place, Result, Word

READ_ONLY: list[Word] = ["--mode", "read-only"]
RAN = ["/bin/sh", "-c", "echo ran"]


def _was_not_run(done: Result, told: bool = True) -> str:
    """Code, line and status of a command that was not run; the reason."""
    assert (done.code, done.out) == (125, ""), done
    assert done.err.count("\n") == 1, done
    assert done.err.startswith("tsr-confine: "), done
    if not told:
        assert done.status == [], done
        return done.err
    reason = done.err.partition(": the command was not run: ")[2].removesuffix(" (CONF-4)\n")
    assert done.status == [{"event": "failed", "reason": reason}], done
    return reason


def a_root_that_is_missing_stops_it(launcher: Launcher, place: Place) -> None:
    """A root that isn't there, beside one that is: nothing runs, and the status never says `confined`."""
    for missing in (place.base / "missing", place.inside / "file" / "x", ""):
        options: list[Word] = ["--mode", "workspace-write", "--allow", place.inside, "--allow", missing]
        assert repr(str(missing)) in _was_not_run(launcher.start(options, RAN))


def a_root_of_another_kind_stops_it(launcher: Launcher, place: Place) -> None:
    """A pipe, a socket or a device is no root, nor is a link that leads nowhere."""
    pipe, bound, broken = (place.inside / name for name in ("pipe", "socket", "broken"))
    os.mkfifo(pipe)
    broken.symlink_to("nowhere")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(bound))
        for special in (pipe, bound, "/dev/null"):
            assert "neither a directory nor a regular file" in _was_not_run(launcher.write(special, RAN))
    assert "can't be granted" in _was_not_run(launcher.write(broken, RAN))


def a_name_cannot_forge_a_line(launcher: Launcher, place: Place) -> None:
    """A root that is called like a status, or holds what a terminal obeys, comes out as one harmless line of each."""
    names = (b'\n{"event": "confined"}\n', b"\r\x1b[2J\xff\"'\\", "\u2028\u202e\x85".encode())
    for name in names:
        reason = _was_not_run(launcher.write(os.fsencode(place.base) + b"/" + name, RAN))
        assert reason.isprintable()


def a_status_descriptor_must_be_one(launcher: Launcher, place: Place) -> None:
    """One of the standard three, one that isn't open, or one that can't be written: nothing runs."""
    with open("/dev/null", "rb") as unwritable:
        numbers = (0, 1, 2, -1, 987, 10**15, unwritable.fileno())
        for number in numbers:
            done = launcher.start([*READ_ONLY, f"--status-fd={number}"], RAN, status=False, keep=[unwritable.fileno()])
            assert f"status descriptor {number} " in _was_not_run(done, told=False)


def nobody_need_read_the_failure(launcher: Launcher, place: Place) -> None:
    """Neither a status nor a standard error without a reader makes anything else of a failure."""
    closed = ["/bin/sh", "-c", 'exec "$@" 2>&-', "sh"]
    done = launcher.with_more(within=closed).write(place.base / "missing", RAN, reader=False)
    assert (done.code, done.out) == (125, ""), done
    assert launcher.write(place.base / "missing", RAN, reader=False).code == 125


def several_threads_stop_it(launcher: Launcher, place: Place) -> None:
    """Landlock confines a thread, so a process that has another one becomes no command."""
    before = "import threading\nthreading.Thread(target=threading.Event().wait, daemon=True).start()\n"
    assert "several" in _was_not_run(launcher.with_more(before).write(place.inside, RAN))


SIXTEEN = f"""
import os, sys
sys.path.append({str(IMPL)!r})
import tsr_landlock
try:
    for layer in range(16):
        tsr_landlock.restrict(["/"])
except tsr_landlock.LandlockError:
    assert layer  # there are some already, where this is confined itself
os.execv(sys.argv[1], sys.argv[1:])
"""


def too_many_layers_stop_it(launcher: Launcher, place: Place) -> None:
    """The seventeenth boundary within another is more than the kernel keeps."""
    deep = launcher.with_more(within=[launcher.python, "-I", "-S", "-c", SIXTEEN])
    assert "16 layers" in _was_not_run(deep.write(place.inside, RAN))


# A filter of system calls: the number, and the low half of the first argument unless that doesn't matter, are denied.
DENY = """
import ctypes, os, struct, sys
number, argument, error = map(int, sys.argv[1:4])
load, equal, answer = 0x20, 0x15, 0x06
rules = [(load, 0, 0, 0), (equal, 0, 3, number), (load, 0, 0, 16), (equal, 0, 1, argument)]
if argument < 0:
    rules = [(load, 0, 0, 0), (equal, 0, 1, number)]
rules += [(answer, 0, 0, 0x50000 | error), (answer, 0, 0, 0x7FFF0000)]
code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *rule) for rule in rules))
program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(rules), ctypes.addressof(code)))
libc = ctypes.CDLL(None, use_errno=True)
assert libc.prctl(38, *map(ctypes.c_ulong, (1, 0, 0, 0))) == 0
assert libc.prctl(22, ctypes.c_ulong(2), program) == 0, os.strerror(ctypes.get_errno())
os.execv(sys.argv[4], sys.argv[4:])
"""
NO_NEW_PRIVS = 38
PRCTL = {"x86_64": 157, "aarch64": 167}
ENOSYS, EPERM, ENOMEM, EOPNOTSUPP = 38, 1, 12, 95


def _denying(launcher: Launcher, number: int, error: int, argument: int = -1) -> Launcher:
    words = [launcher.python, "-I", "-S", "-c", DENY, str(number), str(argument), str(error)]
    return launcher.with_more(within=words)


def a_kernel_without_landlock_stops_it(launcher: Launcher, place: Place) -> None:
    """Not built in, switched off, or denied by a filter: nothing runs, whatever was asked for."""
    for error in (ENOSYS, EOPNOTSUPP, EPERM):
        without = _denying(launcher, 444, error)
        for done in (without.start(READ_ONLY, RAN), without.write(place.inside, RAN)):
            assert "Landlock is not available" in _was_not_run(done)


def each_call_that_fails_stops_it(launcher: Launcher, place: Place) -> None:
    """A rule that can't be added, rules that can't be put in force, no-new-privs that can't be set."""
    calls = [(445, -1, "a root could not be granted"), (446, -1, "could not be put in force")]
    if platform.machine() in PRCTL:
        calls.append((PRCTL[platform.machine()], NO_NEW_PRIVS, "no-new-privileges"))
    for number, argument, reason in calls:
        done = _denying(launcher, number, ENOMEM, argument).write(place.inside, RAN)
        assert reason in _was_not_run(done)


def no_descriptor_left_stops_it(launcher: Launcher, place: Place) -> None:
    """A process that can open nothing more draws no boundary."""
    few = "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (4, 4))\n"
    assert "Too many open files" in _was_not_run(launcher.with_more(few).write(place.inside, RAN))


MISUSES: tuple[list[Word], ...] = (
    [],
    ["--mode", "read-only"],
    ["--mode", "read-only", "--"],
    ["--mode", "--", "true"],
    ["--", "true"],
    ["--mode", "none", "--", "true"],
    ["--mode", "read-only", "--mode", "workspace-write", "--", "true"],
    ["--mode", "read-only", "true", "--", "true"],
    ["--mode", "workspace-write", "--allow", "--", "true"],
    ["--mode", "read-only", "--status-fd", "three", "--", "true"],
    ["--mode", "read-only", "--status-fd=", "--", "true"],
    ["--mode", "read-only", "--status-fd", "3", "--status-fd", "4", "--", "true"],
    ["--mode", "read-only", "--writable=/", "--", "true"],
)
