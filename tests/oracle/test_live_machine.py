"""The runner and the model, each with its own state, go the same way through a living tree."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

MACHINE = Path(__file__).with_name("live_machine.py")


@pytest.mark.slow
def test_runner_and_model_go_the_same_way_through_a_living_tree(tmp_path: Path) -> None:
    """After every step the whole tree, the exit code, the output and the refusals are the model's.

    In a process of its own, which can write to its scratch only. `TSR_LIVE=long` plays much longer.
    """
    done = subprocess.run(
        [sys.executable, "-W", "error", str(MACHINE)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    met = json.loads(done.stdout.splitlines()[-1])
    for what, least in {
        "runs": 400,
        "refused": 80,
        "changed": 80,
        "failed": 100,
        "FENCE-2": 100,
        "FENCE-3": 50,
    }.items():
        assert met.get(what, 0) >= least, f"{what}: a game in which too little happens shows nothing"
    assert all(met.get(name, 0) >= 10 for name in ("cat", "cp", "mkdir", "mv", "rm", "touch"))
    assert list(tmp_path.iterdir()) == [], "nothing is left where it was started"
