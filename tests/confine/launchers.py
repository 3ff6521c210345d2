"""A launcher to be tried: the words that start it, who starts it, and what came of one start."""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

IMPL = Path(__file__).resolve().parents[2] / "impl"
MAIN = IMPL / "tsr_impl" / "confinement" / "__main__.py"
WRONG = Path(__file__).resolve().parent / "wrong_launchers"

NOBODY = 65534
BY_ROOT = os.getuid() == 0
AS_NOBODY: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []}

Word: TypeAlias = "str | bytes | Path"


class Result:
    """How a start ended, what was printed, and the lines of the status descriptor."""

    def __init__(self, code: int, out: bytes, err: bytes, status: bytes) -> None:
        self.code = code
        self.out = out.decode("utf-8", "backslashreplace")
        self.err = err.decode("utf-8", "backslashreplace")
        self.status = [parsed(line) for line in status.decode("utf-8", "backslashreplace").split("\n") if line]
        if "Traceback" in self.err:
            raise RuntimeError(self.err)  # broken, which is not the same as wrong

    def __repr__(self) -> str:
        return f"Result({self.code}, out={self.out!r}, err={self.err!r}, status={self.status})"


def parsed(line: str) -> Any:
    """A line of JSON, or the line as it is where it is none."""
    try:
        return json.loads(line)
    except ValueError:
        return line


class Place:
    """A directory to be granted, and its neighbours: one beside it, and one whose name begins with its own."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.inside, self.outside, self.longer = base / "in", base / "out", base / "in-and-out"
        for top in (self.inside, self.outside, self.longer):
            (top / "sub").mkdir(parents=True)
            (top / "file").write_text("precious")
            (top / "other").write_text("precious")

    def tree(self, top: Path) -> dict[str, str]:
        """What lies beneath, with what is in it."""
        found = {}
        for path in sorted(top.rglob("*")):
            kind = "d" if path.is_dir() else path.read_text() if path.is_file() else "special"
            found[str(path.relative_to(top))] = kind
        return found


class Launcher:
    """`tsr-confine`, or what a change to it makes of it.

    `before` is Python that its process runs first. `within` are words that start the whole in some other state.
    """

    def __init__(self, ordinary: bool = False, before: str = "", within: Sequence[str] = ()) -> None:
        self.python = ordinary_python() if ordinary and BY_ROOT else sys.executable
        self._ordinary, self._before, self._within = ordinary, before, within

    def with_more(self, before: str = "", within: Sequence[str] = ()) -> Launcher:
        """The same one, with more before or around it."""
        return Launcher(self._ordinary, self._before + before, [*within, *self._within])

    def words(self) -> list[str]:
        """What starts it, up to its own words."""
        isolated = [*self._within, self.python, "-I", "-S"]
        if not self._before:
            return [*isolated, str(MAIN)]
        code = f"import sys\nsys.path += [{str(IMPL)!r}, {str(WRONG)!r}]\n{self._before}\n"
        code += "from tsr_impl.confinement.command import main\nsys.exit(main(sys.argv[1:]))\n"
        return [*isolated, "-c", code]

    def start(
        self,
        options: Sequence[Word],
        command: Sequence[Word],
        *,
        cwd: Path | None = None,
        env: Mapping[Any, Any] | None = None,
        keep: Sequence[int] = (),
        reader: bool = True,
        status: bool = True,
        stderr: int = subprocess.PIPE,
    ) -> Result:
        """Start a command and wait for it; `keep` are descriptors it is started with."""
        end, told = os.pipe()
        if not reader:
            os.close(end)
        told_where = [f"--status-fd={told}"] if status else []
        words = [*self.words(), "exec", *options, *told_where, "--", *command]
        with subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=stderr,
            pass_fds=[told, *keep],
            cwd=cwd or "/",
            env=env,
            **self.identity(),
        ) as process:
            os.close(told)
            out, err = process.communicate(timeout=60)
        if not reader:
            return Result(process.returncode, out, err or b"", b"")
        with open(end, "rb") as pipe:
            return Result(process.returncode, out, err or b"", pipe.read())

    def write(self, root: Word, command: Sequence[Word], **how: Any) -> Result:
        """Start a command that may write beneath one root."""
        return self.start(["--mode", "workspace-write", "--allow", root], command, **how)

    def python_command(self, code: str, *words: Word) -> list[Word]:
        """A command that is a program of Python."""
        return [self.python, "-I", "-S", "-c", code, *words]

    def identity(self) -> dict[str, Any]:
        """What `subprocess` takes to start something as the same user."""
        return AS_NOBODY if self._ordinary and BY_ROOT else {}


@contextmanager
def place(ordinary: bool) -> Iterator[Place]:
    """A place that belongs to whoever starts the launcher, in a directory that everybody can reach."""
    base = Path(tempfile.mkdtemp()).resolve()
    try:
        base.chmod(0o755)
        made = Place(base)
        if ordinary and BY_ROOT:
            for path in (base, *base.rglob("*")):
                os.chown(path, NOBODY, NOBODY)
        yield made
    finally:
        shutil.rmtree(base)


@functools.cache
def ordinary_python() -> str:
    """A Python that the ordinary user can start, and that finds the launcher; empty if there is none."""
    for python in (sys.executable, "/usr/local/bin/python3", "/usr/bin/python3"):
        try:
            words = [python, "-I", "-S", str(MAIN), "--help"]
            done = subprocess.run(words, cwd="/", capture_output=True, check=False, **AS_NOBODY)
        except OSError:
            continue
        if done.returncode == 0:
            return python
    return ""
