"""A file system is mounted in a world for as long as the case lasts, whatever a subject does; and none is left."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import tsr_landlock

CHECK = """
import os, signal, sys
from tsr_oracle import mounting, worker_sandbox
from tsr_oracle.scratch import Area, ScratchError
from tsr_oracle.sealed import run_case
from tsr_oracle.subject import Command, Hosted
from tsr_spec.case import Directory, File, Given, Mount

if "ordinary" in sys.argv:
    os.geteuid = lambda: 12345
PLAIN = (Mount("ws/mnt"), File("ws/mnt/f", "x"), Directory("ws/mnt/d", 0o700), File("ws/g", "y"))
with Area() as area:
    worker_sandbox.confine(area)
    print(*area.roots, flush=True)
    print(area.mount_reason, flush=True)
    for script in sys.argv[1].split("|"):
        given = Given(("-c", script), PLAIN, env=(("PATH", "/usr/bin:/bin"),))
        try:
            seen = run_case(given, area, Command(["/bin/sh"]))
        except ScratchError as error:
            print("skipped:", error)
            continue
        print(seen.exit, "".join(seen.stdout.split()), sorted(path for path in seen.tree if path != "home"), flush=True)
    if "end" in sys.argv:
        os.kill(os.getpid(), signal.SIGKILL)
"""

WHOLE = "['ws', 'ws/g', 'ws/mnt', 'ws/mnt/d', 'ws/mnt/f']"

needs_mounts = pytest.mark.skipif(os.geteuid() != 0 or sys.platform != "linux", reason="only root mounts anything")
needs_landlock = pytest.mark.skipif(tsr_landlock.abi() == 0, reason="this host has no Landlock")


@contextmanager
def leaves_no_mount() -> Iterator[None]:
    before = Path("/proc/self/mounts").read_text()
    yield
    assert Path("/proc/self/mounts").read_text() == before


def run(scripts: str, *words: str) -> list[str]:
    """What was observed of each script, once nothing of it is left."""
    with leaves_no_mount():
        command = [sys.executable, "-c", CHECK, scripts, *words]
        done = subprocess.run(command, capture_output=True, text=True, check=not words)
        roots, *lines = done.stdout.splitlines()
        # The keeper that removes them has the other end of our pipe open until it is done.
        assert not any(map(os.path.exists, roots.split()))
        return lines


@needs_mounts
def test_the_mount_is_another_file_system_for_the_subject_too() -> None:
    assert run('[ "$(stat -c %d mnt)" != "$(stat -c %d .)" ] && stat -c %m mnt') == ["", f"0 /@WORLD@/ws/mnt {WHOLE}"]


@needs_mounts
@needs_landlock
def test_every_case_begins_with_the_same_tree_whatever_came_before() -> None:
    lines = run(
        "rm -r mnt/* g; echo new > mnt/n; mkfifo mnt/p; chmod 0 mnt ."
        "|rm -rf mnt"
        "|mkdir -p ../a/b; mv ../ws ../a/b/c"
        "|mv ../ws ../../elsewhere"
        "|umount mnt; rm -rf ../ws"
        "|stat -c %a . mnt mnt/d"
    )
    assert [line.partition(" ")[0] for line in lines[1:]][-1] == "0"
    assert lines[-1] == f"0 755755700 {WHOLE}"


@needs_mounts
def test_a_mount_point_that_was_taken_elsewhere_is_seen_there() -> None:
    assert run("mv ../ws ../w")[1].endswith("['w', 'w/g', 'w/mnt', 'w/mnt/d', 'w/mnt/f']")


@needs_mounts
@needs_landlock
def test_a_worker_that_is_killed_leaves_neither_a_mount_nor_a_directory() -> None:
    assert run(":", "end")[1] == f"0  {WHOLE}"


def test_without_the_right_to_mount_such_a_case_is_skipped_with_the_reason() -> None:
    assert run(":", "ordinary") == ["only root may mount one", "skipped: only root may mount one"]
