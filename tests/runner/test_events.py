"""What a run tells of itself in lines of JSON (EVENT)."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from conftest import Result, Workspace

SCHEMA = json.loads(
    (Path(__file__).resolve().parents[2] / "spec/tsr_spec/data/events.schema.json").read_text(encoding="utf-8")
)
VALIDATOR = jsonschema_rs.validator_for(SCHEMA)
GRAPH = """
[tasks.t]
deps = ["a", "b", "c"]
run = "echo t"
[tasks.a]
run = "true"
[tasks.b]
run = "sh -c 'exit 3'"
[tasks.c]
run = "true"
"""


def told(text: str) -> list[dict[str, Any]]:
    """The events among the lines, each as the schema has it."""
    events = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    for event in events:
        VALIDATOR.validate(event)
        assert [*event] == SCHEMA["$defs"][event["type"]]["required"], "the keys come in this order"
    return events


@pytest.mark.parametrize(
    "change",
    [
        {"durationMs": -1},
        {"durationMs": 0.5},
        {"exitCode": None},
        {"exitCode": 0},
        {"status": "ok"},
        {"status": "fine"},
        {"type": "summary"},
        {"label": 1},
        {"env": {}},
    ],
    ids=str,
)
def test_the_schema_refuses_what_is_no_event(change: dict[str, object]) -> None:
    event = {"type": "task", "label": "a", "status": "failed", "exitCode": 3, "durationMs": 0}
    assert VALIDATOR.is_valid(event)
    assert not VALIDATOR.is_valid({**event, **change})


def units(events: list[dict[str, Any]]) -> list[tuple[str, str, int | None]]:
    return [(event["label"], event["status"], event["exitCode"]) for event in events if event["type"] == "task"]


def test_all_goes_well(ws: Workspace) -> None:
    """EVENT-1, EVENT-3, EVENT-4: a line a unit, as it ends, and a summary; nothing else."""
    ws.config(GRAPH.replace("exit 3", "exit 0"))
    result = ws.tsr("t", "--reporter", "ndjson")
    assert (result.code, result.out) == (0, "t\n")
    events = told(result.err)
    assert len(events) == result.err.count("\n") == 5
    assert units(events) == [(label, "ok", None) for label in ("a", "b", "c", "t")]
    duration = events[-1].pop("durationMs")
    assert duration >= sum(event["durationMs"] for event in events[:-1])
    assert events[-1] == {
        "type": "summary", "task": "t", "status": "ok", "exitCode": 0,
        "ok": 4, "failed": 0, "skipped": 0, "runnerError": None,
    }  # fmt: skip


def test_exact_form(ws: Workspace) -> None:
    """EVENT-3: without blanks, so that a line is the same bytes everywhere."""
    ws.config(GRAPH)
    line = ws.tsr("b", "--reporter", "ndjson").err.splitlines()[0]
    head, _, duration = line.rpartition(":")
    assert head == '{"type":"task","label":"b","status":"failed","exitCode":3,"durationMs"'
    assert duration.removesuffix("}").isdigit()


def test_a_failure(ws: Workspace) -> None:
    """What was never started comes at the end, in the order of the plan; and there is no table."""
    ws.config(GRAPH)
    result = ws.tsr("t", "--reporter=ndjson")
    assert (result.code, result.table) == (3, "")
    events = told(result.err)
    assert units(events) == [("a", "ok", None), ("b", "failed", 3), ("c", "skipped", None), ("t", "skipped", None)]
    assert [event["durationMs"] for event in events[2:4]] == [0, 0]
    summary = events[-1]
    assert (summary["status"], summary["exitCode"], summary["runnerError"]) == ("failed", 3, None)
    assert (summary["ok"], summary["failed"], summary["skipped"]) == (1, 1, 2)


def test_what_the_runner_cannot_do(ws: Workspace) -> None:
    """EVENT-4: the message is in the summary, and a line of text among the others."""
    ws.config("[tasks.t]\nrun = 'no-such-program'\n")
    result = ws.tsr("t", "--reporter", "ndjson")
    assert result.code == 64
    assert units(told(result.err)) == [("t", "failed", 64)]
    error = told(result.err)[-1]["runnerError"]
    assert error.startswith("task 't': the program 'no-such-program' was not found")
    assert f"✗ error: {error} [SHELL-44]\n" in result.err


def test_file(ws: Workspace) -> None:
    """EVENT-2: the same lines, from the working directory; beside the table, or the lines on standard error."""
    ws.config(GRAPH)
    (ws.root / "sub").mkdir()
    result = ws.tsr("t", "--reporter-file", "log", cwd=ws.root / "sub")
    assert "exit 3" in result.table
    assert "{" not in result.err
    log = ws.root / "sub/log"
    assert len(told(log.read_text())) == 5
    assert stat.S_IMODE(log.stat().st_mode) == 0o644
    log.write_text("x" * 10_000)
    result = ws.tsr("t", "--reporter-file", "log", "--reporter", "ndjson", cwd=ws.root / "sub")
    assert log.read_text() == result.err


def test_a_refused_run_has_no_line(ws: Workspace) -> None:
    """EVENT-4, EVENT-2: none, and the file stays as it is; nor is it touched by a dry run."""
    ws.config("[tasks.t]\nrun = 'echo $NOT_SET'\n[tasks.u]\nrun = 'true'\n")
    (ws.root / "log").write_text("mine")
    result = ws.tsr("t", "--reporter", "ndjson", "--reporter-file", "log")
    assert result.code == 64
    assert told(result.err) == []
    assert ws.tsr("u", "--dry-run", "--reporter", "ndjson", "--reporter-file", "log").err == ""
    assert (ws.root / "log").read_text() == "mine"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("none/log", "No such file or directory"),
        ("directory", "Is a directory"),
        ("fifo", "nobody reads from it"),
        ("file/log", "Not a directory"),
        ("loop", "Too many levels of symbolic links"),
    ],
)
def test_file_that_cannot_be_opened(ws: Workspace, path: str, reason: str) -> None:
    """EVENT-2: 64, nothing runs, and no wait."""
    ws.config("[tasks.t]\nrun = 'touch ran'\n")
    (ws.root / "directory").mkdir()
    (ws.root / "file").touch()
    (ws.root / "loop").symlink_to("loop")
    os.mkfifo(ws.root / "fifo")
    result = ws.tsr("t", "--reporter-file", path)
    assert result.code == 64
    assert result.err.startswith(f"✗ error: --reporter-file: '{path}' cannot be opened: {reason}")
    assert result.err.endswith("[EVENT-2]\n")
    assert not (ws.root / "ran").exists()


def test_file_without_permission(ws: Workspace, ordinary: Any) -> None:
    """EVENT-2: the same."""
    ws.config("[tasks.t]\nrun = 'touch ran'\n")
    (ws.root / "log").touch()
    (ws.root / "log").chmod(0o400)
    result: Result = ordinary("t", 0o022, "--reporter-file", "log")
    assert result.code == 64
    assert "Permission denied" in result.err
    assert not (ws.root / "ran").exists()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_full_disk(ws: Workspace) -> None:
    """EVENT-2: nothing more starts, and it is 64; or the code of the failure that came first."""
    ws.config(GRAPH.replace("exit 3", "touch ran"))
    result = ws.tsr("t", "--reporter-file", "/dev/full", "--reporter", "ndjson")
    assert (result.code, result.out) == (64, "")
    says = "--reporter-file: '/dev/full' cannot be written: No space left on device"
    assert f"✗ error: {says}" in result.err
    assert not (ws.root / "ran").exists()
    events = told(result.err)
    assert units(events)[0] == ("a", "ok", None)
    assert events[-1]["exitCode"] == 64
    assert events[-1]["runnerError"].startswith(says)
    ws.config(GRAPH)
    assert ws.tsr("b", "--reporter-file", "/dev/full").code == 3


def test_only_the_summary_cannot_be_written(ws: Workspace) -> None:
    """EVENT-2: also where that is all that was left to be done."""
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))"
    ws.config("[tasks.t]\nrun = 'true'\n")
    code = f"{limit}; import sys; from tsr_impl.cli import main; sys.exit(main(['t', '--reporter-file', 'log']))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ws.root, env=ws.environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 64
    assert done.stderr.startswith("✗ error: --reporter-file: 'log' cannot be written: File too large")
    assert done.stderr.count("\n") == 1


def test_a_fifo_that_somebody_reads(ws: Workspace) -> None:
    """EVENT-2: gets the lines."""
    ws.config(GRAPH)
    os.mkfifo(ws.root / "fifo")
    reader = os.open(ws.root / "fifo", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert ws.tsr("t", "--reporter-file", "fifo").code == 3
        assert len(told(os.read(reader, 65536).decode())) == 5
    finally:
        os.close(reader)


def many(count: int, rest: str) -> str:
    """A task that waits for so many others, each with a label of 200 characters."""
    names = [f"{number:0200}" for number in range(count)]
    tasks = "".join(f"[tasks.{name}]\nrun = 'true'\n" for name in names)
    return f"[tasks.t]\ndeps = {json.dumps(names)}\n{rest}\n{tasks}"


def test_a_fifo_whose_reader_is_behind(ws: Workspace) -> None:
    """EVENT-2: what can't be written now can't be written; the run does not wait, and goes on no further."""
    ws.config(many(400, "run = 'touch ran'"))
    os.mkfifo(ws.root / "fifo")
    reader = os.open(ws.root / "fifo", os.O_RDONLY | os.O_NONBLOCK)
    try:
        result = ws.tsr("t", "--reporter-file", "fifo")
        assert result.code == 64
        says = "✗ error: --reporter-file: 'fifo' cannot be written: whoever reads from it is behind —"
        assert result.err.startswith(says)
        assert not (ws.root / "ran").exists()
        lines = os.read(reader, 1 << 20).decode().split("\n")
        assert 100 < len(told("\n".join(lines[:-1]))) < 400
    finally:
        os.close(reader)


def full_pipe() -> tuple[int, int]:
    """A pipe that takes no more; as a write to it, by whom it is shared, would wait."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with contextlib.suppress(BlockingIOError):
        while os.write(writer, b"-" * select.PIPE_BUF):
            continue
    os.set_blocking(writer, True)
    return reader, writer


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("file", [[], ["--reporter-file", "log"]])
def test_an_interrupt_while_nobody_reads_standard_error(ws: Workspace, number: int, file: list[str]) -> None:
    """INT-1: a reader that is behind is waited for, until a signal ends the run; then for nobody."""
    ws.config("[tasks.t]\ndeps = ['a']\nrun = 'touch ran'\n[tasks.a]\nrun = 'touch up'\n")
    reader, writer = full_pipe()
    try:
        running = subprocess.Popen(
            [sys.executable, "-m", "tsr_impl", "t", "--reporter", "ndjson", *file],
            cwd=ws.root,
            env=ws.environment(),
            stdin=subprocess.DEVNULL,
            stderr=writer,
        )
        status = Path(f"/proc/{running.pid}/stat")
        while not ((ws.root / "up").exists() and status.read_text().rpartition(")")[2].split()[0] == "S"):
            assert running.poll() is None
        running.send_signal(number)
        assert running.wait(timeout=30) == 130
    finally:
        os.close(reader)
        os.close(writer)
    assert not (ws.root / "ran").exists()
    if file:
        events = told((ws.root / "log").read_text())
        assert units(events) == [("a", "ok", None), ("t", "skipped", None)]
        assert events[-1]["exitCode"] == 130


def test_children_do_not_have_the_file(ws: Workspace) -> None:
    """EVENT-2: it is no descriptor of a program that the run starts."""
    ws.config("[tasks.t]\nrun = 'ls -l /proc/self/fd'\n")
    result = ws.tsr("t", "--reporter-file", "the-log")
    assert result.code == 0
    assert "the-log" not in result.out
    assert len(told((ws.root / "the-log").read_text())) == 2


def test_names(ws: Workspace) -> None:
    """EVENT-5: in ASCII, with U+FFFD for what is not UTF-8, and no way to forge a line."""
    ws.config('[tasks."p\\n\\"ä#t"]\nrun = "none-$X"\n')
    result = ws.tsr('p\n"ä#t', "--reporter", "ndjson", env={"X": "secret"})
    line = next(line for line in result.err.splitlines() if line.startswith("{"))
    assert '"label":"p\\n\\"\\u00e4#t"' in line
    assert all(line.isascii() for line in result.err.splitlines() if line.startswith("{"))
    assert "secret" not in result.err


def test_bytes_that_are_no_text(ws: Workspace) -> None:
    """EVENT-5: bytes that are not UTF-8 are U+FFFD, so that any parser takes the line."""
    code = (
        "import sys; from tsr_impl import events, request\n"
        "asked = request.parse(['t', '--reporter', 'ndjson'])\n"
        "reporter = events.Reporter(asked)\n"
        "reporter.ended('p/\\udcff', 'ok', 0.0125)\n"
        "sys.exit(reporter.finished(64, 'about \\udcff\\udc80'))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ws.root, env=ws.environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 64
    events = told(done.stderr)
    assert (events[0]["label"], events[0]["durationMs"]) == ("p/\ufffd", 12)
    assert events[1]["runnerError"] == "about \ufffd\ufffd"


def interrupted(ws: Workspace, number: int) -> tuple[int, list[dict[str, Any]]]:
    """A run that a signal ends while a program runs; its code, and its events."""
    os.mkfifo(ws.base / "up")
    ws.config(
        f"[tasks.t]\ndeps = ['a']\nrun = 'true'\n[tasks.a]\nrun = \"sh -c 'echo >{ws.base}/up; exec sleep 60'\"\n"
    )
    running = subprocess.Popen(
        [sys.executable, "-m", "tsr_impl", "t", "--reporter", "ndjson"],
        cwd=ws.root,
        env=ws.environment(),
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    (ws.base / "up").read_text()
    running.send_signal(number)
    _, said = running.communicate(timeout=30)
    return running.returncode, told(said)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGHUP, 129)])
def test_interrupt(ws: Workspace, number: int, code: int) -> None:
    """EVENT-3, EVENT-4: what was torn down is skipped, and there is a summary; an interrupt is no error."""
    status, events = interrupted(ws, number)
    assert status == code
    assert units(events) == [("a", "skipped", None), ("t", "skipped", None)]
    assert events[-1]["exitCode"] == code
    assert (events[-1]["status"], events[-1]["runnerError"]) == ("failed", None)
    assert events[-1]["skipped"] == 2


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_nobody_reads_standard_error(ws: Workspace, redirection: str) -> None:
    """EXIT-11: lines there that can't be written change no exit code, and the file has them all the same."""
    ws.config(GRAPH)
    command = f"exec '{sys.executable}' -m tsr_impl t --reporter ndjson --reporter-file log {redirection}"
    done = subprocess.run(["sh", "-c", command], cwd=ws.root, env=ws.environment(), check=False)
    assert done.returncode == 3
    assert len(told((ws.root / "log").read_text())) == 5
