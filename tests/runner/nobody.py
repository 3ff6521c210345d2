"""A workspace of an ordinary user, whom permissions stop, also where the tests are run by root."""

from __future__ import annotations

import functools
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from conftest import IMPL, Result, Workspace

NOBODY = 65534
BY_ROOT = os.getuid() == 0

# What `subprocess` takes to start a process as that user.
AS_NOBODY: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if BY_ROOT else {}


def _can(command: list[str]) -> bool:
    """Whether that user can run a command that needs nothing but the runner's modules."""
    try:
        done = subprocess.run(
            command, env={"PYTHONPATH": str(IMPL)}, cwd="/", capture_output=True, check=False, **AS_NOBODY
        )
    except OSError:
        return False
    return done.returncode == 0


@functools.cache
def interpreter() -> str:
    """A Python that the ordinary user can start, and that finds the runner; root's own may lie where only root gets."""
    for python in (sys.executable, "/usr/local/bin/python3", "/usr/bin/python3"):
        if _can([python, "-c", "from tsr_impl import toml"]):
            return python
    pytest.skip("no Python here that an ordinary user can start")


class NobodysWorkspace(Workspace):
    """One that belongs to the ordinary user, in a directory that everybody can reach."""

    def give(self, *tops: Path) -> None:
        """Give him all that is there, or all of some directories."""
        for top in tops or (self.base,):
            if BY_ROOT:
                for directory, directories, files in os.walk(top):
                    for name in (".", *directories, *files):
                        os.lchown(os.path.join(directory, name), NOBODY, NOBODY)

    def start(self, words: list[str], cwd: Path | None = None, env: Mapping[str, str | None] | None = None) -> Result:
        """Run a command as that user."""
        done = subprocess.run(
            words,
            cwd=cwd or self.root,
            env=self.environment(env),
            capture_output=True,
            timeout=60,
            check=False,
            **AS_NOBODY,
        )
        return Result(done.returncode, done.stdout, done.stderr)

    def tsr(
        self,
        *words: str | bytes,
        cwd: Path | None = None,
        env: Mapping[str, str | None] | None = None,
        stdin: bytes = b"",
    ) -> Result:
        assert not stdin
        return self.start([interpreter(), "-m", "tsr_impl", *map(os.fsdecode, words)], cwd, env)

    def modes(self, modes: Mapping[str, int]) -> None:
        """Set modes of what is in the root, the innermost first."""
        for name in sorted(modes, reverse=True):
            (self.root / name).chmod(modes[name])

    def tree(self, base: Path | None = None) -> dict[str, str]:
        """As ever; the user gets the right to look first."""
        open_up(base or self.root)
        return super().tree(base)


def open_up(top: Path) -> None:
    """Let the owner look at, and change, everything beneath a directory."""
    if top.is_symlink() or not top.is_dir():
        return
    top.chmod(top.stat().st_mode | 0o700)
    for directory, directories, files in os.walk(top):
        for name in directories + files:
            path = Path(directory, name)
            mode = path.lstat().st_mode
            if stat.S_ISDIR(mode) or stat.S_ISREG(mode):
                path.chmod(stat.S_IMODE(mode) | (0o700 if stat.S_ISDIR(mode) else 0o600))


def nobodys_workspace() -> Iterator[NobodysWorkspace]:
    """A workspace for a fixture, taken away in the end whatever its modes are."""
    os.umask(0o022)  # what others may write is refused (PERM)
    interpreter()
    base = Path(tempfile.mkdtemp()).resolve()
    base.chmod(0o755)
    try:
        if not _can(["/bin/ls", str(base)]):
            pytest.skip("an ordinary user can't get to the directory for temporary files")
        yield NobodysWorkspace(base)
    finally:
        open_up(base)
        shutil.rmtree(base)
