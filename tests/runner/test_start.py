"""A Ctrl-C while the runner itself starts (EXIT-6): 130, and no traceback."""

from __future__ import annotations

import subprocess
import sys

import pytest
from conftest import Workspace

# Sends the signal when a module is about to be loaded.
INTERRUPT = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
"""
MAIN = "from tsr_impl.cli import main\nsys.exit(main(['t']))\n"
MODULE = "import runpy\nsys.argv[:] = ['tsr', 't']\nrunpy.run_module('tsr_impl', run_name='__main__')\n"
LOADED = ["calls", "interrupts", "report", "streams", "request", "config", "shell", "discovery", "fence", "guards"]


def interrupted(ws: Workspace, code: str, name: str) -> tuple[int, bytes, bytes]:
    ws.config("[tasks.t]\nrun = 'echo ran'\n")
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPT.replace("sys.argv[1]", repr(name)) + code],
        cwd=ws.root,
        env=ws.environment(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("name", [*(f"tsr_impl.{name}" for name in LOADED), "pwd"])
def test_while_modules_are_loaded(ws: Workspace, name: str) -> None:
    """EXIT-6: whichever it is, before the runner listens for signals, and afterwards."""
    assert interrupted(ws, MAIN, name) == (130, b"", b"")


def test_while_the_command_line_is_loaded(ws: Workspace) -> None:
    """EXIT-6: with `python -m`."""
    assert interrupted(ws, MODULE, "tsr_impl.cli") == (130, b"", b"")
