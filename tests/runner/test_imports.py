"""Start-up is a feature: what a plain run does not need is not imported."""

from __future__ import annotations

import subprocess
import sys

from conftest import Workspace

# Modules of ours that a task with one `echo` needs.
OURS = {
    "tsr_impl",
    "tsr_impl.builtins",
    "tsr_impl.builtins.plain",
    "tsr_impl.calls",
    "tsr_impl.cli",
    "tsr_impl.config",
    "tsr_impl.config_paths",
    "tsr_impl.confinement",
    "tsr_impl.confinement.of_run",
    "tsr_impl.confinement.usual",
    "tsr_impl.discovery",
    "tsr_impl.fence",
    "tsr_impl.globs",
    "tsr_impl.guards",
    "tsr_impl.handles",
    "tsr_impl.interrupts",
    "tsr_impl.permissions",
    "tsr_impl.places",
    "tsr_impl.report",
    "tsr_impl.request",
    "tsr_impl.roles",
    "tsr_impl.scheduler",
    "tsr_impl.sequence",
    "tsr_impl.shell",
    "tsr_impl.streams",
    "tsr_impl.toml",
    "tsr_impl.units",
}
# What we import ourselves, beyond what reading TOML costs.
STANDARD = {"errno", "gc", "pwd", "select", "signal", "time", "stat", "os", "sys"}
UNWANTED = {
    "argparse",
    "ctypes",
    "dataclasses",
    "importlib.metadata",
    "json",
    "logging",
    "pathlib",
    "shutil",
    "subprocess",
    "tempfile",
    "threading",
    "traceback",
}
SHOW = "import sys; print('\\n'.join(sorted(sys.modules)), file=sys.stderr)"


def modules(ws: Workspace, code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        cwd=ws.root,
        env={**ws.environment(), "PYTHONPATH": ":".join(path for path in sys.path if path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    return set(done.stderr.split())


def test_modules_of_a_plain_run(ws: Workspace) -> None:
    """`tsr hello` imports these of ours, and of the library TOML and a handful more."""
    ws.config("[tasks.hello]\nrun = 'echo hello'\n")
    toml = "tomllib" if sys.version_info >= (3, 11) else "tomli"
    bare = modules(ws, f"import os, {toml}\n{SHOW}")
    run = modules(ws, f"from tsr_impl.cli import main\nmain(['hello'])\n{SHOW}")
    print(*sorted(run - bare), sep="\n")
    assert {name for name in run if name.startswith("tsr_impl")} == OURS
    assert {name.lstrip("_") for name in run - bare - OURS} <= STANDARD
    assert not run & UNWANTED


def test_members_cost_little_where_packages_are_not_needed(ws: Workspace) -> None:
    """FENCE-1: where its entries lead is judged, and nothing is listed or read."""
    ws.config("[workspace]\nmembers = ['packages/*']\n[tasks.hello]\nrun = 'echo hello'\n")
    run = modules(ws, f"from tsr_impl.cli import main\nmain(['hello'])\n{SHOW}")
    assert {name for name in run if name.startswith("tsr_impl")} == {*OURS, "tsr_impl.members"}
    assert not run & UNWANTED


def test_version_reads_no_config(ws: Workspace) -> None:
    """`tsr --version` needs no TOML."""
    run = modules(ws, f"from tsr_impl.cli import main\nmain(['--version'])\n{SHOW}")
    assert not {"tomllib", "tomli", "tsr_impl.config", "tsr_impl.fence"} & run
