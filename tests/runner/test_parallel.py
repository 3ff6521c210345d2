"""Tasks side by side (GRAPH-10), the first failure and `--no-bail` (GRAPH-5, GRAPH-11), the table (OUT-3)."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys

import pytest
from conftest import Result, Workspace


def tasks(**given: str | tuple[str, str] | tuple[str, str, bool]) -> str:
    """Tasks of a config: `run`, or `run` and deps, or those and whether it is parallel."""
    lines = []
    for name, value in given.items():
        run, deps, parallel = (value, "", False) if isinstance(value, str) else (*value, False)[:3]
        lines.append(f"[tasks.{name}]\ndeps = {deps.split()!r}\nparallel = {str(parallel).lower()}")
        if run:
            lines.append(f"run = '''{run}'''")
    return "\n".join(lines)


def fifos(ws: Workspace, *names: str) -> None:
    for name in names:
        os.mkfifo(ws.root / name)


# Each waits for the other: they end only if they run at the same time.
PING = 'sh -c "echo >there; read x <back"'
PONG = 'sh -c "read x <there; echo >back"'


def test_deps_of_a_parallel_task_run_side_by_side(ws: Workspace) -> None:
    """GRAPH-10: and the task itself after them."""
    fifos(ws, "there", "back")
    ws.config(tasks(t=("echo t", "a b", True), a=PING, b=PONG))
    assert ws.tsr("t").out == "t\n"


def test_deps_of_deps_are_come_to_in_the_same_walk(ws: Workspace) -> None:
    """GRAPH-10: what a dep waits for may run beside what another waits for."""
    fifos(ws, "there", "back")
    ws.config(tasks(t=("", "a b", True), a=("true", "c"), b=("true", "d"), c=PING, d=PONG))
    assert ws.tsr("t").code == 0


def test_other_tasks_take_their_deps_in_turn(ws: Workspace) -> None:
    """GRAPH-10: also in the midst of a parallel run; `parallel` covers a task's own deps only."""
    run = 'sh -c "test ! -e busy && mkdir busy && rmdir busy && echo {0} >>log"'
    names = ("c", "d", "e", "f")
    ws.config(tasks(t=("", "a b", True), a=("true", "c d e f"), b="true", **{n: run.format(n) for n in names}))
    assert ws.tsr("t").code == 0
    assert (ws.root / "log").read_text().split() == list(names)


def test_a_dep_that_two_wait_for_runs_once(ws: Workspace) -> None:
    """GRAPH-1: the diamond."""
    ws.config(tasks(t=("echo t", "a b", True), a=("echo ab", "c"), b=("echo ab", "c"), c="echo c"))
    assert ws.tsr("t").out == "c\nab\nab\nt\n"


def test_a_dry_run_shows_the_sequential_order(ws: Workspace) -> None:
    """GRAPH-10: of a parallel run, too."""
    ws.config(tasks(t=("echo t", "b a", True), a=("echo a", "c"), b="echo b", c="echo c"))
    assert re.findall("^· (.*)", ws.tsr("t", "--dry-run", "--no-bail").out, re.M) == ["b", "c", "a", "t"]


def test_a_builtin_holds_nothing_up(ws: Workspace) -> None:
    """GRAPH-10: `cat` waits for its input, while others start, run and end."""
    fifos(ws, "there", "back", "over")
    ws.config(tasks(t=("", "a b c", True), a="cat", b=PING, c=f"{PONG} && sh -c 'echo >over'"))
    child = subprocess.Popen(
        [sys.executable, "-m", "tsr_impl", "t"],
        cwd=ws.root, env=ws.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    subprocess.run(["sh", "-c", "read x <over"], cwd=ws.root, timeout=60, check=True)
    out, _ = child.communicate(b"at last\n", timeout=60)
    assert (child.returncode, out) == (0, b"at last\n")


def test_patterns_and_builtins_give_their_words_side_by_side(ws: Workspace) -> None:
    """GRAPH-10: what a thread found out, a program gets."""
    for name in ("x1", "x2"):
        (ws.root / name).write_text(name + "\n")
    ws.config(tasks(t=("", "a b", True), a="/bin/cat x* && cat x*", b="/bin/echo* x1 && false || echo on"))
    assert sorted(ws.tsr("t").out.split()) == sorted(["x1", "x2"] * 2 + ["x1", "on"])


def test_each_task_has_its_directory_and_its_variables(ws: Workspace) -> None:
    """GRAPH-10: no matter who starts meanwhile."""
    text = ["[tasks.t]\nparallel = true\ndeps = [" + ", ".join(f"'a{n}'" for n in range(20)) + "]"]
    for n in range(20):
        (ws.root / f"d{n}").mkdir()
        text.append(f"[tasks.a{n}]\ndir = 'd{n}'\nenv = {{ N = '{n}' }}\nrun = '''sh -c 'pwd; echo $N' && pwd'''")
    ws.config("\n".join(text))
    out = ws.tsr("t").out.split()
    assert sorted(out) == sorted([f"{ws.root}/d{n}" for n in range(20)] * 2 + [str(n) for n in range(20)])


def test_a_private_directory_leaves_the_umask_alone(ws: Workspace) -> None:
    """BUILTIN-8: while a tree is copied, others make files with the modes that the umask leaves."""
    for n in range(200):
        (ws.root / f"tree/{n}").mkdir(parents=True)
    ws.config(tasks(t=("", "a b", True), a="cp -r tree copy && cp -r tree copy2", b="sh -c 'umask; umask; umask'"))
    assert ws.tsr("t").out == "0022\n" * 3
    assert {(ws.root / f"copy/{n}").stat().st_mode & 0o777 for n in range(200)} == {0o755}


def test_a_private_directory_under_a_umask_that_takes_all(ws: Workspace) -> None:
    """BUILTIN-8: its mode is 0700 in any case, and no other's is touched."""
    code = "import os; from tsr_impl import calls; os.umask(0o777); calls.make_private_directory(os.open('.', 0), 'd')"
    subprocess.run([sys.executable, "-c", code], cwd=ws.root, env=ws.environment(), check=True)
    assert (ws.root / "d").stat().st_mode & 0o777 == 0o700


# Failures -------------------------------------------------------------------------------------


def test_a_failure_tears_siblings_down(ws: Workspace) -> None:
    """GRAPH-5, TREE-4: its code is that of the run, whatever the sibling's operators say."""
    fifos(ws, "up")
    ws.config(
        tasks(
            t=("echo t", "a b c", True),
            a="sh -c 'read x <up; exit 3'",
            b="sh -c 'trap \"exit 9\" TERM; echo >up; while :; do sleep 0.1; done' || touch later",
            c=("touch never", "a"),
        )
    )
    result = ws.tsr("t")
    assert (result.code, result.out) == (3, "")
    assert set(ws.tree()) == {"up"}
    assert [line.split()[:3] for line in result.table.splitlines()] == [
        ["✗", "a", "exit"], ["⊘", "b", "stopped"], ["⊘", "c", "skipped"], ["⊘", "t", "skipped"],
    ]  # fmt: skip


def test_a_failure_stops_builtins_that_wait(ws: Workspace) -> None:
    """TREE-4, INT-3: `cat` without end of input, and one whose output nobody takes."""
    fifos(ws, "up")
    (ws.root / "big").write_bytes(b"x" * 1_000_000)
    ws.config(
        tasks(
            t=("", "a b c", True),
            a="sh -c 'read x <up; exit 3'",
            b="cat || touch later",
            c="sh -c 'echo >up' && cat big",
        )
    )
    reader, writer = os.pipe()
    reader2, writer2 = os.pipe()
    done = subprocess.run(
        [sys.executable, "-m", "tsr_impl", "t"],
        cwd=ws.root, env=ws.environment(), stdin=reader, stdout=writer2, stderr=subprocess.PIPE,
        timeout=60, check=False,
    )  # fmt: skip
    for descriptor in (reader, writer, reader2, writer2):
        os.close(descriptor)
    result = Result(done.returncode, b"", done.stderr)
    assert (result.code, result.err) == (3, "")
    assert set(ws.tree()) == {"up", "big"}


def test_a_builtin_that_fails_in_a_thread_ends_the_run(ws: Workspace) -> None:
    """GRAPH-5."""
    ws.config(tasks(t=("", "a b", True), a="cat none", b="sh -c 'while :; do sleep 0.1; done'"))
    result = ws.tsr("t")
    assert (result.code, result.err) == (1, "cat: 'none': No such file or directory\n")


@pytest.mark.parametrize("parallel", [False, True])
def test_with_no_bail_everything_else_runs(ws: Workspace, parallel: bool) -> None:
    """GRAPH-11: also what depends on what failed; the first failure decides."""
    ws.config(
        tasks(
            t=("echo t", "a b c", parallel),
            a="sh -c 'exit 4' && echo never",
            b=("echo b", "a"),
            c=("sh -c 'exit 5'", "b"),
        )
    )
    result = ws.tsr("t", "--no-bail")
    assert (result.code, result.out) == (4, "b\nt\n")
    assert result.table.split("\n")[0].startswith("✗ a  exit 4")
    assert ws.tsr("t").out == ""


@pytest.mark.parametrize("options", [[], ["--no-bail"]])
def test_what_the_runner_cannot_do_stops_the_run_always(ws: Workspace, options: list[str]) -> None:
    """TREE-4, EXIT-6: 64 if nothing failed before; without a failure there is no table (OUT-3)."""
    fifos(ws, "up", "go")
    ws.config(
        tasks(
            t=("echo t", "a b", True),
            a="sh -c 'read x <up' && none || echo on",
            b="sh -c 'echo >up; while :; do sleep 0.1; done' ; echo on",
        )
    )
    result = ws.tsr("t", *options)
    assert (result.code, result.out, result.table) == (64, "", "")
    assert result.err.startswith("✗ error: task 'a': the program 'none' was not found")


def test_a_failure_outranks_what_the_runner_cannot_do(ws: Workspace) -> None:
    """EXIT-6: the first failure's code stays; the table has both."""
    ws.config(tasks(t=("", "a b c"), a="sh -c 'exit 4'", b="none", c="echo never"))
    result = ws.tsr("t", "--no-bail")
    assert (result.code, result.out) == (4, "")
    assert "'none' was not found" in result.err
    assert [re.sub(r" *\d+\.\d s$", "", row) for row in result.table.splitlines()] == [
        "✗ a  exit 4", "✗ b  exit 64", "⊘ c  skipped",
    ]  # fmt: skip


def test_strict_refusal_in_a_thread_stops_the_run(ws: Workspace) -> None:
    """FENCE-10: a runner-level error, wherever the builtin ran."""
    ws.config(tasks(t=("", "a b", True), a="cat ../outside/x || echo on", b="sh -c 'while :; do sleep 0.1; done'"))
    result = ws.tsr("t", "--strict")
    assert (result.code, result.out, result.table) == (64, "", "")
    assert "[FENCE-10]" in result.err


def test_the_table(ws: Workspace) -> None:
    """OUT-3: in the plan's order, padded, without blanks at the end, aggregates left out."""
    ws.config(
        tasks(t=("echo t", "all build"), all=("", "lint longest-name"), lint="true", build="sh -c 'exit 123'")
        + "\n[tasks.longest-name]\nrun = 'false'\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "tsr_impl", "t", "--no-bail"],
        cwd=ws.root, env=ws.environment(), capture_output=True, check=False,
    )  # fmt: skip
    assert re.sub(r"\d\.\d", "N", done.stderr.decode()) == (
        "✓ lint          ok        N s\n"
        "✗ longest-name  exit 1    N s\n"
        "✗ build         exit 123  N s\n"
        "✓ t             ok        N s\n"
        "exit code: 1\n"
    )


# Many -----------------------------------------------------------------------------------------

# Says how many descriptors the process above it, which is the runner, has open, how many zombies, how many kB.
LOOK = """\
import os
def line(process):
    try:
        return open(f"/proc/{process}/stat").read()
    except OSError:
        return ")"
runner = os.getppid()
states = [line(name).rpartition(")")[2].split()[:2] for name in os.listdir("/proc") if name.isdigit()]
with open(f"/proc/{runner}/statm") as pages:
    kilobytes = int(pages.read().split()[1]) * os.sysconf("SC_PAGESIZE") // 1024
print(len(os.listdir(f"/proc/{runner}/fd")), states.count(["Z", str(runner)]), kilobytes)
"""


def many(ws: Workspace, count: int, run: str, last: str = "true", parallel: str = "true") -> None:
    names = ", ".join(f"'a{n}'" for n in range(count))
    text = [f"[tasks.t]\nrun = '''{last}'''\nparallel = {parallel}\ndeps = [{names}]"]
    ws.config("\n".join(text + [f"[tasks.a{n}]\nrun = '''{run}'''" for n in range(count)]))


@pytest.mark.parametrize("parallel", ["false", "true"])
@pytest.mark.parametrize("run", ["/bin/echo", "echo", "/bin/echo && echo"])
def test_a_thousand_short_tasks_leave_nothing_behind(ws: Workspace, run: str, parallel: str) -> None:
    """TREE-10: neither descriptors nor zombies gather, and a task takes no memory but for what is written of it."""
    (ws.root / "look").write_text(LOOK)
    look = f"{sys.executable} look"
    many(ws, 1, run, look, parallel)
    few = [int(number) for number in ws.tsr("t").out.split()]
    many(ws, 1000, run, look, parallel)
    result = ws.tsr("t")
    assert result.code == 0
    assert result.out.count("\n") == 1000 * run.count("echo") + 1
    descriptors, zombies, kilobytes = (int(number) for number in result.out.split())
    assert (descriptors, zombies) == (few[0], 0)
    assert kilobytes - few[2] < 8 * 1000


@pytest.mark.parametrize("run", ["sh -c 'exit 0' && sh -c 'exit 0'", "cp f $N", "sleep 0.1 && cp f $N", "cp -r d $N"])
def test_few_descriptors_are_enough(ws: Workspace, run: str) -> None:
    """GRAPH-10: what there are not the means for waits until something has ended."""
    (ws.root / "f").write_text("f")
    (ws.root / "d/d/d/d").mkdir(parents=True)
    names = [f"'a{n}'" for n in range(100)]
    text = [f"[tasks.t]\nparallel = true\ndeps = [{', '.join(names)}]"]
    text += [f'[tasks.{name}]\nenv = {{ N = {name} }}\nrun = "{run}"' for name in names]
    ws.config("\n".join(text))
    done = subprocess.run(
        [sys.executable, "-m", "tsr_impl", "t"],
        cwd=ws.root, env=ws.environment(), capture_output=True, timeout=120, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40)),
    )  # fmt: skip
    assert Result(done.returncode, done.stdout, done.stderr).code == 0, done.stderr
    assert len([*ws.root.iterdir()]) == (103 if "cp" in run else 3)


# The system has no more to give while as many as three programs run; or never has anything.
SCARCE = """
import errno, os, sys
from tsr_impl import calls, cli
real = {"spawn": calls.spawn, "reap": calls.reap}
running = 0
def spawn(*words):
    global running
    if running >= int(sys.argv[1]):
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    child = real["spawn"](*words)
    running += 1
    return child
def reap(child):
    global running
    running -= 1
    real["reap"](child)
calls.spawn, calls.reap = spawn, reap
sys.exit(cli.main(["t"]))
"""


@pytest.mark.parametrize(("most", "code"), [("3", 0), ("1", 0), ("0", 64)])
def test_what_cannot_be_started_waits_for_what_runs(ws: Workspace, most: str, code: int) -> None:
    """GRAPH-10: or ends the run, with a way out, if nothing runs that could end."""
    many(ws, 20, "sh -c 'echo x' && sh -c 'echo y'")
    done = subprocess.run(
        [sys.executable, "-c", SCARCE, most], cwd=ws.root, env=ws.environment(), capture_output=True, check=False
    )
    result = Result(done.returncode, done.stdout, done.stderr)
    assert result.code == code
    assert sorted(result.out.split()) == (["x"] * 20 + ["y"] * 20 if not code else [])
    assert ("`ulimit -a`" in result.err) == bool(code)
    assert ("✗ error: task 'a0': " in result.err) == bool(code)


# No directory can be listed while more than so many commands are attempted; two are at first.
SCARCE_FOR_WORK = """
import errno, os, sys, threading
from tsr_impl import calls, cli, sequence
real = {"attempt": sequence.attempt, "list_path": calls.list_path}
attempted, meet, lock = [], threading.Barrier(2), threading.Lock()
begun = 0
def attempt(*words):
    global begun
    with lock:
        begun += 1
        first = begun <= 2
    attempted.append(words)
    try:
        if first:
            meet.wait(60)
        return real["attempt"](*words)
    finally:
        if first:
            meet.wait(60)
        attempted.remove(words)
def list_path(path, at):
    if threading.current_thread() is not threading.main_thread() and len(attempted) > int(sys.argv[1]):
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
    return real["list_path"](path, at)
sequence.attempt, calls.list_path = attempt, list_path
sys.exit(cli.main(["t"]))
"""


@pytest.mark.parametrize(("most", "code"), [("1", 0), ("0", 64)])
def test_what_a_thread_has_not_the_means_for_is_tried_again(ws: Workspace, most: str, code: int) -> None:
    """GRAPH-10: and a pattern does not match less because of that."""
    (ws.root / "x1").write_text("x\n")
    many(ws, 10, "cat x*")
    done = subprocess.run(
        [sys.executable, "-c", SCARCE_FOR_WORK, most], cwd=ws.root, env=ws.environment(), capture_output=True,
        timeout=60, check=False,
    )  # fmt: skip
    result = Result(done.returncode, done.stdout, done.stderr)
    assert (result.code, result.out) == (code, "" if code else "x\n" * 10)
    assert bool(re.fullmatch("✗ error: task 'a\\d': the system has no more .*`ulimit -a`\n", result.err)) == bool(code)
