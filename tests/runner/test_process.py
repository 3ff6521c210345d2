"""Children (SHELL-40 to SHELL-45, EXIT, TREE) and interrupts (INT)."""

from __future__ import annotations

import errno
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import Result, Workspace

from tsr_impl import calls, cli


def script(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


@pytest.mark.parametrize(
    ("run", "code"),
    [
        ("sh -c 'exit 0'", 0),
        ("sh -c 'exit 3'", 3),
        ("sh -c 'exit 64'", 64),
        ("sh -c 'exit 255'", 255),
        ("sh -c 'kill -9 $$'", 137),
        ("sh -c 'kill -TERM $$'", 143),
        ("sh -c 'kill -SEGV $$'", 139),
        ("sh -c 'ulimit -c 0; kill -ABRT $$'", 134),
    ],
)
def test_exact_exit_codes(ws: Workspace, run: str, code: int) -> None:
    """EXIT: the child's own code, 128 + n by a signal."""
    assert ws.run(run).code == code


def test_programs_that_cannot_be_run(ws: Workspace) -> None:
    """EXIT: 64, and the run stops at once, also before `||`."""
    script(ws.root / "bad-interpreter", "#!/no/such/thing\n")
    script(ws.root / "no-interpreter", "echo hello\n")
    (ws.root / "no-permission").write_text("#!/bin/sh\n")
    (ws.root / "directory").mkdir()
    (ws.root / "loop").symlink_to("loop")
    for program in (
        "no-such-program", "./missing", "./bad-interpreter", "./no-interpreter", "./no-permission",
        "./directory", "directory", "./loop", "''", "x" * 5000, "/", "./no-permission/x",
    ):  # fmt: skip
        result = ws.run(f"echo before ; {program} || echo after ; echo later")
        assert (result.code, result.out) == (64, "before\n"), program
        assert result.err.startswith("✗ error: task 't': the ")
        assert result.err.count("\n") == 1


def test_lookup(ws: Workspace) -> None:
    """PATH in order, first what can be run; an empty entry and `./` mean the task's directory."""
    for name in ("one", "two", "sub"):
        (ws.root / name).mkdir()
    script(ws.root / "two/prog", "#!/bin/sh\necho two $0\n")
    (ws.root / "one/prog").write_text("not executable")
    script(ws.root / "sub/prog", "#!/bin/sh\necho sub $0\n")
    (ws.root / "one/other").mkdir()
    both = {"PATH": f"{ws.root}/one:{ws.root}/two"}
    assert ws.run("prog", env=both).out == f"two {ws.root}/two/prog\n"
    assert ws.run("other", env=both).code == 64
    for path in ("", ":/bin", "/bin:", ".", "../sub"):
        assert ws.run("prog", dir="sub", env={"PATH": path}).out.startswith("sub "), path
    assert ws.run("./prog", dir="sub", env={"PATH": ""}).code == 0
    assert ws.run("sub/prog", env={"PATH": ""}).out == "sub sub/prog\n"
    assert ws.run("sh -c 'exit 4'", env={"PATH": None}).code == 4


@pytest.mark.parametrize(
    ("run", "says"),
    [
        ("cd sub", "set the `dir` of the task"),
        ("export A=b", "set the variable in the `env` of the task"),
        ("A=b sh -c true", "set the variable in the `env` of the task"),
        ("exit 1", "use `false`"),
        ("source x", "script"),
        ("set -e", "script"),
        ("if true; then echo; fi", "script"),
        ("for x in a; do echo; done", "script"),
    ],
)
def test_what_only_a_shell_knows(ws: Workspace, run: str, says: str) -> None:
    """SHELL-44: the words of a shell are no programs, and the way out is said."""
    result = ws.run(run, env={"PATH": "/usr/bin:/bin"})
    assert result.code == 64
    assert "was not found" in result.err
    assert says in result.err


def test_too_many_words(ws: Workspace) -> None:
    """SHELL-44: what the kernel does not take is said in words that help."""
    result = ws.run(f"sh -c true {'x' * 200_000}")
    assert result.code == 64
    assert "the command line or the environment is too long" in result.err
    assert "interpreter" not in result.err


def test_program_out_of_reach(ws: Workspace, ordinary: Callable[[str, int], Result]) -> None:
    """SHELL-44: a program behind a closed directory may be there, and is not said to be missing."""
    (ws.root / "closed").mkdir()
    script(ws.root / "closed/prog", "#!/bin/sh\n")
    (ws.root / "closed").chmod(0)
    ws.config("[tasks.t]\nrun = 'closed/prog'\n")
    result = ordinary("t", 0o022)
    (ws.root / "closed").chmod(0o755)
    assert result.code == 64
    assert "'closed/prog' cannot be reached: Permission denied" in result.err


@pytest.mark.parametrize("number", [errno.EIO, errno.ESTALE])
def test_a_place_that_cannot_be_looked_at_ends_the_search(
    ws: Workspace, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], number: int
) -> None:
    """SHELL-41: as with execvp: no program further on in PATH runs in the place of one that may be first."""
    for name in ("first", "second"):
        (ws.base / name).mkdir()
        script(ws.base / name / "tool", "#!/bin/sh\necho ran\n")
    ws.config("[tasks.t]\nrun = 'tool'\n")
    monkeypatch.chdir(ws.root)
    monkeypatch.setenv("PATH", f"{ws.base}/first:{ws.base}/second")
    sound = calls.status_at

    def status_at(directory: int | None, name: str, follow: bool = False) -> os.stat_result:
        if name == f"{ws.base}/first/tool":
            raise OSError(number, os.strerror(number))
        return sound(directory, name, follow)

    monkeypatch.setattr(calls, "status_at", status_at)
    assert cli.main(["t"]) == 64
    out, err = capfd.readouterr()
    assert (out, err.partition(" — ")[0]) == (
        "",
        f"✗ error: task 't': the program 'tool' cannot be looked at: {os.strerror(number)}",
    )


def test_a_link_that_leads_round_is_no_program(ws: Workspace) -> None:
    """SHELL-41: the search goes on behind it; a path that is one is told with the reason."""
    for name in ("first", "second"):
        (ws.base / name).mkdir()
    (ws.base / "first/tool").symlink_to("tool")
    script(ws.base / "second/tool", "#!/bin/sh\necho ran\n")
    ws.config("[tasks.t]\nrun = 'tool'\n[tasks.u]\nrun = '../first/tool'\n")
    path = {"PATH": f"{ws.base}/first:{ws.base}/second:/usr/bin:/bin"}
    assert ws.tsr("t", env=path).out == "ran\n"
    result = ws.tsr("u", env=path)
    assert result.code == 64
    assert "the program '../first/tool' cannot be reached: Too many levels of symbolic links" in result.err


def test_argv_zero_is_as_written(ws: Workspace) -> None:
    """The program sees the word that was written."""
    script(ws.root / "prog", "#!/bin/sh\n")
    result = ws.run(f"{sys.executable} -c 'import sys; print(sys.orig_argv[0])'")
    assert result.out == f"{sys.executable}\n"


def test_exactly_the_environment(ws: Workspace) -> None:
    """SHELL-43: nothing is added, nothing lost, not even in the C locale."""
    probe = f'{sys.executable} -c \'import os; os.write(1, open("/proc/self/environ", "rb").read())\''
    if not os.path.exists("/proc/self/environ"):
        pytest.skip("no /proc")
    for extra in ({}, {"LANG": "C"}, {"LC_CTYPE": "C.UTF-8"}, {"B": "\udcff", "E": "", "a-b": "="}):
        result = ws.run(probe, env=extra)
        given = ws.environment(extra)
        seen = [os.fsdecode(line) for line in result.raw_out.split(b"\0")[:-1]]
        assert sorted(seen) == sorted(f"{name}={value}" for name, value in given.items())


def test_descriptors_and_signals(ws: Workspace) -> None:
    """A child gets 0 to 2 and the signals as a shell leaves them."""
    probe = 'import os, signal; print(sorted(os.listdir("/proc/self/fd"))[:4])'
    if not os.path.exists("/proc/self/fd"):
        pytest.skip("no /proc")
    out = ws.run(f"{sys.executable} -c '{probe}'").out
    assert out == "['0', '1', '2', '3']\n"
    masks = dict(line.split(":\t") for line in ws.run("grep ^Sig /proc/self/status").out.splitlines())
    usual = (1 << 31) - 1  # beyond these the C library may ignore signals of its own
    assert int(masks["SigBlk"], 16) == 0
    assert int(masks["SigIgn"], 16) & usual == 0


def test_input_is_shared(ws: Workspace) -> None:
    """Standard input is the child's, and what it leaves is the next one's."""
    assert ws.run("sh -c 'read x; echo $x' && cat", stdin=b"one\ntwo\n").out == "one\ntwo\n"


# Interrupts -----------------------------------------------------------------------------------


@contextmanager
def running(ws: Workspace, run: str, **options: object) -> Iterator[subprocess.Popen[bytes]]:
    """The runner at work on a task that prints a line when it is ready."""
    ws.config(f"[tasks.t]\nrun = '''{run}'''\n")
    child = subprocess.Popen(
        [sys.executable, "-m", "tsr_impl", "t"],
        cwd=ws.root,
        env=ws.environment(),
        **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, **options},  # type: ignore[call-overload]
    )
    try:
        if child.stdout:
            assert child.stdout.readline() == b"ready\n"
        yield child
    finally:
        child.kill()
        child.wait()
        if child.stdout:
            child.stdout.close()


def gone(pid: int) -> bool:
    """Whether a process has ended; a zombie has."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state in "ZX"


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGHUP, 129), (signal.SIGQUIT, 131)],
)
def test_interrupt_during_a_child(ws: Workspace, number: int, code: int) -> None:
    """INT-1, INT-4: the child is ended, nothing more is started, the exit code says why."""
    with running(ws, "sh -c 'echo ready; exec sleep 60' ; touch later") as child:
        child.send_signal(number)
        assert child.wait(10) == code
    assert ws.tree() == {}


def test_grandchildren_are_torn_down(ws: Workspace) -> None:
    """TREE-2: the whole group goes, also what the leader left behind."""
    run = "sh -c 'sleep 60 & echo $! >pid; echo ready; wait'"
    with running(ws, run) as child:
        child.send_signal(signal.SIGTERM)
        assert child.wait(10) == 130
    grandchild = int((ws.root / "pid").read_text())
    deadline = time.monotonic() + 2
    while not gone(grandchild) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert gone(grandchild)


def test_stubborn_child_is_killed(ws: Workspace) -> None:
    """TREE-2: SIGKILL comes between 2 and 3 seconds after SIGTERM."""
    with running(ws, "sh -c 'trap \"\" TERM; echo ready; while :; do sleep 0.1; done'") as child:
        start = time.monotonic()
        child.send_signal(signal.SIGINT)
        assert child.wait(10) == 130
        assert 2.0 <= time.monotonic() - start < 3.0


def test_second_signal_exits_at_once(ws: Workspace) -> None:
    """INT-2: with the first one's code, and the child is killed."""
    run = "sh -c 'trap \"\" TERM; echo $$ >pid; echo ready; while :; do sleep 0.1; done'"
    with running(ws, run) as child:
        start = time.monotonic()
        child.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        assert child.wait(10) == 129
        assert time.monotonic() - start < 1.5
    pid = int((ws.root / "pid").read_text())
    time.sleep(0.2)
    assert gone(pid)


def test_interrupt_during_a_blocking_read(ws: Workspace) -> None:
    """INT-3: `cat` that waits for input ends too."""
    reader, writer = os.pipe()
    with running(ws, "echo ready && cat || touch later", stdin=reader) as child:
        time.sleep(0.2)
        child.send_signal(signal.SIGTERM)
        assert child.wait(5) == 130
    os.close(reader)
    os.close(writer)
    assert ws.tree() == {}


def test_interrupt_during_a_blocking_write(ws: Workspace) -> None:
    """INT-3: so does `cat` when nobody takes what it prints."""
    (ws.root / "big").write_bytes(b"x" * 1_000_000)
    with running(ws, "echo ready && cat big") as child:
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        assert child.wait(5) == 130


def test_interrupt_during_a_long_builtin(ws: Workspace) -> None:
    """INT-3: a builtin ends at the next safe point."""
    for number in range(60):
        (ws.root / f"t/{number}").mkdir(parents=True)
        for inner in range(50):
            (ws.root / f"t/{number}/{inner}").touch()
    with running(ws, "echo ready && cp -r t copy && cp -r t copy2 && cp -r t copy3") as child:
        child.send_signal(signal.SIGTERM)
        assert child.wait(10) == 130
    assert not (ws.root / "copy3").exists()


BLOCKED = {signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGUSR1}


def block() -> None:
    signal.pthread_sigmask(signal.SIG_SETMASK, BLOCKED)


def test_blocked_signals_are_let_through(ws: Workspace) -> None:
    """INT-1: a mask that was inherited makes the runner neither hang nor deaf."""
    with running(ws, "sh -c 'echo ready; exit 3'", preexec_fn=block) as child:
        assert child.wait(10) == 3
    # The child keeps the mask, so that only the runner can hear this.
    with running(ws, "echo ready && cat", stdin=subprocess.PIPE, preexec_fn=block) as child:
        child.send_signal(signal.SIGTERM)
        assert child.wait(10) == 130
        assert child.stdin
        child.stdin.close()


def test_children_get_the_inherited_mask(ws: Workspace) -> None:
    """A child has the mask that the runner was started with."""
    if not os.path.exists("/proc/self/status"):
        pytest.skip("no /proc")
    with running(ws, "echo ready && grep ^SigBlk /proc/self/status", preexec_fn=block) as child:
        assert child.stdout
        mask = int(child.stdout.readline().split()[1], 16)
        assert child.wait(10) == 0
    assert mask == sum(1 << number - 1 for number in BLOCKED)


def test_ignored_signals_stay_ignored(ws: Workspace) -> None:
    """INT-4: one that is ignored at entry changes nothing, for the child neither."""
    with running(
        ws,
        "sh -c 'echo ready; kill -INT $$; kill -INT $PPID; sleep 0.2; exit 5'",
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    ) as child:
        assert child.wait(10) == 5


def test_stopped_child_is_continued(ws: Workspace) -> None:
    """INT-5: a stopped child can act on its SIGTERM."""
    with running(ws, "sh -c 'echo ready; kill -STOP $$; sleep 60'") as child:
        time.sleep(0.2)
        start = time.monotonic()
        child.send_signal(signal.SIGTERM)
        assert child.wait(10) == 130
        assert time.monotonic() - start < 1.5


def test_group_of_its_own_only_away_from_a_terminal(ws: Workspace) -> None:
    """TREE-1: with a terminal as standard input the child stays in the runner's group."""
    ws.config(
        "[tasks.t]\nrun = '''"
        + sys.executable
        + ' -c "import os; print(os.getpgid(0) == os.getpgid(os.getppid()))"'
        + "'''\n"
    )
    assert ws.tsr("t").out == "False\n"
    child, master = pty.fork()
    if child == 0:
        os.chdir(ws.root)
        environment = ws.environment()
        os.execve(sys.executable, [sys.executable, "-m", "tsr_impl", "t"], environment)
    printed = b""
    while select.select([master], [], [], 10)[0]:
        try:
            data = os.read(master, 1000)
        except OSError:
            break
        if not data:
            break
        printed += data
    os.waitpid(child, 0)
    os.close(master)
    assert printed == b"True\r\n"


def test_typed_interrupt(ws: Workspace) -> None:
    """INT-5: Ctrl-C reaches the child itself, and the run ends with 130."""
    ws.config("[tasks.t]\nrun = '''sh -c \"trap 'echo caught; exit 9' INT; echo ready; sleep 60 & wait\"'''\n")
    child, master = pty.fork()
    if child == 0:
        os.chdir(ws.root)
        os.execve(sys.executable, [sys.executable, "-m", "tsr_impl", "t"], ws.environment())
    printed = b""
    while b"ready" not in printed:
        printed += os.read(master, 1000)
    os.write(master, b"\x03")
    while select.select([master], [], [], 10)[0]:
        try:
            data = os.read(master, 1000)
        except OSError:
            break
        if not data:
            break
        printed += data
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(master)
    assert status == 130
    assert b"caught" in printed
