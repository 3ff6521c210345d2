"""Reading TOML, which may take its time (INT-1)."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Workspace

_SLOW = """
import sys
from tsr_impl import cli, toml

class Slow:
    @staticmethod
    def loads(text):
        print("up", flush=True)
        while True:
            pass

toml.tomllib = Slow
sys.exit(cli.main(["t"]))
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGHUP, 129)])
def test_an_interrupt_is_heard(ws: Workspace, number: int, code: int) -> None:
    """INT-1: the first one, while the library is at work."""
    ws.config("[tasks.t]\nrun = 'true'\n")
    running = subprocess.Popen(
        [sys.executable, "-c", _SLOW],
        cwd=ws.root,
        env=ws.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"up\n"
        running.send_signal(number)
        try:
            _, said = running.communicate(timeout=30)
        finally:
            running.kill()
    assert (running.returncode, said) == (code, b"")
