"""`--init` (CLI-15) and `--config` as far as it is not the editor's (CLI-17)."""

from __future__ import annotations

import os
import stat
import subprocess
import sys

import pytest
from conftest import Workspace

from tsr_impl import calls, starter
from tsr_impl.report import Stop


def init(ws: Workspace, umask: int = 0o022) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "tsr_impl", "--init"]
    return subprocess.run(command, cwd=ws.root, env=ws.environment(), capture_output=True, umask=umask, check=False)


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0, 0o644), (0o077, 0o600)])
def test_written(ws: Workspace, umask: int, mode: int) -> None:
    """A file that nobody else may write, and that the runner takes: there is only no task in it."""
    done = init(ws, umask)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"wrote tasks.toml")
    assert done.stdout.count(b"\n") == 1
    path = ws.root / "tasks.toml"
    assert stat.S_IMODE(path.stat().st_mode) == mode
    lines = path.read_text().splitlines()
    assert [line for line in lines if line and not line.startswith("#")] == []
    listed = ws.tsr("--list")
    assert (listed.code, listed.out, listed.err) == (0, "", f"tsr: there are no tasks in '{path}'\n")


def test_examples_are_in_order(ws: Workspace) -> None:
    """What is commented out is a config, once it is not."""
    init(ws)
    path = ws.root / "tasks.toml"
    lines = path.read_text().splitlines()
    examples = [line.removeprefix("# ") for line in lines if "=" in line or line.startswith("# [")]
    path.write_text("\n".join(examples))
    listed = ws.tsr("--list")
    assert (listed.code, listed.err) == (0, "")
    assert listed.out.splitlines()[0] == "hello      run: echo hello"
    assert ws.tsr("hello").out == "hello\n"
    assert not any(len(line) > 80 for line in lines)


@pytest.mark.parametrize("output", ["full", "nobody"])
def test_made_and_not_told(ws: Workspace, output: str) -> None:
    """EXIT-11: it is told on standard error then, or who tries again finds a file that nobody knows of."""
    if output == "full":
        taken = os.open("/dev/full", os.O_WRONLY)
    else:
        reader, taken = os.pipe()
        os.close(reader)
    try:
        command = [sys.executable, "-m", "tsr_impl", "--init"]
        environment = ws.environment()
        done = subprocess.run(command, cwd=ws.root, env=environment, stdout=taken, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(taken)
    assert done.returncode == 64
    assert done.stderr.startswith(b"wrote tasks.toml: ")
    assert (b"standard output cannot be written: No space left" in done.stderr) == (output == "full")
    assert (ws.root / "tasks.toml").read_text() == starter.TEXT


@pytest.mark.parametrize("kind", ["file", "directory", "dangling", "fifo", "link"])
def test_what_is_there_stays(ws: Workspace, kind: str) -> None:
    """64, whatever it is; what a link leads to is not made either."""
    path = ws.root / "tasks.toml"
    if kind == "file":
        path.write_text("mine")
    elif kind == "directory":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    else:
        path.symlink_to("target" if kind == "dangling" else "../outside/precious")
    before = os.lstat(path)
    done = init(ws)
    assert (done.returncode, done.stdout) == (64, b"")
    assert done.stderr.decode() == (
        "✗ error: tasks.toml is there already, and stays as it is — edit it, or move it away [CLI-15]\n"
    )
    assert os.lstat(path) == before
    assert not (ws.root / "target").exists()


def test_into_the_working_directory(ws: Workspace) -> None:
    """Not where a config further up lies."""
    ws.config("[tasks.t]\nrun = 'true'\n")
    (ws.root / "sub").mkdir()
    assert ws.tsr("--init", cwd=ws.root / "sub").code == 0
    assert (ws.root / "sub/tasks.toml").exists()


def test_where_nothing_can_be_made(ws: Workspace) -> None:
    """64, and said so."""
    script = f"mkdir gone && cd gone && rmdir ../gone && exec '{sys.executable}' -m tsr_impl --init"
    done = subprocess.run(["sh", "-c", script], cwd=ws.root, env=ws.environment(), capture_output=True, check=False)
    assert done.returncode == 64
    assert done.stderr.startswith("✗ error: tasks.toml cannot be made: No such file or directory".encode())


def test_a_full_disk(ws: Workspace) -> None:
    """64, and what to do."""
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))"
    code = f"{limit}; import sys; from tsr_impl.cli import main; sys.exit(main(['--init']))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ws.root, env=ws.environment(), capture_output=True, check=False
    )
    assert done.returncode == 64
    said = "✗ error: tasks.toml cannot be written: File too large — try again [CLI-15]\n"
    assert done.stderr == said.encode()
    assert os.listdir(ws.root) == []


def test_half_of_one_is_taken_away_and_nothing_else(ws: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails leaves nothing behind; what somebody else has put there meanwhile stays."""
    monkeypatch.chdir(ws.root)
    path = ws.root / "tasks.toml"

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    def fail_in_the_place_of_another(descriptor: int) -> None:
        path.unlink()
        path.write_text("theirs")
        fail(descriptor)

    for failing, way_out, left in (
        (fail, "try again", ""),
        (fail_in_the_place_of_another, "remove what there is of it, and try again", "theirs"),
    ):
        monkeypatch.setattr(calls, "synchronize", failing)
        with pytest.raises(Stop, match=f"cannot be written: No space left on device — {way_out}$"):
            starter.write()
        assert (path.read_text() if path.exists() else "") == left


def test_editing_needs_a_terminal(ws: Workspace) -> None:
    """CLI-17: else it is 64, and nothing is made."""
    result = ws.tsr("--config")
    assert (result.code, result.out) == (64, "")
    assert result.err == (
        "✗ error: --config needs a terminal as standard input and output — edit tasks.toml by hand [CLI-17]\n"
    )
    assert not (ws.root / "tasks.toml").exists()


def on_a_terminal(ws: Workspace, *interpreter: str) -> tuple[int, bytes]:
    """`--config` with a terminal as standard input and output; the exit code, and what is said on standard error."""
    master, terminal = os.openpty()
    try:
        done = subprocess.run(
            [sys.executable, *interpreter, "-m", "tsr_impl", "--config"],
            cwd=ws.root, env=ws.environment(), stdin=terminal, stdout=terminal, stderr=subprocess.PIPE,
            timeout=60, check=False,
        )  # fmt: skip
    finally:
        os.close(master)
        os.close(terminal)
    return done.returncode, done.stderr


def test_editing_needs_the_editor(ws: Workspace) -> None:
    """CLI-17: what to install."""
    code, said = on_a_terminal(ws, "-S")
    assert code == 64
    assert said.decode() == (
        "✗ error: --config needs the editor, which is not installed"
        " — `pip install 'tsr-reference[edit]'`, or edit tasks.toml by hand [CLI-17]\n"
    )


def test_editing_what_is_no_file(ws: Workspace) -> None:
    """DISC-4: as for a run."""
    pytest.importorskip("textual", reason="the editor is not installed here")
    (ws.root / "tasks.toml").mkdir()
    code, said = on_a_terminal(ws)
    assert (code, b"[DISC-4]" in said) == (64, True)
