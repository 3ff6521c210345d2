"""`mkdir`, `touch`, `cat`, and the builtins that touch no files (BUILTIN-11 to BUILTIN-19)."""

from __future__ import annotations

import os
import stat
import subprocess
import sys

import pytest
from conftest import IMPL, Result, Workspace


def mode_of(path: os.PathLike[str]) -> int:
    return stat.S_IMODE(os.stat(path).st_mode)


def test_mkdir(ws: Workspace) -> None:
    """One directory each; what exists in any form is an error."""
    (ws.root / "f").touch()
    (ws.root / "link").symlink_to("../outside")
    (ws.root / "dangling").symlink_to("nowhere")
    assert ws.run("mkdir a a/b c/").code == 0
    for operand in ("a", "f", "link", "dangling", "dangling/", ".", "a/..", "a/."):
        result = ws.run(f"mkdir {operand}")
        assert (result.code, result.err) == (1, f"mkdir: '{operand}': File exists\n")
    assert ws.run("mkdir x/y").err == "mkdir: 'x/y': No such file or directory\n"
    assert ws.run("mkdir f/y").err == "mkdir: 'f/y': Not a directory\n"
    assert ws.run("mkdir x/.").code == 1
    assert set(ws.tree()) == {"a", "a/b", "c", "f", "link", "dangling"}


def test_mkdir_parents(ws: Workspace) -> None:
    """`-p` makes what is missing, one after the other, and is content with what is there."""
    (ws.root / "f").touch()
    (ws.root / "d").mkdir()
    (ws.root / "link").symlink_to("d")
    (ws.root / "dangling").symlink_to("nowhere")
    assert ws.run("mkdir -p a/b/c a/b d link link/new/x . ./ d/.. --parents p/ q/. r/../s").code == 0
    made = {"a", "a/b", "a/b/c", "d/new", "d/new/x", "p", "q", "r", "s"}
    assert set(ws.tree()) == made | {"f", "d", "link", "dangling"}
    for operand in ("f", "f/x", "dangling", "dangling/x", "d/../f/x"):
        assert ws.run(f"mkdir -p {operand}").code == 1, operand
    assert set(ws.tree()) == made | {"f", "d", "link", "dangling"}


def test_mkdir_parents_is_judged_first(ws: Workspace) -> None:
    """Every directory that would be made is judged before the first is made."""
    (ws.root / "out").symlink_to("../outside")
    for operand, place in (
        ("a/../../new/x", "new/x"),
        ("a/b/../../../new/../ws/x", "new"),
        ("out/x", "outside/x"),
        ("out", "outside"),
        ("../new/../ws/x", "new"),
    ):
        result = ws.run(f"mkdir -p {operand}")
        assert (result.code, result.err) == (1, ws.refusal("mkdir", ws.base / place))
    assert set(ws.tree()) == {"out"}


def test_umask(ws: Workspace) -> None:
    """New directories and files have the modes that the umask leaves."""
    ws.config("[tasks.t]\nrun = 'mkdir d && mkdir -p p/q && touch f'\n")
    command = f"umask 027; exec '{sys.executable}' -m tsr_impl t"
    subprocess.run(["sh", "-c", command], cwd=ws.root, env=ws.environment(), check=True)
    assert [mode_of(ws.root / name) for name in ("d", "p", "p/q")] == [0o750] * 3
    assert mode_of(ws.root / "f") == 0o640


def test_touch(ws: Workspace) -> None:
    """Makes empty files, sets both times to now, and never truncates."""
    (ws.root / "f").write_text("f")
    (ws.root / "d").mkdir()
    (ws.root / "link").symlink_to("target")
    (ws.root / "to-f").symlink_to("f")
    for name in ("f", "d"):
        os.utime(ws.root / name, (1, 1))
    assert ws.run("touch new link to-f d d/ .").code == 0
    assert ws.tree() == {
        "f": "f", "d": "d", "link": "-> target", "target": "", "to-f": "-> f", "new": "",
    }  # fmt: skip
    for name in ("f", "d"):
        status = os.stat(ws.root / name)
        assert status.st_mtime > 1_000_000
        assert status.st_atime > 1_000_000


def test_touch_errors(ws: Workspace) -> None:
    """What is no file or directory is not touched; others are."""
    os.mkfifo(ws.root / "fifo")
    (ws.root / "f").touch()
    (ws.root / "to-slash").symlink_to("new/")
    for operand, reason in (
        ("fifo", "not a regular file or directory"),
        ("f/", "Not a directory"),
        ("new/", "No such file or directory"),
        ("new/.", "No such file or directory"),
        ("to-slash", "No such file or directory"),
        ("no/such", "No such file or directory"),
        ("x" * 300, "File name too long"),
    ):
        result = ws.run(f"touch {operand} ok")
        assert (result.code, result.err) == (1, f"touch: '{operand}': {reason}\n")
        assert (ws.root / "ok").exists()
    assert ws.run("touch").code == 2
    assert ws.run("touch -c x").code == 2


def test_cat(ws: Workspace) -> None:
    """Prints files in order; a failing operand does not stop the others."""
    (ws.root / "a").write_bytes(b"a\n\xff")
    (ws.root / "-").write_text("dash\n")
    (ws.root / "link").symlink_to("a")
    (ws.root / "d").mkdir()
    os.mkfifo(ws.root / "fifo")
    assert ws.run("cat a - link -- -").raw_out == b"a\n\xffdash\na\n\xffdash\n"
    result = ws.run("cat d missing fifo -")
    assert (result.code, result.out) == (1, "dash\n")
    assert result.err == (
        "cat: 'd': Is a directory\ncat: 'missing': No such file or directory\ncat: 'fifo': not a regular file\n"
    )
    assert ws.run("cat -n a").code == 2


def test_cat_input(ws: Workspace) -> None:
    """Without operands it passes on standard input, byte for byte."""
    data = bytes(range(256)) * 1000
    assert ws.run("cat", stdin=data).raw_out == data
    assert ws.run("cat && cat", stdin=data).raw_out == data


def test_cat_of_its_own_output(ws: Workspace) -> None:
    """FENCE-12: a file that is standard output itself would never end."""
    ws.config("[tasks.t]\nrun = 'cat f'\n")
    (ws.root / "f").write_text("f\n")
    with open(ws.root / "f", "ab") as out:
        done = subprocess.run(
            [sys.executable, "-m", "tsr_impl", "t"],
            cwd=ws.root,
            env=ws.environment(),
            stdout=out,
            stderr=subprocess.PIPE,
            timeout=20,
            check=False,
        )
    assert done.returncode == 1
    assert (ws.root / "f").read_text() == "f\n"


def test_cat_of_input_that_is_its_output(ws: Workspace) -> None:
    """FENCE-12: nor does standard input that is the same file."""
    (ws.root / "f").write_text("f\n")
    done = with_descriptors(ws, "cat", "<f >>f")
    result = Result(done.returncode, b"", done.stderr)
    assert (result.code, result.err) == (1, "cat: 'standard input': the file is standard output itself\n")
    assert (ws.root / "f").read_text() == "f\n"
    assert with_descriptors(ws, "cat", "<f >>g").returncode == 0
    assert (ws.root / "g").read_text() == "f\n"
    assert with_descriptors(ws, "cat", "</dev/null >/dev/null").returncode == 0


@pytest.mark.parametrize(
    ("run", "out"),
    [
        ("echo", "\n"),
        ("echo a  'b  c' ''", "a b  c \n"),
        ("echo -n a", "a"),
        ("echo -n -n a -n", "a -n"),
        ("echo -e -n a", "-e -n a\n"),
        ("echo -nn a", "-nn a\n"),
        ("echo -- a", "-- a\n"),
        ("echo a\\nb", "a\\nb\n"),
        ("true --any thing", ""),
    ],
)
def test_echo_and_true(ws: Workspace, run: str, out: str) -> None:
    """`echo` joins by one blank; only leading `-n` words are options."""
    result = ws.run(run)
    assert (result.code, result.out, result.err) == (0, out, "")


def test_false_and_pwd(ws: Workspace) -> None:
    """`pwd` prints the physical directory of the task and takes nothing."""
    assert ws.run("false x").code == 1
    (ws.root / "link").symlink_to(".")
    assert ws.run("pwd", dir="link/link").out == f"{ws.root}\n"
    assert ws.run("pwd x").code == 2
    assert ws.run("pwd -P").code == 2


def test_builtins_win(ws: Workspace) -> None:
    """SHELL-40: they come ahead of any program of the same name."""
    bin_directory = ws.root / "bin"
    bin_directory.mkdir()
    for name in ("echo", "rm", "true"):
        (bin_directory / name).write_text("#!/bin/sh\nexit 9\n")
        (bin_directory / name).chmod(0o755)
    path = {"PATH": f"{bin_directory}:{os.environ['PATH']}"}
    assert ws.run("echo a && true && rm bin/true", env=path).out == "a\n"
    assert ws.run("bin/echo", env=path).code == 9


@pytest.mark.parametrize("run", ["echo a", "cat f", "pwd"])
def test_nobody_reads(ws: Workspace, run: str) -> None:
    """A reader that went away makes a builtin fail quietly."""
    (ws.root / "f").write_bytes(b"x" * 1_000_000)
    ws.run(run)
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as out:
        done = subprocess.run(
            [sys.executable, "-m", "tsr_impl", "t"],
            cwd=ws.root,
            env=ws.environment(),
            stdout=out,
            stderr=subprocess.PIPE,
            check=False,
        )
    result = Result(done.returncode, b"", done.stderr)
    assert (result.code, result.err) == (1, "")


def test_full_device(ws: Workspace) -> None:
    """Output that is lost for another reason is said."""
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full")
    ws.run("echo a")
    with open("/dev/full", "wb") as out:
        done = subprocess.run(
            [sys.executable, "-m", "tsr_impl", "t"],
            cwd=ws.root,
            env=ws.environment(),
            stdout=out,
            stderr=subprocess.PIPE,
            check=False,
        )
    result = Result(done.returncode, b"", done.stderr)
    assert (result.code, result.err) == (1, "echo: standard output: No space left on device\n")


def with_descriptors(ws: Workspace, run: str, redirections: str) -> subprocess.CompletedProcess[bytes]:
    """A run whose standard descriptors were redirected by a shell."""
    ws.config(f"[tasks.t]\nrun = '{run}'\n")
    command = f"exec '{sys.executable}' -m tsr_impl t {redirections}"
    return subprocess.run(
        ["sh", "-c", command], cwd=ws.root, env=ws.environment(), capture_output=True, timeout=20, check=False
    )


def test_closed_descriptors(ws: Workspace) -> None:
    """TREE-1: closed standard descriptors are on `/dev/null`, and no file lands on them."""
    (ws.root / "f").write_text("f")
    done = with_descriptors(ws, "cp f g && cat nothing ; echo lost || cat", "<&- >&- 2>&-")
    assert done.returncode == 0
    assert ws.tree() == {"f": "f", "g": "f"}


@pytest.mark.parametrize("run", ["echo a", "cat f", "cat", "pwd"])
def test_closed_output(ws: Workspace, run: str) -> None:
    """What can't be written is a failure, and it is said."""
    (ws.root / "f").write_text("f")
    done = with_descriptors(ws, run, "<f >&-")
    result = Result(done.returncode, done.stdout, done.stderr)
    assert (result.code, result.err) == (1, f"{run.split()[0]}: standard output: Bad file descriptor\n")
    assert with_descriptors(ws, run, "<f >&- 2>&-").returncode == 1


def test_closed_output_of_a_program(ws: Workspace) -> None:
    """TREE-1: for a program it is as good as closed, too."""
    assert with_descriptors(ws, 'sh -c "echo a || exit 7"', ">&-").returncode == 7


def test_nonblocking_output(ws: Workspace) -> None:
    """A standard output that does not block is waited for."""
    (ws.root / "big").write_bytes(b"x" * 1_000_000)
    ws.run("cat big")
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with subprocess.Popen(
        [sys.executable, "-m", "tsr_impl", "t"], cwd=ws.root, env=ws.environment(), stdout=writer
    ) as child:
        os.close(writer)
        with os.fdopen(reader, "rb") as source:
            assert source.read() == b"x" * 1_000_000
        assert child.wait() == 0
    (ws.root / "big").unlink()


def test_builtins_have_no_way_around_the_fence() -> None:
    """Nothing in the package of builtins imports `os` or `calls` to act with."""
    for module in (IMPL / "tsr_impl/builtins").glob("*.py"):
        for line in module.read_text().splitlines():
            if line.startswith(("import ", "from ")):
                imported = line.replace(",", " ").split()
                assert not {"os", "calls", "pathlib", "shutil"} & set(imported), (module, line)
                assert "tsr_impl.calls" not in line


MEANWHILE = """
import sys
from tsr_impl import calls, cli

def made_twice(name):
    make = getattr(calls, name)
    def twice(*arguments):
        make(*arguments)
        return make(*arguments)
    setattr(calls, name, twice)

made_twice("create")
made_twice("make_directory")
sys.exit(cli.main(["t"]))
"""


def test_what_another_unit_makes_at_the_same_time_is_there(ws: Workspace) -> None:
    """BUILTIN-12, BUILTIN-14: between the look and the making; without `-p` it is in the way."""
    for run, code in (("mkdir -p a/b/c && touch f a/g", 0), ("mkdir d", 1)):
        ws.config(f"[tasks.t]\nrun = '{run}'\n")
        done = subprocess.run(
            [sys.executable, "-c", MEANWHILE], cwd=ws.root, env=ws.environment(), capture_output=True, check=False
        )
        assert done.returncode == code, done.stderr
    assert set(ws.tree()) == {"a", "a/b", "a/b/c", "a/g", "d", "f"}
