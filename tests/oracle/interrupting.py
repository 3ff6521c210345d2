"""Starts the oracle, interrupts it, and looks at what it leaves behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tsr_oracle import survivors

ORACLE = (sys.executable, "-m", "tsr_oracle")


@dataclass(frozen=True)
class Said:
    """How a run of the oracle ended, and what it printed."""

    code: int
    out: str
    err: str


def oracle(cwd: Path, *words: str, **env: str) -> Said:
    """What it says to these words."""
    done = subprocess.run(
        [*ORACLE, *words], cwd=cwd, capture_output=True, env={**os.environ, **env}, timeout=300, check=False
    )
    said = Said(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
    assert "Traceback" not in said.out + said.err, said
    return said


def descendants(pid: int) -> Iterator[int]:
    """The processes beneath it."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return
    for child in map(int, children):
        yield child
        yield from descendants(child)


def scratch_of(pids: set[int]) -> list[Path]:
    """The scratch areas that they have made and not removed."""
    places = {Path("/dev/shm"), Path("/tmp"), Path("/var/tmp"), Path(os.environ.get("TMPDIR", "/tmp"))}
    return [found for place in places for pid in pids for found in place.glob(f"tsr-oracle-{pid}-*")]


def interrupted(cwd: Path, *words: str, when: str, number: int = signal.SIGINT) -> tuple[Said, set[int]]:
    """A verb with its words, interrupted as by Ctrl-C once a line starts so; and who was running then."""
    process = subprocess.Popen(
        [*ORACLE, *words], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    assert process.stderr is not None
    said = b""
    while not said.startswith(when.encode()):
        said = process.stderr.readline()
        assert said, "it has ended before"
    running = set(descendants(process.pid))
    assert scratch_of(running)
    (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
    out, err = process.communicate(timeout=60)
    return Said(process.returncode, out.decode(), err.decode()), running


def stays(pid: int) -> bool:
    """Whether a process does not end by itself now that the oracle has: the last of them may be about to."""
    try:
        return not survivors._has_ended(pid, 10.0)
    except ProcessLookupError:
        return False
