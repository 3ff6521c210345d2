"""A stand-in for a runner: its first argument says what it does. It takes the same command line hosted or by itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable


def _surroundings(words: list[str]) -> int:
    """Print what a process can see of its surroundings."""
    env = {name: value for name, value in os.environ.items() if name != "LC_CTYPE"}  # that is Python's own doing
    umask = os.umask(0)
    print(words, os.getcwd(), sorted(env.items()), oct(umask), repr(sys.stdin.read()))
    print(sorted(map(int, os.listdir("/proc/self/fd")))[:-1], os.getsid(0) == os.getpid(), os.isatty(0))
    print([number for number in (1, 2, 15, 17) if signal.getsignal(number) is signal.SIG_IGN])
    return 0


def _spawn(words: list[str]) -> int:
    """Run the words as a program of the world, found on PATH."""
    return os.waitstatus_to_exitcode(os.waitpid(os.posix_spawnp(words[0], words, os.environ), 0)[1]) & 0xFF


def _leave(words: list[str]) -> int:
    """Leave a process behind, in a session of its own and deaf to SIGTERM; then sleep if so wished."""
    code = "import signal, time; signal.signal(15, signal.SIG_IGN); print(flush=True); time.sleep(600)"
    left = subprocess.Popen([sys.executable, "-I", "-c", code], start_new_session=True, stdout=subprocess.PIPE)
    assert left.stdout is not None
    left.stdout.readline()
    time.sleep(600 if words == ["hang"] else 0)
    return 0


def _end(words: list[str]) -> int:
    """End in an unusual way."""
    if words == ["raise"]:
        raise RuntimeError("a traceback is wanted")
    if words == ["exit"]:
        sys.exit(5)
    if words == ["interrupt"]:
        raise KeyboardInterrupt
    os.kill(os.getppid() if words == ["parent"] else os.getpid(), signal.SIGKILL)
    return 0


def _nothing(words: list[str]) -> int:
    return 3


_VERBS: dict[str, Callable[[list[str]], int]] = {
    "surroundings": _surroundings,
    "spawn": _spawn,
    "leave": _leave,
    "end": _end,
    "nothing": _nothing,
}


def main(argv: list[str]) -> int:
    """What `tsr_impl.cli.main` is for the real one."""
    return _VERBS[argv[0]](argv[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
