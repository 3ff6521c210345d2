"""Real repositories to ask git about, and the question itself."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Workspace

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed here")

_ASK = """
import json, os, sys
from tsr_impl import calls, fence, interrupts, report, since
interrupts.listen()
root = fence.physical_directory(calls.open_directory("."), calls.working_directory())
try:
    found = since.changed(root, sys.argv[1], dict(os.environb))
except report.Stop as stop:
    print(json.dumps({"refused": stop.message, "clause": stop.clause}))
else:
    print(json.dumps({"changed": found}))
"""


class Repository:
    """A repository at `top`, by default the workspace root, with settings of nobody's home."""

    def __init__(self, ws: Workspace, top: Path | None = None) -> None:
        self.ws = ws
        self.top = top or ws.root
        self.environment = {**ws.environment(), "GIT_CONFIG_NOSYSTEM": "1", "TMPDIR": tempfile.gettempdir()}
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.name", "nobody")
        self.git("config", "user.email", "nobody@example.com")

    def git(self, *words: str | bytes, within: Path | None = None) -> bytes:
        """What git says, with all that it may run."""
        command = ["git", *words]
        done = subprocess.run(
            command,
            cwd=within or self.top,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
        )
        return done.stdout

    def commit(self, files: dict[str | bytes, str]) -> None:
        """Write the files, and commit all that there is."""
        self.write(files)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "another")

    def write(self, files: dict[str | bytes, str]) -> None:
        for name, text in files.items():
            path = Path(os.fsdecode(os.path.join(os.fsencode(self.top), os.fsencode(name))))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def changed(self, ref: str, within: Path | None = None) -> list[str]:
        """What has changed since `ref`, as the runner sees it from a directory, by default `top`."""
        answer = self.ask(ref, within)
        assert "changed" in answer, answer
        found: list[str] = answer["changed"]
        return found

    def ask(self, ref: str, within: Path | None = None) -> dict[str, object]:
        """The whole answer: what has changed, or why there is none."""
        done = subprocess.run(
            [sys.executable, "-c", _ASK, ref],
            cwd=within or self.top,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        answer: dict[str, object] = json.loads(done.stdout)
        return answer
