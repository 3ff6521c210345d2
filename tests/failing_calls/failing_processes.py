"""The runner as a process of its own, started as users do, whose system calls strace makes fail.

What fails is not done. So `close` is left out: Linux closes also where it reports an error, and here it would not.
Threads, and what the runner starts, are not looked at.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import failing_errnos as errnos
from failing_judge import Case, Run, judge
from failing_scenarios import SCENARIOS, Scenario
from failing_trees import Area, Snapshot, other_file_system

LIMIT = 20.0
_WORDS = (sys.executable, "-m", "tsr_impl")
_BEGINNING = "pipe2("  # the interpreter makes none while it starts; the runner does, before it looks at anything
_CALL = re.compile(r"^(\w+)\(")

_MAKES = "EACCES EIO ENOSPC EROFS"
_ERRORS = {
    "openat": "EACCES EIO EINTR EMFILE ENOMEM",
    "read": "EIO EINTR",
    "write": "EIO EINTR ENOSPC EPIPE",
    "unlinkat": "EACCES EBUSY EIO EROFS",
    "renameat": _MAKES,
    "renameat2": _MAKES,
    "mkdirat": _MAKES,
    "symlinkat": _MAKES,
    "fchmod": "EIO EPERM EROFS",
    "fchmodat": "EIO EPERM EROFS",
    "fsync": "EIO EINTR ENOSPC",
    "syncfs": "EIO ENOSPC",
    "copy_file_range": "EIO EINTR ENOSPC EXDEV",
    "sendfile": "EIO EINVAL",
    "fallocate": "EINTR EIO ENOSPC EOPNOTSUPP",
    "ftruncate": "EIO EINTR EROFS",
    "utimensat": "EACCES EIO EROFS",
    "getdents64": "EIO",
    "newfstatat": "EACCES EIO ENOMEM",
    "fstat": "EIO ENOMEM",
    "statx": "EACCES EIO ENOMEM",
    "readlinkat": "EACCES EIO",
    "fchdir": "EACCES EIO",
    "dup": "EMFILE",
    "fcntl": "EIO EMFILE",
    "getcwd": "ENOENT ENOMEM",
    "pipe2": "EMFILE ENFILE",
    "vfork": "EAGAIN ENOMEM",
    "clone": "EAGAIN ENOMEM",
    "clone3": "EAGAIN ENOMEM",
    "waitid": "ECHILD EINTR",
    "wait4": "ECHILD EINTR",
}
PLAYED = (
    *("rm -r", "cp onto a file", "cp -r to a new name", "mv of a tree across file systems", "mkdir -p", "touch"),
    *("cat", "echo", "a program", "variables", "packages", "--init"),
)
"""The scenarios that are played this way."""


def why_not() -> str:
    """Why system calls can't be made to fail here; empty if they can."""
    if shutil.which("strace") is None:
        return "strace is not installed here"
    tried = subprocess.run(["strace", "-qq", "-o", os.devnull, "true"], capture_output=True, check=False)
    return "" if tried.returncode == 0 else f"strace can't trace here: {tried.stderr.decode().strip()}"


class Stage:
    """A scenario's tree, in which the runner is started again and again."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._area = Area(Path(tempfile.mkdtemp(prefix="failing-")).resolve(), other_file_system())
        self._log = self._area.base / "log"
        self.before = self._area.make(scenario)
        self._found: Snapshot = self.before
        self.sound = self._run("-e", f"trace={','.join(f'?{call}' for call in _ERRORS)}")
        self._calls = _counted(self._log.read_text("utf-8", "surrogateescape"))

    def __enter__(self) -> Stage:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._log.unlink(missing_ok=True)
        self._area.remove()

    def cases(self, quick: bool) -> Iterator[Case]:
        """The first call that the runner itself makes, and the last one, with each error; the quick ones."""
        for call, (before, count) in sorted(self._calls.items()):
            if call == "write" and not self._scenario.steady:
                continue  # as a child ends a byte is written to the runner's own pipe, which can't fail so
            for name in _ERRORS[call].split()[: 2 if quick else None] if count > before else ():
                for first in {before + 1} if quick else sorted({before + 1, count}):
                    yield Case(self._scenario.name, call, getattr(errno, name), first, process=True)

    def judged(self, case: Case) -> tuple[str, Run]:
        """The word for a case, and the run."""
        error = errnos.name(case.number)
        run = self._run("-e", f"trace={case.function}", "-e", f"inject={case.function}:error={error}:when={case.first}")
        return judge(self._scenario, case, self.before, self.sound, run), run

    def _run(self, *options: str) -> Run:
        self._area.again(self._found)
        words = [self._area.text(word) for word in self._scenario.words]
        case = self._area.base / "case"
        environment = {"PATH": f"{case}/ws/bin:/usr/bin:/bin", "HOME": str(case / "outside")}
        environment |= {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}
        process = subprocess.Popen(
            ["strace", "-qq", "-o", str(self._log), *options, *_WORDS, *words],
            cwd=case / self._scenario.cwd,
            env={**environment, "PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        fed = (self._scenario.stdin or "").encode()
        try:
            out, err = process.communicate(fed, timeout=LIMIT)
            code: int | None = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            (out, err), code = process.communicate(), None
        self._found = self._area.snapshot()
        if err.startswith(b"strace: "):
            raise RuntimeError(_text(err))
        fired = "INJECTED" in self._log.read_text("utf-8", "surrogateescape")
        return Run(code, _text(out), _text(err), self._found, fired=fired)


def scenario(name: str) -> Scenario:
    """A scenario by its name."""
    return SCENARIOS[name]


def is_interrupt(case: Case) -> bool:
    """Whether a call is interrupted by a signal rather than failing."""
    return case.number == errno.EINTR


def _counted(log: str) -> dict[str, tuple[int, int]]:
    """Of each call: how often the interpreter makes it while it starts, and how often it is made in all."""
    counts: dict[str, list[int]] = {}
    begun = False
    for line in log.splitlines():
        begun = begun or line.startswith(_BEGINNING)
        found = _CALL.match(line)
        if found:
            count = counts.setdefault(found[1], [0, 0])
            count[1] += 1
            count[0] += not begun
    return {call: (before, count) for call, (before, count) in counts.items() if call in _ERRORS}


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
