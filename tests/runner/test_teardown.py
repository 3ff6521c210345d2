"""Making an end of what runs (TREE), because of a failure, an error or a signal (INT, EXIT-6)."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time

import pytest
from conftest import TABLE, Workspace

# All of these hold standard output open, so that its end says that none of them lives any more.
WAITS = "echo up; while :; do sleep 60 & wait; done"
STUBBORN = f"trap 'echo TERM' TERM; {WAITS}"
SLOW = f"trap 'echo TERM; sleep 1; echo clean; exit 0' TERM; {WAITS}"


LEFT_STUBBORN = STUBBORN.replace("echo up", "echo up; echo >f")
LEFT_SLOW = SLOW.replace("echo up", "echo up; echo >g")


class Running:
    """The runner at work, and what it and its children print."""

    def __init__(self, ws: Workspace, *words: str, **options: object) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tsr_impl", *words],
            cwd=ws.root,
            env=ws.environment(),
            **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},  # type: ignore[call-overload]
        )

    def until(self, *lines: str) -> None:
        """Until each of the lines was printed, in any order."""
        wanted = sorted(lines)
        assert self.process.stdout
        assert sorted(self.process.stdout.readline().decode().strip() for _ in wanted) == wanted

    def send(self, number: int) -> None:
        self.process.send_signal(number)

    def end(self) -> tuple[int, str, str]:
        """The exit code, and all that was printed since, once nobody is left who could print more."""
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, out.decode(), err.decode()


@pytest.fixture
def scripts(ws: Workspace) -> Workspace:
    """A workspace with programs, and what they leave behind."""
    for name, text in {
        "waits": WAITS,
        "stubborn": STUBBORN,
        "slow": SLOW,
        "lead-slow": f'sh -c "{SLOW}" & {WAITS.replace("echo up; ", "")}',
        "leave-slow": f'mkfifo g; sh -c "{LEFT_SLOW}" & read x <g; rm g',
        "leave-stubborn": f'echo $$ >group; mkfifo f; sh -c "{LEFT_STUBBORN}" & read x <f; rm f',
        "fails-later": "read x <go; exit 3",
    }.items():
        (ws.root / name).write_text(f"#!/bin/sh\n{text}\n")
        (ws.root / name).chmod(0o755)
    subprocess.run(["mkfifo", ws.root / "go"], check=True)
    return ws


def side_by_side(ws: Workspace, *runs: str, parallel: bool = True) -> None:
    names = [f"a{n}" for n in range(len(runs))]
    text = [f"[tasks.t]\nrun = 'echo t'\nparallel = {str(parallel).lower()}\ndeps = {names}"]
    ws.config("\n".join(text + [f"[tasks.{name}]\nrun = '''{run}'''" for name, run in zip(names, runs, strict=True)]))


@pytest.mark.parametrize("options", [[], ["--no-bail"]])
def test_a_signal_ends_all_that_runs(scripts: Workspace, options: list[str]) -> None:
    """INT-1: also with `--no-bail`; no operator and no dep starts anything more."""
    side_by_side(scripts, "./waits || echo on", "./slow ; echo on")
    run = Running(scripts, "t", *options)
    run.until("up", "up")
    run.send(signal.SIGTERM)
    assert run.end() == (130, "TERM\nclean\n", "")


def test_the_grace_is_that_of_the_group(scripts: Workspace) -> None:
    """TREE-5: its leader is gone at once, and what it started has the time to clean up."""
    side_by_side(scripts, "./lead-slow")
    run = Running(scripts, "t")
    run.until("up")
    run.send(signal.SIGINT)
    assert run.end() == (130, "TERM\nclean\n", "")


def test_what_outlives_the_grace_is_killed(scripts: Workspace) -> None:
    """TREE-2: not before two seconds have passed since SIGTERM; all groups have one grace together."""
    side_by_side(scripts, *["./stubborn"] * 4)
    run = Running(scripts, "t")
    run.until(*["up"] * 4)
    start = time.monotonic()
    run.send(signal.SIGTERM)
    assert run.end() == (130, "TERM\n" * 4, "")
    assert 2.0 <= time.monotonic() - start < 8.0  # four graces one after the other would be more


def test_a_second_signal_kills_at_once(scripts: Workspace) -> None:
    """INT-2: with the first one's code, and nothing is left."""
    side_by_side(scripts, "./stubborn", "./stubborn")
    run = Running(scripts, "t")
    run.until("up", "up")
    run.send(signal.SIGHUP)
    run.until("TERM", "TERM")
    run.send(signal.SIGINT)
    assert run.end() == (129, "", "")


def test_a_signal_ends_a_builtin_that_waits(scripts: Workspace) -> None:
    """INT-3, INT-4: in a run that is not parallel, where nobody takes what it prints."""
    (scripts.root / "big").write_bytes(b"x" * 200_000)
    side_by_side(scripts, "echo up && cat big", parallel=False)
    run = Running(scripts, "t")
    run.until("up")
    run.send(signal.SIGQUIT)
    assert run.process.wait(30) == 131
    assert run.end()[0] == 131


def test_stopped_children_can_act_on_their_signal(scripts: Workspace) -> None:
    """INT-5: SIGCONT follows."""
    (scripts.root / "stopped").write_text("#!/bin/sh\ntrap 'echo TERM; exit 0' TERM\necho up\nkill -STOP $$\n" + WAITS)
    (scripts.root / "stopped").chmod(0o755)
    side_by_side(scripts, "./stopped", "./waits")
    run = Running(scripts, "t")
    run.until("up", "up")
    run.send(signal.SIGTERM)
    assert run.end() == (130, "TERM\n", "")


def test_a_first_signal_while_a_failure_is_dealt_with(scripts: Workspace) -> None:
    """INT-6, EXIT-6: the grace runs on, the code is that of the interrupt, and the table says so."""
    side_by_side(scripts, "./fails-later", "./slow || echo on")
    run = Running(scripts, "t")
    run.until("up")
    (scripts.root / "go").write_text("\n")
    run.until("TERM")
    run.send(signal.SIGINT)
    code, out, err = run.end()
    assert (code, out) == (130, "clean\n")
    table = TABLE.fullmatch(err)
    assert table, err
    assert [row.split()[:2] for row in table[1].splitlines()] == [["✗", "a0"], ["⊘", "a1"], ["⊘", "t"]]


def test_a_second_signal_while_a_failure_is_dealt_with(scripts: Workspace) -> None:
    """INT-6: is a second one."""
    side_by_side(scripts, "./fails-later", "./stubborn")
    run = Running(scripts, "t")
    run.until("up")
    (scripts.root / "go").write_text("\n")
    run.until("TERM")
    run.send(signal.SIGTERM)
    run.send(signal.SIGHUP)
    code, out, err = run.end()
    assert (code, out, err) in [(130, "", ""), (129, "", "")]  # sent together, either may come in first


def test_what_is_left_behind_by_one_that_ended_lives_on(scripts: Workspace) -> None:
    """TREE-G1, a finding: as with a shell."""
    side_by_side(scripts, "./leave-stubborn")
    run = Running(scripts, "t")
    run.until("up", "t")
    assert run.process.wait(30) == 0
    assert run.process.stdout
    group = int((scripts.root / "group").read_text())
    os.killpg(group, signal.SIGTERM)
    run.until("TERM")
    os.killpg(group, signal.SIGKILL)
    assert run.end() == (0, "", "")


@pytest.mark.parametrize("parallel", [False, True])
def test_strict_tears_down_what_is_left_behind(scripts: Workspace, parallel: bool) -> None:
    """TREE-G1: before the next unit starts; the status of the unit stays."""
    side_by_side(scripts, "./leave-stubborn", parallel=parallel)
    run = Running(scripts, "t", "--strict")
    assert run.end() == (0, "up\nTERM\nt\n", "")


def test_strict_lets_what_is_left_behind_clean_up(scripts: Workspace) -> None:
    """TREE-5, TREE-G1: it is a tear-down like any other, of all commands of the unit together."""
    side_by_side(scripts, "./leave-stubborn && ./fails-now || ./leave-slow", parallel=False)
    (scripts.root / "fails-now").write_text("#!/bin/sh\nexit 5\n")
    (scripts.root / "fails-now").chmod(0o755)
    run = Running(scripts, "t", "--strict")
    code, out, err = run.end()
    assert (code, err) == (0, "")
    assert sorted(out.split()) == sorted(["up", "up", "TERM", "TERM", "clean", "t"])
    assert out.endswith("t\n")


@pytest.mark.parametrize("parallel", [False, True])
@pytest.mark.parametrize("twice", [False, True])
def test_no_moment_is_a_bad_one_for_a_signal(scripts: Workspace, parallel: bool, twice: bool) -> None:
    """INT-1, INT-2, EXIT-7: whenever they come in, nothing is left running, and no traceback is shown."""
    side_by_side(
        scripts, *["sh -c 'sleep 60 & exit 0' && ./waits", "touch f", "./waits ; cat f"] * 4, parallel=parallel
    )
    for attempt in range(12):
        run = Running(scripts, "t", "--strict")
        chance = random.Random(attempt)
        time.sleep(0.04 + 0.25 * chance.random())  # any moment will do
        run.send(signal.SIGTERM)
        if twice:
            time.sleep(0.02 * chance.random())
            run.send(signal.SIGINT)
        code, _, err = run.end()
        assert code in (130, -signal.SIGTERM), (
            attempt,
            err,
        )  # before it listens, a signal does what it does by default
        assert err == ""


# Its first thread has ended; the other one cleans up when SIGTERM comes.
THREADED = """
import ctypes, os, signal, threading, time
def second():
    while os.read(os.open(f"/proc/{os.getpid()}/stat", os.O_RDONLY), 500).rpartition(b")")[2].split()[0] != b"Z":
        time.sleep(0.001)
    os.write(1, b"up\\n")
    signal.sigwait([signal.SIGTERM])
    os.write(1, b"TERM\\n")
    time.sleep(1)
    os.write(1, b"clean\\n")
    os._exit(0)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
threading.Thread(target=second).start()
ctypes.CDLL(None).pthread_exit(None)
"""


def test_a_process_lives_as_long_as_one_of_its_threads(scripts: Workspace) -> None:
    """TREE-2, TREE-5: and has its grace, though its first thread has ended."""
    (scripts.root / "threaded").write_text(THREADED)
    side_by_side(scripts, f"sh -c '{sys.executable} threaded & while :; do sleep 60 & wait; done'")
    run = Running(scripts, "t")
    run.until("up")
    run.send(signal.SIGTERM)
    assert run.end() == (130, "TERM\nclean\n", "")


# Ctrl-Z ---------------------------------------------------------------------------------------


PAUSES = f"trap 'echo TSTP' TSTP; trap 'echo CONT' CONT; {SLOW}"


def test_a_stop_is_passed_on_and_so_is_its_end(scripts: Workspace) -> None:
    """TREE-11: to all groups; a tear-down works as ever afterwards."""
    (scripts.root / "pauses").write_text(f"#!/bin/sh\n{PAUSES}\n")
    (scripts.root / "pauses").chmod(0o755)
    side_by_side(scripts, "./pauses", "./pauses")
    # In a group of its own, since the system stops nothing that nobody could continue.
    run = Running(scripts, "t", preexec_fn=os.setpgrp)
    run.until("up", "up")
    for _ in range(2):
        run.send(signal.SIGTSTP)
        run.until("TSTP", "TSTP")
        assert os.WIFSTOPPED(os.waitpid(run.process.pid, os.WUNTRACED)[1])
        run.send(signal.SIGCONT)
        run.until("CONT", "CONT")
    run.send(signal.SIGTERM)
    code, out, err = run.end()
    assert (code, err) == (130, "")
    assert [line for line in out.split() if line != "CONT"] == ["TERM", "TERM", "clean", "clean"]


def test_a_stop_that_is_ignored_stays_ignored(scripts: Workspace) -> None:
    """TREE-11: at entry."""
    side_by_side(scripts, "./waits")
    run = Running(scripts, "t", preexec_fn=lambda: (os.setpgrp(), signal.signal(signal.SIGTSTP, signal.SIG_IGN)))
    run.until("up")
    run.send(signal.SIGTSTP)
    run.send(signal.SIGTERM)
    assert run.end() == (130, "", "")


# Children that the runner did not start -------------------------------------------------------


@pytest.mark.parametrize("parallel", [False, True])
def test_inherited_children_are_reaped_as_they_end(scripts: Workspace, parallel: bool) -> None:
    """TREE-10: while others run."""
    side_by_side(scripts, "sh -c 'echo >go; while test -e /proc/$(cat pid); do :; done'", parallel=parallel)
    inherit = f"(read x <go) & echo $! >pid; exec '{sys.executable}' -m tsr_impl t"
    done = subprocess.run(
        ["sh", "-c", inherit], cwd=scripts.root, env=scripts.environment(), capture_output=True, timeout=60, check=True
    )
    assert (done.stdout, done.stderr) == (b"t\n", b"")


# Windows that a signal could fall into, chosen exactly: each is a call of the runner to the system.
SIGNAL_AT = """
import os, signal, sys
from tsr_impl import calls, cli
def twice(name, before):
    real = getattr(calls, name)
    def call(*words):
        if before:
            os.kill(os.getpid(), signal.SIGTERM), os.kill(os.getpid(), signal.SIGHUP)
        result = real(*words)
        if not before:
            os.kill(os.getpid(), signal.SIGTERM), os.kill(os.getpid(), signal.SIGHUP)
        return result
    setattr(calls, name, call)
twice(sys.argv[1], sys.argv[2] == "before")
sys.exit(cli.main(["t"]))
"""


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("name", ["spawn", "reap", "exit_code", "one_that_ended", "change_directory"])
@pytest.mark.parametrize("parallel", [False, True])
def test_two_signals_around_a_call(scripts: Workspace, name: str, when: str, parallel: bool) -> None:
    """INT-2: a child that was just started does not survive either, nor is one missed that was just reaped."""
    side_by_side(scripts, "/bin/true", "./waits", parallel=parallel)
    done = subprocess.run(
        [sys.executable, "-c", SIGNAL_AT, name, when],
        cwd=scripts.root,
        env=scripts.environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,  # until all that hold these have ended
        timeout=30,
        check=False,
    )
    assert done.returncode in (129, 130)  # of two that come in at once either may be taken for the first
    assert done.stderr == b""
