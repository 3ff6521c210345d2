"""The trees of scenarios: made, written down, and made again where a run has changed something."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from failing_scenarios import Scenario

Entry = tuple[str, int, str, int]
"""Kind, permission bits, what is in it or where it leads, and the time of its last change (0 for a directory)."""
Snapshot = dict[str, Entry]

_SHORT = 100  # bytes; of more the digest stands for them
_DURATION = re.compile(rb'"durationMs":\d+')
_MEMORY = Path("/dev/shm")
OLD = 10**9  # a time of all that is made: the run's own changes differ from it


class Area:
    """A directory for the workspace, and one on another file system if there is one."""

    def __init__(self, base: Path, other: Path | None) -> None:
        self.base = base
        self.other = other
        self._made: Snapshot = {}
        self._pristine = base / "pristine"

    def places(self) -> dict[str, Path]:
        """Each directory of the tree by the name it has there."""
        places = {name: self.base / "case" / name for name in ("ws", "outside")}
        return places | ({"other-fs": self.other} if self.other else {})

    def text(self, text: str) -> str:
        """A text of a scenario with what stands for paths replaced."""
        case = str(self.base / "case")
        return text.replace("@OTHER@", str(self.other)).replace("@BASE@", case).replace("@PYTHON@", sys.executable)

    def make(self, scenario: Scenario) -> Snapshot:
        """The tree of a scenario, for the first time."""
        self._clear(self._pristine)
        for path, text in scenario.tree.items():
            self._put(self._pristine / path.rstrip("*"), path, self.text(text))
        for path, mode in scenario.mode.items():
            (self._pristine / path).chmod(mode)
        if scenario.git:
            _commit(self._pristine / "ws")
        self._made = {}
        return self.again(self._made)

    def again(self, found: Snapshot) -> Snapshot:
        """The tree as it was made, unless it was found like that."""
        if not self._made or found != self._made:
            for name, place in self.places().items():
                self._clear(place)
                if (self._pristine / name).exists():
                    shutil.copytree(self._pristine / name, place, symlinks=True, dirs_exist_ok=True)
            if not self._made:
                self._made = self.snapshot()
        return self._made

    def snapshot(self) -> Snapshot:
        """All that there is."""
        found: Snapshot = {}
        for name, place in self.places().items():
            pending = [(name, place)]
            while pending:
                shown, path = pending.pop()
                found[shown], is_directory = _entry(path)
                if is_directory and not shown.endswith("/.git"):
                    pending += [(f"{shown}/{entry.name}", Path(entry.path)) for entry in os.scandir(path)]
        return found

    def remove(self) -> None:
        """Take all of it away."""
        for path in (self.base, *([self.other] if self.other else [])):
            self._clear(path)
            path.rmdir()

    def _clear(self, path: Path) -> None:
        """Leave an empty directory."""
        if path.exists():
            for directory, _, _ in os.walk(path):
                os.chmod(directory, 0o755)
            for entry in os.scandir(path):
                shutil.rmtree(entry.path) if entry.is_dir(follow_symlinks=False) else os.unlink(entry.path)
        path.mkdir(parents=True, exist_ok=True)

    def _put(self, path: Path, written: str, text: str) -> None:
        if written.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        if text.startswith("-> "):
            path.symlink_to(text[3:])
        else:
            path.write_text(text)
            path.chmod(0o755 if written.endswith("*") else 0o644)
        os.utime(path, ns=(OLD, OLD), follow_symlinks=False)


def other_file_system() -> Path | None:
    """A new directory on a file system that is not that of temporary files, if there is one."""
    return Path(tempfile.mkdtemp(prefix="failing-", dir=_MEMORY)).resolve() if has_other_file_system() else None


def has_other_file_system() -> bool:
    """Whether there is a second file system that may be written."""
    return os.access(_MEMORY, os.W_OK) and _MEMORY.stat().st_dev != os.stat(tempfile.gettempdir()).st_dev


def _entry(path: Path) -> tuple[Entry, bool]:
    status = os.lstat(path)
    mode = stat.S_IMODE(status.st_mode)
    if stat.S_ISDIR(status.st_mode):
        return ("directory", mode, "", 0), True
    if stat.S_ISLNK(status.st_mode):
        return ("link", 0o777, os.readlink(path), status.st_mtime_ns), False
    content = path.read_bytes() if stat.S_ISREG(status.st_mode) else b""
    content = _DURATION.sub(b"", content)
    short = content.decode("utf-8", "surrogateescape")
    shown = short if len(content) <= _SHORT else f"{len(content)} bytes: {hashlib.sha1(content).hexdigest()}"
    return ("file", mode, shown, status.st_mtime_ns), False


def _commit(top: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "HOME": str(top), "GIT_CONFIG_NOSYSTEM": "1"}
    who = ("-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "init.defaultBranch=main")
    for words in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "all")):
        subprocess.run(["git", *who, *words], cwd=top, env=environment, check=True, capture_output=True)
    (top / "p/a/new").write_text("new\n")
