"""The command `tsr-oracle`: reads its words, does what they ask, and ends with a documented exit code.

0: nothing worse than what is accepted. 1: something is. 64: it was called wrongly, or can't write. 130, 143, 129: it
was ended by SIGINT, SIGTERM, SIGHUP. 141: whoever read its output has left.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from collections.abc import Sequence
from types import FrameType

from tsr_oracle.exit_codes import INTERRUPTED, MISUSE, PIPE_CLOSED


def main(argv: Sequence[str] | None = None) -> int:
    """Does what the words ask for; the exit code."""
    ended = _end_like_an_interrupt()
    try:
        _write_any_letter()
        from tsr_oracle.command import run  # here, since a Ctrl-C may come while so much is imported

        return run(argv)
    except KeyboardInterrupt:
        print("\ntsr-oracle: interrupted; nothing is left behind", file=sys.stderr)
        return ended[0] if ended else INTERRUPTED
    except BrokenPipeError:
        _give_up_streams()
        return PIPE_CLOSED
    except OSError as error:
        print(f"tsr-oracle: {error.filename or 'the output'}: {error.strerror}", file=sys.stderr)
        _give_up_streams()
        return MISUSE


def _end_like_an_interrupt() -> list[int]:
    """From now on SIGTERM and SIGHUP end the work as Ctrl-C does; the list then has the exit code for it."""
    codes: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        codes.append(128 + number)
        raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, end)
    return codes


def _write_any_letter() -> None:
    """From now on what an output's encoding has no letter for is written as an escape, and is no error."""
    if sys.stdout is None:  # it was closed when we were started
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (it is open for as long as we are)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _give_up_streams() -> None:
    """Nobody reads any more: what is still to be written goes nowhere."""
    for handle in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), handle)
