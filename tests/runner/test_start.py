"""A Ctrl-C while the runner itself starts (EXIT-6, INT-1): never a traceback."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest
from conftest import IMPL, Workspace

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
SCRIPT = "import re\nsys.argv[:] = ['tsr', 't']\nfrom tsr_impl.start import main\nsys.exit(main())\n"
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


@pytest.mark.parametrize("code", [SCRIPT, MODULE])
@pytest.mark.parametrize(
    ("name", "status"),
    [(name, -signal.SIGINT) for name in ("tsr_impl.cli", "tsr_impl.calls", "tsr_impl.interrupts", "select")]
    + [(name, 130) for name in ("tsr_impl.report", "tsr_impl.guards")],
)
def test_while_the_command_is_loaded(ws: Workspace, code: str, name: str, status: int) -> None:
    """INT-1: it ends the process as the system does, until the runner listens."""
    assert interrupted(ws, code, name) == (status, b"", b"")


def test_the_script_begins_like_that() -> None:
    """INT-1: the installed command is what the test above runs."""
    assert '\ntsr = "tsr_impl.start:main"\n' in (IMPL.parent / "pyproject.toml").read_text()


def test_a_library_changes_no_handler(ws: Workspace) -> None:
    """INT-1: only the process that the command has to itself."""
    code = "import signal, tsr_impl.cli; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    done = subprocess.run([sys.executable, "-c", code], env=ws.environment(), capture_output=True, check=True)
    assert done.stdout == b"True\n"
