"""The process that the bundled runner is forked from, once a case: it has everything imported and nothing done.

Started by `tsr_oracle.subject.Hosted` with these descriptors: 0 and 1 the null device, 2 the subject's stderr,
3 requests, 4 answers, 5 the subject's stdin, 6 its stdout. A message is its length and a `marshal` text. The only part
of the oracle that imports the runner; it imports little else, because a small process is forked quickly.
"""

from __future__ import annotations

import gc
import importlib
import marshal
import os
import signal
import sys
from collections.abc import Callable

from tsr_oracle import survivors
from tsr_oracle.driving import drive, take_terminal

TYPE_CHECKING = False  # `typing` itself is larger than all that is imported here
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from tsr_oracle.driving import Meanwhile
    from tsr_oracle.recorder import Line
    from tsr_oracle.survivors import Left

Runner = Callable[[list[str]], int]

_REQUESTS, _ANSWERS, _STDIN, _STDOUT = 3, 4, 5, 6
_ON_DEMAND = {"tsr_impl.editor"}
"""What a fork imports by itself: more than all else together, and hardly a case asks for it."""


def main(words: list[str]) -> None:
    """Serve until the requests end. The words: ignored, the runner's module, and perhaps a fault's name."""
    runner = load(*words[1:])
    survivors.become_subreaper()
    gc.collect()
    gc.freeze()
    send(_ANSWERS, True)
    while (request := receive(_REQUESTS)) is not None:
        send(_ANSWERS, _play(runner, *request))


def load(module: str, fault: str | None = None) -> Runner:
    """The runner's entry point, with nearly all that it may import later imported now, and the fault applied."""
    runner: Runner = importlib.import_module(module).main
    _import_all(module.partition(".")[0])
    if fault is not None:
        importlib.import_module(f"tsr_oracle.faults.{fault}").apply()
        runner = importlib.import_module(module).main
    return runner


def _import_all(package: str) -> None:
    for place in getattr(sys.modules[package], "__path__", ()):
        for entry in sorted(os.scandir(place), key=lambda entry: entry.name):
            name = f"{package}.{entry.name.removesuffix('.py')}"
            if entry.name.startswith("__") or name in _ON_DEMAND:
                continue
            if entry.name.endswith(".py") or entry.is_dir():
                importlib.import_module(name)
                _import_all(name)


def _play(
    runner: Runner, start: tuple[Any, ...], meanwhile: Meanwhile | None, limit: float
) -> tuple[int | None, Left, list[Line]]:
    """The runner's wait status (None: it ran out of time), who was left, and what was said."""
    if meanwhile is not None:
        return drive(lambda terminal: _fork(runner, start, terminal), meanwhile, limit)
    status = survivors.wait(_fork(runner, start, -1), limit)
    return status, survivors.end_all(patience=survivors.patience(status)), []


def _fork(runner: Runner, start: tuple[Any, ...], terminal: int) -> int:
    pid = os.fork()
    if pid == 0:
        _run(runner, terminal, *start)
    return pid


def _run(
    runner: Runner,
    terminal: int,
    argv: list[bytes],
    env: dict[bytes, bytes],
    cwd: bytes,
    umask: int,
    has_stdin: bool,
    ignored: list[int],
) -> NoReturn:
    """In the forked child: become the process that the case asks for, and end as an interpreter would."""
    status = 70
    try:
        os.setsid()
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)
        os.umask(umask)
        os.chdir(cwd)
        for name in list(os.environb):  # item by item: `clear` and `update` take twice as long in a fresh fork
            del os.environb[name]
        for name, value in env.items():
            os.environb[name] = value
        if terminal >= 0:
            take_terminal(terminal)
        elif has_stdin:
            os.dup2(_STDIN, 0)
        os.dup2(_STDOUT, 1)
        os.closerange(3, 256)
        words = [word.decode("utf-8", "surrogateescape") for word in argv]
        sys.argv = ["tsr", *words]
        status = _ended_as(runner, words)
    except BaseException:
        sys.excepthook(*sys.exc_info())  # not the runner's doing: it had not begun
    finally:
        os._exit(status)


def _ended_as(runner: Runner, words: list[str]) -> int:
    """The exit status, with the exceptions that end an interpreter treated as it treats them."""
    try:
        status = runner(words)
        sys.stdout.flush()
        return status & 0xFF
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return (end.code or 0) & 0xFF
        print(end.code, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
        return 130
    except BaseException:
        sys.excepthook(*sys.exc_info())
        return 1
    finally:
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError):
                pass


# --- messages ------------------------------------------------------------------------------------------------------


def send(handle: int, message: Any) -> None:
    """Write one message. Raises BrokenPipeError where nobody reads any more."""
    text = marshal.dumps(message)
    text = len(text).to_bytes(4, "little") + text
    while text:
        text = text[os.write(handle, text) :]


def receive(handle: int) -> Any:
    """Read one message; None where they have ended."""
    length = _read(handle, 4)
    text = None if length is None else _read(handle, int.from_bytes(length, "little"))
    return None if text is None else marshal.loads(text)


def _read(handle: int, count: int) -> bytes | None:
    text = b""
    while len(text) < count:
        piece = os.read(handle, count - len(text))
        if not piece:
            return None
        text += piece
    return text
