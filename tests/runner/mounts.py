"""Other file systems: one in memory, and small, full or read-only ones, mounted where nobody else sees them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import pytest
from conftest import Result, Workspace

_BY_ROOT = os.getuid() == 0
_UNSHARE = ["unshare", "--mount"] if _BY_ROOT else ["unshare", "--mount", "--map-root-user"]
_NSENTER = ["nsenter", "--mount"] if _BY_ROOT else ["nsenter", "--mount", "--user", "--preserve-credentials"]


def directory_elsewhere(here: Path) -> Iterator[Path]:
    """For a fixture: a directory on another file system than `here`, taken away in the end."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK) or memory.stat().st_dev == here.stat().st_dev:
        pytest.skip("no second file system at /dev/shm")
    directory = Path(tempfile.mkdtemp(dir=memory))
    yield directory
    subprocess.run(["rm", "-rf", "--", directory], check=True)


class Mount:
    """A `tmpfs` at a directory of a workspace, in a mount namespace of its own; a context manager.

    It is there as long as the process that holds the namespace, and is looked at through that. Skips
    the test where the system doesn't let us.
    """

    def __init__(self, ws: Workspace, name: str, options: str) -> None:
        if missing := [program for program in ("unshare", "nsenter", "mount") if shutil.which(program) is None]:
            pytest.skip(f"{missing[0]} is not installed here")
        self._ws = ws
        at = ws.root / name
        at.mkdir()
        mount = 'mount -t tmpfs -o "$1" tmpfs "$0" && echo mounted && exec cat'
        self._holder = subprocess.Popen(
            [*_UNSHARE, "sh", "-c", mount, str(at), options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.inside = Path(f"/proc/{self._holder.pid}/root{at}")

    def __enter__(self) -> Mount:
        assert self._holder.stdout
        assert self._holder.stderr
        if self._holder.stdout.readline() != b"mounted\n":
            why = self._holder.stderr.read().decode().strip()
            self._end()
            pytest.skip(f"nothing can be mounted here: {why}")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _end(self) -> None:
        self._holder.communicate()  # the end of its input ends it

    def sh(self, script: str, *words: str, timeout: float = 60) -> Result:
        """Run a shell in the root of the workspace, where the file system is; `"$@"` is the runner with the words."""
        enter = f"--target={self._holder.pid}"
        runner = [sys.executable, "-m", "tsr_impl", *words]
        command = [*_NSENTER, enter, "sh", "-c", f'cd "$0" && {script}', str(self._ws.root), *runner]
        done = subprocess.run(command, env=self._ws.environment(), capture_output=True, timeout=timeout, check=False)
        return Result(done.returncode, done.stdout, done.stderr)

    def tsr(self, *words: str) -> Result:
        """Run `tsr` in the root of the workspace."""
        return self.sh('exec "$@"', *words)

    def make_read_only(self) -> None:
        """Let nothing in it be changed any more."""
        done = self.sh(f'mount -o remount,bind,ro "$PWD/{self.inside.name}"')
        assert done.code == 0, done

    def fill(self) -> None:
        """Take all the room that is left."""
        with (self.inside / "filler").open("wb", buffering=0) as filler:
            for size in (1 << 16, 1 << 12, 1):
                try:
                    while True:
                        filler.write(bytes(size))
                except OSError:
                    continue
