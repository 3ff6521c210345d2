"""A confined worker, and what it starts, can write to its scratch only; and its scratch is removed all the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tsr_landlock

WORKER = """
import os, signal, sys
from tsr_oracle import worker_sandbox
from tsr_oracle.scratch import Area
from tsr_oracle.sealed import run_case
from tsr_oracle.subject import Command
from tsr_spec.case import Given, Program

with Area() as area:
    print(worker_sandbox.confine(area))
    print(*area.roots, flush=True)
    given = Given(argv=("-c", sys.argv[1]), tree=(Program("bin/tool", 0),))
    seen = run_case(given, area, Command(["/bin/sh"]))
    print(seen.exit, seen.stdout.strip(), sorted(seen.tree), len(seen.started), flush=True)
    if "end" in sys.argv:
        os.kill(os.getpid(), signal.SIGKILL)
"""

needs_landlock = pytest.mark.skipif(tsr_landlock.abi() == 0, reason="this host has no Landlock")


def worker(script: str, *words: str) -> tuple[str, list[str], str]:
    """The sentence, the roots, and what was observed."""
    command = [sys.executable, "-c", WORKER, script, *words]
    lines = subprocess.run(command, capture_output=True, text=True, check=not words).stdout.splitlines()
    return lines[0], lines[1].split(), lines[2]


@needs_landlock
def test_a_subject_of_a_confined_worker_cannot_write_outside_its_scratch(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("kept")
    script = f"tool; echo x > made; echo y > {tmp_path}/kept; echo z > {tmp_path}/new; /bin/rm -f {tmp_path}/kept"
    sentence, roots, seen = worker(script)
    assert sentence.startswith("Confined by Landlock")
    assert seen == "1  ['bin', 'bin/tool', 'home', 'ws', 'ws/made'] 1"
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("kept", "kept")]
    assert not any(map(os.path.exists, roots))


@needs_landlock
def test_a_worker_that_is_killed_leaves_no_scratch_behind() -> None:
    _, roots, seen = worker(":", "end")
    assert seen.startswith("0 ")
    deadline = time.monotonic() + 10
    while any(map(os.path.exists, roots)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(map(os.path.exists, roots))


@needs_landlock
@pytest.mark.skipif(tsr_landlock.abi() < 6, reason="this kernel can't scope signals")
def test_a_subject_of_a_confined_worker_cannot_signal_the_oracle() -> None:
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    assert worker(f"kill -TERM {os.getpid()} 2>/dev/null; echo $?")[2].startswith("0 1 ")


@needs_landlock
def test_a_confined_worker_gives_a_terminal_and_hears_its_programs() -> None:
    code = WORKER.replace(
        'given = Given(argv=("-c", sys.argv[1]), tree=(Program("bin/tool", 0),))',
        'given = Given(("-c", sys.argv[1]), (Program("bin/tool", on_term=7, leaves="apart"),), terminal=True,'
        ' signals=(("tool end", "^C"),))',
    ).replace("len(seen.started)", "[mark.what for mark in seen.marks], [one.name for one in seen.survivors]")
    script = "trap 'echo typed; exit 3' INT; tool; while :; do :; done"
    command = [sys.executable, "-c", code, script]
    done = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "Confined by Landlock" in done
    assert "3 typed ['bin', 'bin/tool', 'home', 'ws'] ['start', 'left', 'up', 'end', 'sent ^C']" in done
    assert done.endswith("['tool']\n")


def test_a_subject_leaves_no_core_file() -> None:
    assert worker("ulimit -c")[2].startswith("0 0 ")


def test_without_landlock_the_worker_says_so() -> None:
    code = "import tsr_landlock; tsr_landlock.abi = lambda: 0\n" + WORKER
    command = [sys.executable, "-c", code, ":"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Not confined: this host has no Landlock")
