"""The process that the runner is forked from, once a case: a call of its seam fails there as the case says.

Every public function of `tsr_impl.calls` is replaced by one that counts, and raises `OSError` when its turn has come.
What fails is not done, but for what Linux does also where it reports an error. Calls about standard error are neither
counted nor made to fail: a message that can't be written can't be judged.

Its words are the seconds after which a run hangs, and the name of a wrong version of the runner (`failing_wrong`) or an
empty one. Requests and answers are lines of JSON.
"""

from __future__ import annotations

import fcntl
import gc
import importlib
import inspect
import itertools
import json
import mmap
import os
import pkgutil
import pty
import select
import signal
import sys
import tempfile
import termios
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import failing_wrong
from failing_errnos import GROUPS, is_done
from failing_scenarios import SCENARIOS
from failing_trees import Area, Snapshot, other_file_system

import tsr_impl
from tsr_impl import calls, cli
from tsr_oracle import survivors


def _seam() -> dict[str, tuple[Any, str]]:
    """Each public function of the seam, and each method of its classes: where it is, and its name there."""
    found: dict[str, tuple[Any, str]] = {}
    for name, value in sorted(vars(calls).items()):
        if name.startswith("_") or getattr(value, "__module__", "") != calls.__name__:
            continue
        if inspect.isfunction(value):
            found[name] = calls, name
        for method in sorted(vars(value)) if inspect.isclass(value) else ():
            if inspect.isfunction(vars(value)[method]) and (method == "__init__" or not method.startswith("_")):
                found[name if method == "__init__" else f"{name}.{method}"] = value, method
    return found


SEAM = _seam()


class Turns:
    """Which call fails, and how often each was made: in memory that the runner shares with this process.

    A name is that of a function, or of several that count, and fail, together.
    """

    def __init__(self) -> None:
        self._names = (*SEAM, *GROUPS)
        self._turns = [itertools.count(1) for _ in self._names]
        self._cells = memoryview(mmap.mmap(-1, 8 * (len(self._names) + 1))).cast("Q")
        self.plan: tuple[str, int, int, bool] = ("", 0, 0, False)

    def install(self) -> None:
        """Put a function that counts in the place of each one of the seam."""
        for name, (owner, attribute) in SEAM.items():
            setattr(owner, attribute, self._counted(name, getattr(owner, attribute)))

    def _counted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        indices = [i for i, one in enumerate(self._names) if one == name or name in GROUPS.get(one, [()])[0]]

        def call(*args: Any, **kwargs: Any) -> Any:
            if args[:1] == (2,) or True not in [self._is_due(index) for index in indices]:
                return function(*args, **kwargs)
            self._cells[-1] = 1
            number = self.plan[1]
            if is_done(name, number):
                function(*args, **kwargs)
            raise OSError(number, os.strerror(number))

        return call

    def _is_due(self, index: int) -> bool:
        """Count one more call; whether it is to fail."""
        now = next(self._turns[index])
        self._cells[index] = now
        name, _, first, always = self.plan
        return name == self._names[index] and (now == first or (always and now > first))

    def begin(self, plan: tuple[str, int, int, bool]) -> None:
        """Start from the beginning, with another call to fail. Each runner has its own turns, by its fork."""
        self.plan = plan
        for index in range(len(self._cells)):
            self._cells[index] = 0

    def counts(self) -> dict[str, int]:
        """How often each was called."""
        return {name: self._cells[index] for index, name in enumerate(self._names)}

    def has_fired(self) -> bool:
        """Whether a call was made to fail."""
        return bool(self._cells[-1])


class Host:
    """Plays scenarios, one after another, in one area."""

    def __init__(self, area: Area, limit: float) -> None:
        self._area = area
        self._limit = limit
        self._turns = Turns()
        self._turns.install()
        self._scenario = SCENARIOS["echo"]
        self._found: Snapshot = {}

    def begin(self, name: str) -> dict[str, Any]:
        """Make the tree of a scenario, and run it with no call failing."""
        self._scenario = SCENARIOS[name]
        self._found = self._area.make(self._scenario)
        before = self._found
        return {"before": before, "sound": self.play("", 0, 0, False)}

    def play(self, function: str, number: int, first: int, always: bool) -> dict[str, Any]:
        """Run it with a call failing; what came of it."""
        self._area.again(self._found)
        self._turns.begin((function, number, first, always))
        code, out, err = self._run()
        left = [" ".join(words) for _, words in survivors.end_all()]
        self._found = self._area.snapshot()
        return {
            "code": code,
            "out": out.decode("utf-8", "surrogateescape"),
            "err": err.decode("utf-8", "surrogateescape"),
            "after": self._found,
            "left": left,
            "fired": self._turns.has_fired(),
            "counts": self._turns.counts(),
        }

    def _run(self) -> tuple[int | None, bytes, bytes]:
        """The exit code (minus the number of a signal; None for a hang), and what was printed."""
        out, err = self._output(), os.pipe()
        control, terminal = pty.openpty() if self._scenario.terminal else (-1, -1)
        fed = self._fed()
        child = os.fork()
        if child == 0:
            self._become(terminal if terminal >= 0 else fed, out[1], err[1])
        for descriptor in (terminal, fed, out[1], err[1]):
            if descriptor >= 0:
                os.close(descriptor)
        try:
            printed = _drained(child, (out[0], err[0]), self._limit)
            status = survivors.wait(child, 0.0 if printed is None else self._limit)
            code = None if status is None else os.waitstatus_to_exitcode(status)
            return code, *(printed or (b"", b""))
        finally:
            for descriptor in (control, out[0], err[0]):
                if descriptor >= 0:
                    os.close(descriptor)

    def _output(self) -> tuple[int, int]:
        """Where the runner's standard output can be read, and where it goes."""
        if self._scenario.output == "pipe":
            return os.pipe()
        path = self._area.base / "output"
        writing = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        reading = os.open(path, os.O_RDONLY)
        path.unlink()
        return reading, writing

    def _fed(self) -> int:
        """A standard input that holds the scenario's, and then ends; -1 for none."""
        if self._scenario.stdin is None:
            return -1
        reading, writing = os.pipe()
        with os.fdopen(writing, "w") as pipe:
            pipe.write(self._scenario.stdin)
        return reading

    def _become(self, stdin: int, stdout: int, stderr: int) -> NoReturn:
        """In the forked child: the process of the command line, and its end."""
        code = 70
        try:
            os.setsid()
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # as a process of its own has it
            case = self._area.base / "case"
            os.chdir(case / self._scenario.cwd)
            environment = {"PATH": f"{case}/ws/bin:/usr/bin:/bin", "HOME": str(case / "outside")}
            environment |= {"GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"} if self._scenario.git else {}
            os.environ.clear()
            own = {name: self._area.text(value) for name, value in self._scenario.environment.items()}
            os.environ.update({**environment, **own})
            if self._scenario.terminal:
                fcntl.ioctl(stdin, termios.TIOCSCTTY, 0)
            os.dup2(stdin, 0) if stdin >= 0 else os.close(0)
            os.dup2(stdout, 1)
            os.dup2(stderr, 2)
            os.closerange(3, 64)
            code = self._perform()
        except BaseException:
            os.write(2, traceback.format_exc().encode())
        finally:
            os._exit(code)

    def _perform(self) -> int:
        words = [self._area.text(word) for word in self._scenario.words]
        if self._scenario.entry == "save":
            return _save(*words)
        sys.argv = ["tsr", *words]
        return cli.main()


def _save(text: str) -> int:
    """What the editor does of a text when its user asks for it."""
    from tsr_impl import report
    from tsr_impl.editor import writing

    try:
        writing.write(writing.read("tasks.toml"), text)
    except Exception as error:
        report.stopped(report.as_stop(error))
        return report.RUNNER_LEVEL
    return 0


def _drained(child: int, pipes: tuple[int, int], limit: float) -> tuple[bytes, bytes] | None:
    """What the child printed until it ended; None if it does not end."""
    printed = {pipe: bytearray() for pipe in pipes}
    ended = survivors.handle_of(child)
    poll = select.poll()
    for descriptor in (ended, *pipes):
        os.set_blocking(descriptor, False)
        poll.register(descriptor, select.POLLIN)
    deadline = time.monotonic() + limit
    running = True
    try:
        while running:
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            ready = [descriptor for descriptor, _ in poll.poll(left * 1000)]
            running = ended not in ready
            for pipe in pipes:
                if (pipe in ready or not running) and not _drain(pipe, printed[pipe]) and running:
                    poll.unregister(pipe)
        return bytes(printed[pipes[0]]), bytes(printed[pipes[1]])
    finally:
        os.close(ended)


def _drain(pipe: int, into: bytearray) -> bool:
    """Take what there is; False at the end."""
    try:
        while data := os.read(pipe, 1 << 20):
            into += data
    except BlockingIOError:
        return True
    return False


def main(limit: str, wrong: str) -> None:
    """Serve until the requests end."""
    os.umask(0o022)
    _import_all()
    if wrong:
        getattr(failing_wrong, wrong)()
    survivors.become_subreaper()
    area = Area(Path(tempfile.mkdtemp(prefix="failing-")).resolve(), other_file_system())
    host = Host(area, float(limit))
    gc.collect()
    gc.freeze()
    try:
        for line in sys.stdin:
            request = json.loads(line)
            answer = host.begin(request["scenario"]) if "scenario" in request else host.play(**request)
            print(json.dumps(answer), flush=True)
    finally:
        area.remove()


def _import_all() -> None:
    """Load what the runner may load later, but for the editor's screen: a small process is forked quickly."""
    for module in pkgutil.walk_packages(tsr_impl.__path__, "tsr_impl."):
        if not module.name.startswith(("tsr_impl.editor", "tsr_impl.__main__")):
            importlib.import_module(module.name)
    importlib.import_module("tsr_impl.editor.writing")


if __name__ == "__main__":
    main(*sys.argv[1:])
